import {describe, expect, it} from 'vitest';
import {setUpModel} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen, type TestScreen} from '../helpers/screen.ts';

async function start(plans: Parameters<typeof setUpModel>[1], files: Record<string, string> = {}) {
	const setup = await setUpModel('openai-completions', plans, files);
	const screen = startScreen({
		args: [program, '--model', 'test/m'],
		env: setup.env,
		cwd: setup.cwd,
		columns: 110,
	});
	await screen.waitFor('Test model');
	return {...setup, screen};
}

/** A talk of two prompts. */
async function talk(more: Parameters<typeof setUpModel>[1] = []) {
	const started = await start(
		[
			{text: 'Let me look.', call: ['read', {path: 'a.txt'}]},
			{text: 'It says hello.'},
			{text: 'Blue it is.'},
			...more,
		],
		{'a.txt': 'hello\n'},
	);
	await started.screen.press('What is in a.txt?\r');
	await started.screen.waitFor('It says hello.');
	await started.screen.press('Paint it blue\r');
	await started.screen.waitFor('Blue it is.');
	return started;
}

const rowWith = (screen: TestScreen, text: string): string =>
	screen.lines().find(line => line.includes(text)) ?? '';

describe('the navigator', () => {
	it('goes back to an earlier prompt, puts its text into the editor, and shows both branches after', async () => {
		const {screen} = await talk([{text: 'Red it is.'}]);
		await screen.press('/tree\r');
		await screen.waitFor('Tree of the session');
		expect(rowWith(screen, 'you Paint it blue')).toContain('• ');
		expect(rowWith(screen, 'agent Blue it is.')).toContain('◂ here');
		expect(rowWith(screen, 'agent Let me look.')).toContain('read a.txt');
		await screen.press('\u001b[A');
		await screen.press('\r');
		await screen.waitFor('Leave this branch');
		await screen.press('\r');
		await screen.waitFor(() => !screen.text().includes('Tree of the session'));
		await screen.waitFor(' Paint it blue');
		expect(screen.text()).not.toContain('Blue it is.');
		await screen.press('\u0015Paint it red\r');
		await screen.waitFor('Red it is.');
		await screen.press('\u001b\u001b');
		await screen.waitFor('Tree of the session');
		expect(rowWith(screen, 'you Paint it blue')).toContain('├─ ⊟');
		expect(rowWith(screen, 'agent Red it is.')).toContain('◂ here');
		await screen.press('\u001b[A\u001b[A\u001b[A');
		await screen.press('H');
		await screen.waitFor('Hidden; alt+h shows hidden branches.');
		expect(rowWith(screen, 'you Paint it blue')).toBe('');
		await screen.press('\u001bh');
		await screen.waitFor('(hidden)');
		expect(screen.overflows()).toEqual([]);
	});

	it('filters, searches, labels and folds, and forgets nothing when it is closed', async () => {
		const {screen} = await talk();
		await screen.press('\u001b\u001b');
		await screen.waitFor('Tree of the session');
		await screen.press('\u0015');
		await screen.waitFor('user-only · 2 of 2');
		await screen.press('blue');
		await screen.waitFor('user-only · 1 of 1');
		await screen.press('\u001b');
		await screen.waitFor('user-only · 2 of 2');
		await screen.press('L');
		await screen.waitFor('Label:');
		await screen.press('the colour\r');
		await screen.waitFor('[the colour] you Paint it blue');
		await screen.press('\u000c');
		await screen.waitFor('labeled-only · 1 of 1');
		await screen.press('\u0004');
		await screen.waitFor('default · ');
		await screen.press('\u001b[1;5D');
		await screen.press('\u001b[1;5D');
		await screen.waitFor('⊞ you What is in a.txt? +4');
		await screen.press('\u001b');
		await screen.waitFor(() => !screen.text().includes('Tree of the session'));
		await screen.press('/tree\r');
		await screen.waitFor('⊞ you What is in a.txt? +4');
	});

	it('tells of the selected turn beside the tree: files, tokens and text', async () => {
		const {screen} = await talk();
		await screen.press('/tree\r');
		await screen.waitFor('Tree of the session');
		await screen.press('\u001b[H');
		await screen.waitFor(/│ · a\.txt/);
		expect(screen.text()).toMatch(/│ test\/m/);
		expect(screen.text()).toMatch(/1 call/);
	});

	it('says so when one is there already', async () => {
		const {screen} = await talk();
		await screen.press('/tree\r');
		await screen.waitFor('Tree of the session');
		await screen.press('\r');
		await screen.waitFor('You are here already.');
	});

	it('takes notes of the branch that is left along, and stops when asked', async () => {
		const {screen, server} = await talk([]);
		server.push({frames: [], end: 'hang'});
		await screen.press('/tree\r');
		await screen.waitFor('Tree of the session');
		await screen.press('\u001b[A');
		await screen.press('\r');
		await screen.waitFor('Leave this branch');
		await screen.press('\u001b[B');
		await screen.press('\r');
		await screen.waitFor('Summarising the branch that is left');
		await screen.press('\u001b');
		await screen.waitFor('Stopped; you are where you were.');
		expect(rowWith(screen, 'agent Blue it is.')).toContain('◂ here');
	});
});

describe('the list of prompts', () => {
	it('forks a new session before the prompt that is chosen', async () => {
		const {screen} = await talk();
		await screen.press('/fork\r');
		await screen.waitFor('Fork before a prompt');
		expect(screen.text()).toContain('▸ Paint it blue');
		await screen.press('\r');
		await screen.waitFor('A new session, forked');
		expect(screen.text()).toContain('It says hello.');
		expect(screen.text()).not.toContain('Blue it is.');
		expect(screen.text()).toContain(' Paint it blue');
	});
});
