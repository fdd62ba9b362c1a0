import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {setUpModel} from '../helpers/model-server.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';

async function start(plans: Parameters<typeof setUpModel>[1], files: Record<string, string> = {}) {
	const setup = await setUpModel('openai-completions', plans, files);
	const run = () =>
		startScreen({
			args: [program, '--model', 'test/m'],
			env: {...setup.env, COLORTERM: 'truecolor'},
			cwd: setup.cwd,
			rows: 40,
		});
	const bodies = () => setup.server.seen.map(({body}) => JSON.stringify(body));
	return {...setup, run, bodies};
}

describe('files that change while the app runs', () => {
	it('are read again with a quiet word, and the next request says what is new', async () => {
		const {home, run, bodies} = await start([{text: 'First.'}, {text: 'Second.'}]);
		fs.writeFileSync(path.join(home, 'AGENTS.md'), 'OLD-RULE');
		const screen = run();
		await screen.waitFor('Test model');
		await screen.press('one\r');
		await screen.waitFor('First.');
		fs.writeFileSync(path.join(home, 'AGENTS.md'), 'NEW-RULE');
		await screen.waitFor('Changed and read again: AGENTS.md');
		await screen.press('two\r');
		await screen.waitFor('Second.');
		expect(bodies()[0]).toContain('OLD-RULE');
		expect(bodies()[1]).toContain('NEW-RULE');
	});

	it('change the theme on the screen: the setting, and a file of one’s own', async () => {
		const {home, run} = await start([]);
		const dark: object = JSON.parse(
			fs.readFileSync(path.resolve(import.meta.dirname, '../../themes/dark.json'), 'utf8'),
		);
		const theme = (accent: string) =>
			JSON.stringify({
				...dark,
				name: 'mine',
				vars: {...Object(dark).vars, slate: accent, ash: accent},
			});
		fs.mkdirSync(path.join(home, 'themes'));
		fs.writeFileSync(path.join(home, 'themes/mine.json'), theme('#010203'));
		const screen = run();
		await screen.waitFor('Test model');
		expect(screen.output()).not.toContain('38;2;1;2;3');
		fs.writeFileSync(path.join(home, 'settings.json'), '{"theme": "mine"}');
		await screen.waitFor(() => screen.output().includes('38;2;1;2;3'));
		fs.writeFileSync(path.join(home, 'themes/mine.json'), theme('#040506'));
		await screen.waitFor(() => screen.output().includes('38;2;4;5;6'));
	});

	it('wait for /reload where they are a project’s and trust has to be decided again', async () => {
		const {home, cwd, run, bodies} = await start([{text: 'First.'}, {text: 'Second.'}], {
			'.bough/skills/one/SKILL.md': '---\nname: one\ndescription: FIRST-WORDS\n---\n',
		});
		const screen = run();
		await screen.waitFor('Do you trust this project?');
		await screen.press('\r');
		await screen.waitFor('Test model');
		const skill = path.join(cwd, '.bough/skills/one/SKILL.md');
		fs.writeFileSync(skill, '---\nname: one\ndescription: OTHER-WORDS\n---\n');
		await screen.waitFor('/reload asks whether it counts');
		await screen.press('one\r');
		await screen.waitFor('First.');
		await screen.press('/reload\r');
		await screen.waitFor('This project changed since you trusted it');
		await screen.press('\r');
		await screen.waitFor('Everything was read again.');
		await screen.press('two\r');
		await screen.waitFor('Second.');
		expect(bodies()[0]).toContain('FIRST-WORDS');
		expect(bodies()[0]).not.toContain('OTHER-WORDS');
		expect(bodies()[1]).toContain('OTHER-WORDS');
		expect(fs.existsSync(path.join(home, 'trust.json'))).toBe(true);
	});
});
