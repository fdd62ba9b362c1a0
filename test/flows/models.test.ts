import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {program} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const models = {
	providers: {
		acme: {
			baseUrl: 'http://127.0.0.1:1/v1',
			api: 'openai-completions',
			apiKey: 'x',
			models: ['one', 'two', 'three'].map(id => ({id, name: `Model ${id}`})),
		},
	},
};

function start(settings: object = {}, args: readonly string[] = []) {
	const home = tempFolder({
		'models.json': JSON.stringify(models),
		'settings.json': JSON.stringify(settings),
	});
	const screen = startScreen({
		args: [program, ...args],
		env: {BOUGH_HOME: home, BOUGH_OFFLINE: '1'},
		cwd: tempFolder(),
	});
	const saved = () => JSON.parse(fs.readFileSync(path.join(home, 'settings.json'), 'utf8'));
	return {screen, saved};
}

describe('models on the screen', () => {
	it('are gone through by keys, within the scope of the command line, in both directions', async () => {
		const {screen, saved} = start({}, ['--models', 'three,one']);
		await screen.waitFor('Model three');
		await screen.press('\u0010');
		await screen.waitFor('acme/one answers from now on');
		await screen.waitFor('Model one');
		await screen.send('\u001b[112;6u');
		await screen.waitFor('Model three');
		expect(saved()).toEqual({});
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});

	it('that are chosen are the default of the next session', async () => {
		const {screen, saved} = start();
		await screen.waitFor('Model one');
		await screen.press('/model two\r');
		await screen.waitFor('acme/two answers from now on.');
		expect(saved()).toEqual({defaultProvider: 'acme', defaultModel: 'two'});
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});

	it('are marked, put in order and saved as those to go through', async () => {
		const {screen, saved} = start();
		await screen.waitFor('Model one');
		await screen.press('/scoped-models\r');
		await screen.waitFor('Models to go through');
		await screen.press('\r');
		await screen.waitFor('1 acme/one');
		await screen.press('\u001b[B\u001b[B\r');
		await screen.waitFor('2 acme/three');
		await screen.send('\u001b[1;3A');
		await screen.waitFor('1 acme/three');
		await screen.send('\u0013');
		await screen.waitFor('are saved in settings.json');
		expect(saved()).toEqual({enabledModels: ['acme/three', 'acme/one']});
		await screen.press('\u0010');
		await screen.waitFor('acme/three answers from now on');
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});
});
