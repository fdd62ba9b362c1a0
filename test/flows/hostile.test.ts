import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {queries} from '../../source/modes/interactive/terminal/capabilities.ts';
import {modes} from '../../source/modes/interactive/terminal/modes.ts';
import {setUpModel} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';

const attacks = [
	'\u001B]52;c;ZXZpbA==\u0007',
	'\u001B[2J\u001B[3J\u001Bc',
	'\u001B[?1049l\u001B[?1000h',
	'\u009B31mred\u009D0;title\u009C',
	'\u001BPq#0~\u001B\\\u001B_Gf=32;AAAA\u001B\\',
	'\b\b\b\r\u000B\u000C\u007F\u202Eevil\u2066',
	'\u001B[6n\u001B[c\u001B]11;?\u0007',
];
const hostile = (label: string): string => `${label}${attacks.join('x')}`;

/** What is left when all is taken away that may be written: our modes, our questions, frames, colours, links, title. */
function unknownBytes(output: string): string {
	const known = [
		...Object.values(modes).flatMap(({on, off}) => [on, off]),
		queries,
		'\u001B[?2026h',
		'\u001B[?2026l',
	];
	return known
		.reduce((rest, sequence) => rest.replaceAll(sequence, ''), output)
		.replaceAll(/\u001B\[(?:\d+;\d+H|K|\d+G|\d+;\d+r|r|\d+[ST]|[\d;]*m)/g, '')
		.replaceAll(/\u001B\](?:0|8);[^\0-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\)/g, '')
		.replaceAll(/[^\0-\u0009\u000B-\u001F\u007F-\u009F]/g, '');
}

describe('hostile text', () => {
	it('drives the terminal from nowhere: only known sequences leave the process', async () => {
		const {env, cwd} = await setUpModel(
			'openai-completions',
			[
				{
					text: hostile('answer'),
					call: ['bash', {command: `printf '%s' '${hostile('printed').replaceAll("'", '')}'`}],
				},
				{text: `${hostile('last')}\n\n\`\`\`js\n${hostile('code')}\n\`\`\`\n\nall said`},
			],
			{'.git/HEAD': `ref: refs/heads/${hostile('branch')}\n`},
		);
		fs.writeFileSync(path.join(cwd, hostile('file').replaceAll('/', '')), '');
		const prompts = path.join(env.BOUGH_HOME ?? '', 'prompts');
		fs.mkdirSync(prompts, {recursive: true});
		fs.writeFileSync(path.join(prompts, 'evil.md'), `${hostile('described')}\n`);
		const screen = startScreen({args: [program, '--model', 'test/m'], env, cwd});
		await screen.waitFor('Test model');
		await screen.press('/evi');
		await screen.waitFor('described');
		await screen.press('\u0015@fil');
		await screen.waitFor(/▸ file/);
		await screen.press('\u0015');
		screen.paste(hostile('pasted'));
		await screen.press('\r');
		await screen.waitFor('all said');
		await screen.press('/name ');
		screen.paste(hostile('named'));
		await screen.press('\r');
		await screen.waitFor('• named');
		await screen.press('\u0012');
		await screen.waitFor('Earlier prompts');
		screen.paste(hostile('sought'));
		await screen.settle();
		await screen.press('\u001B');
		await screen.settle();
		expect(unknownBytes(screen.output())).toBe('');
		expect(screen.overflows()).toEqual([]);
	});

	it('does no harm on the way in: random bytes, 50,000 escapes and a paste of a megabyte', async () => {
		const {env, cwd} = await setUpModel('openai-completions', []);
		const screen = startScreen({args: [program, '--model', 'test/m'], env, cwd});
		await screen.waitFor('Test model');
		// Keys that leave, send, stop the process or start a program are meant when they come.
		const meant = new Set([0x03, 0x04, 0x07, 0x0a, 0x0d, 0x1a]);
		let seed = 7;
		const bytes = Array.from({length: 5000}, () => {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
			return (seed >> 8) % 256;
		}).filter(byte => !meant.has(byte));
		screen.send(Buffer.from(bytes).toString('latin1'));
		await screen.settle(500);
		screen.send('\u001B'.repeat(50_000));
		await screen.settle(500);
		// Out of whatever those keys have opened; two in a row would open the tree.
		for (let level = 0; level < 4; level += 1) {
			screen.send('\u001B');
			await screen.settle(700);
		}

		await screen.press('\u0003');
		screen.paste('x'.repeat(1024 * 1024));
		await screen.waitFor('1048576 chars');
		// Twice within half a second would leave.
		await screen.settle(700);
		await screen.press('\u0003still here');
		await screen.waitFor('still here');
		expect(screen.hasExited()).toBe(false);
		expect(unknownBytes(screen.output())).toBe('');
	}, 90_000);
});
