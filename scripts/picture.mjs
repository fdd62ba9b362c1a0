// node scripts/picture.mjs: runs the built app on a terminal against a scripted model and draws what is on the
// screen as docs/screen.svg, and the tree of the session as docs/tree.svg. Nothing in the pictures is drawn by hand.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import * as pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const columns = 96;
const rows = 34;
const data = value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const say = text => data({id: 'c', choices: [{delta: {content: text}}]});
const call = (name, args) =>
	data({
		id: 'c',
		choices: [
			{
				delta: {
					tool_calls: [
						{index: 0, id: `call_${name}`, function: {name, arguments: JSON.stringify(args)}},
					],
				},
			},
		],
	});
const end = (reason, tokens) =>
	data({id: 'c', choices: [{delta: {}, finish_reason: reason}]}) +
	data({
		id: 'c',
		choices: [],
		usage: {
			prompt_tokens: tokens,
			completion_tokens: 180,
			prompt_tokens_details: {cached_tokens: Math.floor(tokens * 0.8)},
		},
	}) +
	data('[DONE]');

const replies = [
	say('The total is wrong when the basket is empty. Let me look at it.') +
		call('read', {path: 'basket.ts'}) +
		end('tool_calls', 2100),
	call('edit', {
		path: 'basket.ts',
		edits: [
			{
				oldText: '\treturn prices.reduce((sum, price) => sum + price);',
				newText: '\treturn prices.reduce((sum, price) => sum + price, 0);',
			},
		],
	}) + end('tool_calls', 2400),
	call('bash', {command: 'node check.mjs'}) + end('tool_calls', 2600),
	say(
		'Fixed: `reduce` had no start value, so an **empty basket** threw.\n\n| basket | before | now |\n|---|---|---|\n| empty | TypeError | 0 |\n| 3 items | 42 | 42 |\n\n```ts\nprices.reduce((sum, price) => sum + price, 0);\n```\n\nThe check passes.',
	) + end('stop', 2900),
	say('A test for it would go into `basket.test.ts`; say so and I write it.') + end('stop', 3000),
	say('Done: `basket.test.ts` has three cases.') + end('stop', 3100),
];

