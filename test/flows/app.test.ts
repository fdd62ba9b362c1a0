import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {setUpModel, wireFormats} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen, type TestScreen} from '../helpers/screen.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const chat = wireFormats['openai-completions'];

async function start(
	plans: Parameters<typeof setUpModel>[1],
	files: Record<string, string> = {},
	size: {columns?: number; rows?: number} = {},
) {
	const setup = await setUpModel('openai-completions', plans, files);
	const screen = startScreen({
		args: [program, '--model', 'test/m'],
		env: setup.env,
		cwd: setup.cwd,
		...size,
	});
	await screen.waitFor('Test model');
	return {...setup, screen};
}

const filesIn = (folder: string): readonly string[] =>
	fs
		.readdirSync(`${folder}/sessions`, {recursive: true, encoding: 'utf8'})
		.filter(name => name.endsWith('.jsonl'));

async function leave(screen: TestScreen): Promise<void> {
	await screen.press('\u0003\u0003');
	expect((await screen.exit).code).toBe(0);
	expect(screen.isFullScreen()).toBe(false);
}

describe('the app', () => {
	it('answers, runs a tool, shows it, and keeps the talk on disk', async () => {
		const {screen, home} = await start(
			[{text: 'Let me look.', call: ['read', {path: 'a.txt'}]}, {text: 'It says **hello**.'}],
			{'a.txt': 'hello\n'},
		);
		expect(screen.isFullScreen()).toBe(true);
		await screen.press('What is in a.txt?\r');
		await screen.waitFor('It says hello.');
		expect(screen.text()).toContain('✓ read a.txt');
		expect(filesIn(home)).toHaveLength(1);
		await leave(screen);
	});

	it('shows a diff for an edit, and a failure as one', async () => {
		const edit = {path: 'a.txt', edits: [{oldText: 'one', newText: 'two'}]};
		const {screen, cwd} = await start(
			[{call: ['edit', edit]}, {call: ['edit', edit]}, {text: 'Done.'}],
			{'a.txt': 'zero\none\n'},
		);
		await screen.press('go\r');
		await screen.waitFor('Done.');
		expect(screen.text()).toMatch(/✓ edit a\.txt[\s\S]*-2 one[\s\S]*\+2 two[\s\S]*✗ edit a\.txt/);
		expect(fs.readFileSync(path.join(cwd, 'a.txt'), 'utf8')).toBe('zero\ntwo\n');
		await leave(screen);
	});

	it('stops on Escape, keeps what came, and gives queued text back', async () => {
		const {screen, server} = await start([]);
		server.push({frames: chat?.({text: 'partial answer'})?.slice(0, 1) ?? [], end: 'hang'});
		await screen.press('go\r');
		await screen.waitFor('partial answer');
		await screen.press('use the other file\r');
		await screen.waitFor('Steering: use the other file');
		await screen.press('\u001b');
		await screen.waitFor('■ Stopped');
		await screen.waitFor(() => !screen.text().includes('Steering:'));
		expect(screen.text()).toContain('partial answer');
		expect(screen.text()).toContain(' use the other file');
		await leave(screen);
	});

	it('delivers what was typed during a run after the tool calls', async () => {
		const {screen, server} = await start([
			{call: ['bash', {command: 'sleep 1'}]},
			{text: 'Understood.'},
		]);
		await screen.press('go\r');
		await screen.waitFor('◐ bash');
		await screen.press('rather this\r');
		await screen.waitFor('Understood.');
		expect(JSON.stringify(server.seen[1]?.body)).toContain('rather this');
		await leave(screen);
	});

	it('stays where the person reads while an answer streams, and goes to the end on demand', async () => {
		const long = Array.from({length: 80}, (_, index) => `row ${index}`).join('\n\n');
		const {screen} = await start([{text: long}, {text: `${long}\n\nlast words`}]);
		await screen.press('go\r');
		await screen.waitFor('row 79');
		await screen.press('\u001b[5~');
		await screen.waitFor(() => !screen.text().includes('row 79'));
		await screen.waitFor('more below');
		await screen.press('\u001b[1;5F');
		await screen.waitFor('row 79');
		await screen.press('again\r');
		await screen.waitFor('last words');
		await leave(screen);
	});

	it('takes several lines, a paste, and earlier prompts', async () => {
		const {screen, server} = await start([{text: 'ok'}, {text: 'ok again'}]);
		await screen.press('one\\\rtwo');
		screen.paste('\nthree');
		await screen.waitFor('three');
		await screen.press('\r');
		await screen.waitFor('ok');
		expect(JSON.stringify(server.seen[0]?.body)).toContain('one\\ntwo\\nthree');
		await screen.press('\u001b[A');
		await screen.waitFor(() => screen.lines().filter(line => line.includes('three')).length === 2);
		await leave(screen);
	});

	it('has help, a list of models, names and new sessions behind slash commands', async () => {
		const {screen, home} = await start([{text: 'first answer'}]);
		await screen.press('hi\r');
		await screen.waitFor('first answer');
		await screen.press('/help\r');
		await screen.waitFor('Commands');
		await screen.press('\u001b');
		await screen.waitFor(() => !screen.text().includes('Commands'));
		await screen.press('/model\r');
		await screen.waitFor('test/m');
		await screen.press('\u001b');
		await screen.waitFor(() => !screen.text().includes('Filter:'));
		await screen.press('/name My work\r');
		await screen.waitFor('• My work');
		await screen.press('/new\r');
		await screen.waitFor(() => !screen.text().includes('first answer'));
		expect(filesIn(home)).toHaveLength(1);
		await screen.press('/quit\r');
		expect((await screen.exit).code).toBe(0);
	});

	it('opens an earlier session from the list', async () => {
		const {screen, env, cwd} = await start([{text: 'first answer'}]);
		await screen.press('the first question\r');
		await screen.waitFor('first answer');
		await leave(screen);
		const again = startScreen({args: [program, '--model', 'test/m', '-r'], env, cwd});
		await again.waitFor('the first question');
		await again.press('\r');
		await again.waitFor('first answer');
		await leave(again);
	});

	it('runs a command of the person', async () => {
		const {screen} = await start([]);
		await screen.press('!echo from $((40+2))\r');
		await screen.waitFor('from 42');
		await leave(screen);
	});

	it('survives any size of the window', async () => {
		const {screen} = await start([
			{text: '| a | b |\n|---|---|\n| 漢字 | 👩‍👩‍👧 |\n\n```ts\nconst a = 1;\n```'},
		]);
		await screen.press('go\r');
		await screen.waitFor('const a');
		await screen.waitFor(() => !screen.text().includes('Working'));
		const before = screen.lines();
		for (const [columns, rows] of [
			[20, 5],
			[9, 3],
			[2, 1],
			[200, 50],
			[100, 30],
		] as const) {
			screen.resize(columns, rows);
			await screen.settle();
		}

		await screen.waitFor('const a');
		expect(screen.lines()).toEqual(before);
		// A frame on its way while the window shrinks is nobody's fault; once it is known, nothing sticks out.
		const overflows = screen.overflows().length;
		await screen.press('x');
		await screen.waitFor(' x');
		expect(screen.overflows()).toHaveLength(overflows);
		await leave(screen);
	});

	it('shows the demo and how to connect a model when there is none', async () => {
		const screen = startScreen({
			args: [program],
			env: {BOUGH_HOME: tempFolder(), BOUGH_OFFLINE: '1'},
			cwd: tempFolder({'x.txt': 'x'}),
		});
		await screen.waitFor('No model is configured');
		await screen.press('run `echo really`\r');
		await screen.waitFor('✓ bash echo really');
		await screen.waitFor('It printed:');
		await leave(screen);
	});

	it('lets no text drive the terminal', async () => {
		const {screen} = await start([{text: 'x\u001b]52;c;Zm9v\u0007\u001b[2J\u001b]0;owned\u0007y'}]);
		await screen.press('go\r');
		await screen.waitFor(/xy/);
		const after = screen.output().slice(screen.output().indexOf('go'));
		expect(after).not.toMatch(/\u001b\]52|\u001b\]0;owned|\u001b\[2J/);
		await leave(screen);
	});

	it('gives the terminal back when it is ended from outside', async () => {
		const {screen} = await start([]);
		screen.kill('SIGTERM');
		await screen.exit;
		expect(screen.isFullScreen()).toBe(false);
	});
});
