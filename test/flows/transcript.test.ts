import {describe, expect, it} from 'vitest';
import {setUpModel} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen, type TestScreen} from '../helpers/screen.ts';

async function start(plans: Parameters<typeof setUpModel>[1], files: Record<string, string> = {}) {
	const setup = await setUpModel('openai-completions', plans, files);
	const screen = startScreen({
		args: [program, '--model', 'test/m'],
		env: {...setup.env, SSH_CONNECTION: '1 2 3 4'},
		cwd: setup.cwd,
		columns: 60,
		rows: 24,
		kitty: true,
	});
	await screen.waitFor('Test model');
	return {...setup, screen};
}

const place = (screen: TestScreen, text: string) => {
	const row = screen.lines().findIndex(line => line.includes(text));
	return {row: row + 1, column: (screen.lines()[row] ?? '').indexOf(text) + 1};
};

const mouse = (screen: TestScreen, code: number, at: {row: number; column: number}, up = false) =>
	screen.send(`\u001b[<${code};${at.column};${at.row}${up ? 'm' : 'M'}`);

const copied = (screen: TestScreen): readonly string[] =>
	[...screen.output().matchAll(/\u001b\]52;c;([^\u0007]*)\u0007/g)].map(([, data = '']) =>
		Buffer.from(data, 'base64').toString(),
	);

describe('the transcript', () => {
	it('finds text with its key, marks it, goes from match to match, and says when there is none', async () => {
		const {screen} = await start([{text: 'The needle lies here.'}, {text: 'Nothing to see.'}]);
		await screen.press('first needle\r');
		await screen.waitFor('lies here.');
		await screen.press('second\r');
		await screen.waitFor('Nothing to see.');
		screen.send('\u001b[102;6u');
		await screen.waitFor('Find:');
		await screen.press('needle');
		await screen.waitFor('Find: needle');
		await screen.press('x');
		await screen.waitFor('✗ not found');
		await screen.press('\u007f');
		await screen.waitFor('enter further up');
		await screen.press('\r');
		await screen.press('\u001b');
		await screen.waitFor(() => !screen.text().includes('Find:'));
		await screen.press('typed again');
		await screen.waitFor(' typed again');
	});

	it('copies what the mouse selects as it was written, through the terminal when that is elsewhere', async () => {
		const text = 'Every good sentence that is long enough will be broken somewhere on the screen.';
		const {screen} = await start([{text}]);
		await screen.press('go\r');
		await screen.waitFor('on the screen.');
		mouse(screen, 0, place(screen, 'good'));
		mouse(screen, 32, place(screen, 'screen.'));
		mouse(screen, 0, place(screen, 'screen.'), true);
		await screen.waitFor('copied');
		expect(copied(screen)).toEqual([text.slice(6, text.indexOf('screen.') + 1)]);
		await screen.press('\u0003');
		await screen.waitFor(() => copied(screen).length === 2);
		expect(screen.hasExited()).toBe(false);
	});

	it('unfolds one panel by click or key, and pages through the whole output, also what the model did not get', async () => {
		const {screen} = await start([
			{call: ['bash', {command: 'seq 1 5000; echo the end'}]},
			{text: 'Done.'},
		]);
		await screen.press('go\r');
		await screen.waitFor('Done.');
		expect(screen.text()).not.toContain('  4980');
		mouse(screen, 0, place(screen, 'bash seq'));
		mouse(screen, 0, place(screen, 'bash seq'), true);
		await screen.waitFor('  4990');
		await screen.press('\u001bt');
		await screen.waitFor(() => !screen.text().includes('  4990'));
		await screen.press('\u001bo');
		await screen.waitFor('line 1 of 5001');
		await screen.press('4321');
		await screen.waitFor('line 4321 of 5001');
		screen.send('\u001b[27u');
		await screen.waitFor(() => !screen.text().includes('Find: 4321'));
		await screen.press('\u001b[F');
		await screen.waitFor('the end');
		screen.send('\u001b[27u');
		await screen.waitFor('Done.');
		expect(screen.output()).not.toMatch(/\u001b\[[23]J/);
	});

	it('says how much is new below while one reads further up', async () => {
		const long = Array.from({length: 60}, (_, index) => `line ${index}`).join('\n\n');
		const {screen} = await start([{text: long}]);
		await screen.press('go\r');
		await screen.waitFor('line 59');
		mouse(screen, 64, {row: 5, column: 5});
		await screen.waitFor(/↓ \d+ more below/);
		await screen.press('\u001b[1;5F');
		await screen.waitFor('line 59');
	});
});