const server = http.createServer((request, response) => {
	request.resume().on('end', () => {
		response.writeHead(200, {'content-type': 'text/event-stream'});
		response.end(replies.shift() ?? end('stop', 1));
	});
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const {port} = server.address();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bough-picture-'));
const home = path.join(folder, 'home');
const shop = path.join(folder, 'shop');
fs.mkdirSync(path.join(shop, '.git'), {recursive: true});
fs.mkdirSync(home);
fs.writeFileSync(path.join(shop, '.git/HEAD'), 'ref: refs/heads/main\n');
fs.writeFileSync(
	path.join(shop, 'basket.ts'),
	'export function total(prices: number[]): number {\n\treturn prices.reduce((sum, price) => sum + price);\n}\n',
);
fs.writeFileSync(path.join(shop, 'check.mjs'), "console.log('3 checks passed');\n");
fs.writeFileSync(path.join(home, 'settings.json'), '{"quietStartup": true}');
fs.writeFileSync(
	path.join(home, 'models.json'),
	JSON.stringify({
		providers: {
			demo2: {
				baseUrl: `http://127.0.0.1:${port}/v1`,
				api: 'openai-completions',
				apiKey: 'x',
				models: [
					{
						id: 'm',
						name: 'Any model',
						contextWindow: 200000,
						cost: {input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75},
					},
				],
			},
		},
	}),
);

const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
const child = pty.spawn(process.execPath, [path.join(root, 'dist/cli.js'), '--model', 'demo2/m'], {
	name: 'xterm-256color',
	cols: columns,
	rows,
	cwd: shop,
	env: {
		PATH: process.env.PATH,
		HOME: folder,
		BOUGH_HOME: home,
		BOUGH_OFFLINE: '1',
		COLORTERM: 'truecolor',
		TERM: 'xterm-256color',
	},
});
child.onData(chunk => terminal.write(chunk));
terminal.onData(reply => child.write(reply));
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
const text = () => {
	const {active} = terminal.buffer;
	const lines = Array.from({length: rows}, (_, y) => active.getLine(active.viewportY + y));
	return lines.map(line => line?.translateToString() ?? '').join('\n');
};
const shows = async part => {
	for (let wait = 0; wait < 300 && !text().includes(part); wait += 1) await pause(100);
	await pause(300);
};
const send = async (prompt, answer) => {
	child.write(prompt);
	await shows(prompt);
	child.write('\r');
	await shows(answer);
};
await shows('Any model');
await send('The total of an empty basket crashes. Please fix it and check.', 'The check passes.');

const hex = value => `#${value.toString(16).padStart(6, '0')}`;
const palette = [
	'#1b1e24',
	'#e06c75',
	'#8fbf6f',
	'#d7ba7d',
	'#6cb6ff',
	'#b392f0',
	'#5fb3a1',
	'#d4d7dd',
];
const colour = (cell, kind) => {
	if (kind === 'fg' ? cell.isFgRGB() : cell.isBgRGB())
		return hex(kind === 'fg' ? cell.getFgColor() : cell.getBgColor());
	if (kind === 'fg' ? cell.isFgPalette() : cell.isBgPalette())
		return palette[(kind === 'fg' ? cell.getFgColor() : cell.getBgColor()) % 8];
	return kind === 'fg' ? '#d4d7dd' : undefined;
};
const escapeText = text =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const [w, h] = [8.4, 18];
const coloursOf = cell =>
	cell.isInverse()
		? [colour(cell, 'fg'), colour(cell, 'bg') ?? '#1b1e24']
		: [colour(cell, 'bg'), colour(cell, 'fg')];

function cellShapes(cell, x, y) {
	const [back, front] = coloursOf(cell);
	const left = (16 + x * w).toFixed(1);
	const wide = (cell.getWidth() * w + 0.3).toFixed(1);
	const ground = back
		? [`<rect x="${left}" y="${16 + y * h}" width="${wide}" height="${h}" fill="${back}"/>`]
		: [];
	const chars = cell.getChars();
	if (chars.trim() === '') return ground;
	const style = `${cell.isBold() ? ' font-weight="bold"' : ''}${cell.isItalic() ? ' font-style="italic"' : ''}`;
	return [
		...ground,
		`<text x="${left}" y="${16 + y * h + 13.5}" fill="${front}"${style}>${escapeText(chars)}</text>`,
	];
}

const rowShapes = (line, y) =>
	Array.from({length: columns}, (_, x) => {
		const cell = line?.getCell(x);
		return !cell || cell.getWidth() === 0 ? [] : cellShapes(cell, x, y);
	}).flat();

/** Draws what is on the screen now. */
function draw(name) {
	const buffer = terminal.buffer.active;
	const shapes = Array.from({length: rows}, (_, y) =>
		rowShapes(buffer.getLine(buffer.viewportY + y), y),
	);
	const width = Math.ceil(32 + columns * w);
	const height = 32 + rows * h;
	fs.writeFileSync(
		path.join(root, 'docs', name),
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">\n<rect width="100%" height="100%" rx="10" fill="#1b1e24"/>\n${shapes.flat().join('\n')}\n</svg>\n`,
	);
}

draw('screen.svg');
await send('What about a test?', 'say so and I write it.');
child.write('\u001b\u001b');
await shows('Tree of the session');
child.write('\u001b[A');
await shows('▸• ⊟ you What about');
child.write('\r');
await shows('Leave this branch');
child.write('\r');
await shows(' What about a test?');
child.write('\u0015');
await send('Write a test for it', 'has three cases.');
child.write('\u001b\u001b');
await shows('Tree of the session');
child.write('\u001b[H');
await shows('▸• ⊟ you The total');
draw('tree.svg');
child.kill();
server.close();
fs.rmSync(folder, {recursive: true, force: true});
process.exit(0);
