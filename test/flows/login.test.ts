import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {startAuthority} from '../helpers/authority.ts';
import {program} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

/** Everything that was written anywhere in a folder. */
const allText = (folder: string): string =>
	fs
		.readdirSync(folder, {recursive: true, encoding: 'utf8', withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
		.join('\n');

/** A browser that follows where a page leads. */
function browserIn(folder: string): string {
	const file = path.join(folder, 'browser');
	fs.writeFileSync(
		file,
		`#!${process.execPath}\nfetch(process.argv[2]).then(page => page.text());\n`,
	);
	fs.chmodSync(file, 0o700);
	return file;
}

function start(home: string, env: Record<string, string> = {}) {
	return startScreen({
		args: [program],
		env: {BOUGH_HOME: home, BOUGH_OFFLINE: '1', ...env},
		cwd: tempFolder(),
	});
}

describe('signing in on the screen', () => {
	it('keeps a key that nobody sees, and gives whoever had none a model', async () => {
		const home = tempFolder();
		const screen = start(home);
		await screen.waitFor('a demo answers');
		await screen.press('/login groq\r');
		await screen.waitFor('Key of Groq');
		screen.paste('gsk-1234567890\n');
		await screen.waitFor('•'.repeat(14));
		await screen.press('\r');
		await screen.waitFor('Signed in to Groq.');
		expect(JSON.parse(fs.readFileSync(path.join(home, 'auth.json'), 'utf8'))).toEqual({
			groq: {type: 'api_key', key: 'gsk-1234567890'},
		});
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
		expect(screen.output()).not.toContain('gsk-');
		fs.rmSync(path.join(home, 'auth.json'));
		expect(allText(home)).not.toContain('gsk-');
	});

	it('goes through a browser and comes back by itself', async () => {
		const authority = await startAuthority({
			'GET /auth': ({query}) => ({redirect: `${query.get('callback_url')}?code=the-code`}),
			'POST /api/v1/auth/keys': ({body}) =>
				body.code === 'the-code' ? {json: {key: 'or-secret'}} : {status: 403, json: {}},
		});
		const home = tempFolder({
			'settings.json': JSON.stringify({signIn: {openrouter: {server: authority.url}}}),
		});
		const screen = start(home, {BROWSER: browserIn(tempFolder())});
		await screen.waitFor('a demo answers');
		await screen.press('/login openrouter\r');
		await screen.waitFor('OpenRouter account');
		await screen.press('\r');
		await screen.waitFor('Signed in to OpenRouter.');
		expect(allText(home)).toContain('or-secret');
		expect(screen.output()).not.toMatch(/or-secret|the-code/);
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});

	it('can be left with Escape while the browser is awaited', async () => {
		const authority = await startAuthority({'GET /auth': () => 'hang'});
		const home = tempFolder({
			'settings.json': JSON.stringify({signIn: {openrouter: {server: authority.url}}}),
		});
		const screen = start(home);
		await screen.waitFor('a demo answers');
		await screen.press('/login openrouter\r');
		await screen.waitFor('OpenRouter account');
		await screen.press('\r');
		await screen.waitFor(`${authority.url}/auth?callback_url=`);
		await screen.press('\u001b');
		await screen.waitFor('The sign-in was cancelled.');
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});
});
