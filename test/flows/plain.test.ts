import {expect, it} from 'vitest';
import {setUpModel} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';

it('talks in lines that are never taken back, without a screen of its own', async () => {
	const {env, cwd} = await setUpModel(
		'openai-completions',
		[{text: 'Let me look.', call: ['read', {path: 'a.txt'}]}, {text: 'It says **hello**.'}],
		{'a.txt': 'hello\n'},
	);
	const screen = startScreen({
		args: [program, '--model', 'test/m', '--tui-mode', 'regular'],
		env,
		cwd,
	});
	await screen.waitFor('/help shows the commands');
	await screen.waitFor(/\n>/);
	await screen.press('What is in a.txt?\r');
	await screen.waitFor('It says **hello**.');
	expect(screen.text()).toMatch(/Let me look\.[\s\S]*Tool read: a\.txt[\s\S]*Tool read is done/);
	expect(screen.isFullScreen()).toBe(false);
	expect(screen.output()).not.toContain('\u001B[?1002h');
	expect(screen.output()).not.toContain('\u001B[?1049h');
	await screen.press('\u0004');
	expect((await screen.exit).code).toBe(0);
});
