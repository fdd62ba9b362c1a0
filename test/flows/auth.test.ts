import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {startAuthority} from '../helpers/authority.ts';
import {program, runBough} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

function desk(files: Record<string, string> = {}) {
	const home = tempFolder(files);
	if (files['auth.json']) fs.chmodSync(path.join(home, 'auth.json'), 0o600);
	const cwd = tempFolder();
	return {
		home,
		cwd,
		run: (args: string, options: {input?: string; env?: Record<string, string>} = {}) =>
			runBough(args.split(' '), {
				cwd,
				env: {BOUGH_HOME: home, ...options.env},
				...(options.input === undefined ? {} : {input: options.input}),
			}),
		stored: () => JSON.parse(fs.readFileSync(path.join(home, 'auth.json'), 'utf8')),
	};
}

const groq = JSON.stringify({groq: {type: 'api_key', key: 'gsk-1'}});

describe('bough auth', () => {
	it('takes a key from a pipe, prints it for scripts, and forgets it', async () => {
		const {run, stored} = desk();
		expect(await run('auth login groq --api-key', {input: 'gsk-1\n'})).toEqual({
			code: 0,
			stdout: '',
			stderr: 'bough: signed in to Groq\n',
		});
		expect(stored()).toEqual({groq: {type: 'api_key', key: 'gsk-1'}});
		expect(await run('auth print-api-key groq')).toEqual({code: 0, stdout: 'gsk-1\n', stderr: ''});
		expect(await run('auth logout groq')).toMatchObject({
			code: 0,
			stdout: 'auth.json has nothing for Groq any more.\n',
		});
		expect(await run('auth logout groq')).toMatchObject({
			code: 0,
			stdout: 'auth.json had nothing for Groq.\n',
		});
		expect(await run('auth print-api-key groq')).toMatchObject({code: 1, stdout: ''});
	});

	it('checks: 0 ready, 1 nothing there, 2 something that does not work', async () => {
		const torn = {torn: {type: 'api_key', key: '!exit 3'}};
		const models = {
			providers: {torn: {baseUrl: 'http://x', api: 'openai-completions', models: [{id: 'm'}]}},
		};
		const {run} = desk({
			'auth.json': JSON.stringify({...JSON.parse(groq), ...torn}),
			'models.json': JSON.stringify(models),
		});
		expect(await run('auth check groq')).toMatchObject({
			code: 0,
			stdout: 'groq: ready, key from auth.json\n',
		});
		expect((await run('auth check mistral')).code).toBe(1);
		const invalid = await run('auth check torn --json');
		expect([invalid.code, JSON.parse(invalid.stdout)]).toEqual([
			2,
			{
				provider: 'torn',
				kind: 'key',
				from: 'auth.json',
				state: 'invalid',
				reason: 'The command in auth.json that gives the key of torn failed (exit code 3).',
			},
		]);
		expect((await run('auth check torn --no-refresh')).code).toBe(0);
		const all = await run('auth check --credentials --json', {env: {MISTRAL_API_KEY: 'm'}});
		expect(JSON.parse(all.stdout).map((each: {provider: string}) => each.provider)).toEqual([
			'groq',
			'mistral',
			'torn',
		]);
		expect((await desk().run('auth check')).code).toBe(1);
	});

	it('prints the token of a sign-in, renewed when it does not last long enough', async () => {
		let count = 1;
		const authority = await startAuthority({
			'POST /api/accounts/oauth/token': () => {
				count += 1;
				return {json: {access_token: `a${count}`, refresh_token: 'r2', expires_in: 3600}};
			},
		});
		const expires = Date.now() + 20 * 60_000;
		const openai = {type: 'oauth', access: 'a1', refresh: 'r1', expires, clientId: 'issued'};
		const {run} = desk({
			'auth.json': JSON.stringify({openai, ...JSON.parse(groq)}),
			'settings.json': JSON.stringify({signIn: {openai: {server: authority.url}}}),
		});
		expect((await run('auth print-bearer-token openai')).stdout).toBe('a1\n');
		expect((await run('auth print-bearer-token openai --min-expiry 30m')).stdout).toBe('a2\n');
		expect((await run('auth print-bearer-token openai --min-expiry 30m')).stdout).toBe('a2\n');
		expect(await run('auth print-bearer-token groq')).toMatchObject({code: 1, stdout: ''});
		expect(await run('auth print-bearer-token openai --min-expiry 5')).toMatchObject({code: 2});
	});

	it('signs in with a browser that somebody has elsewhere', async () => {
		const authority = await startAuthority({
			'GET /auth': ({query}) => ({redirect: `${query.get('callback_url')}?code=c`}),
			'POST /api/v1/auth/keys': () => ({json: {key: 'or-key'}}),
		});
		const {home, cwd, stored} = desk({
			'settings.json': JSON.stringify({signIn: {openrouter: {server: authority.url}}}),
		});
		const screen = startScreen({
			args: [program, 'auth', 'login', 'openrouter', '--no-browser'],
			env: {BOUGH_HOME: home},
			cwd,
			columns: 400,
		});
		await screen.waitFor('Waiting for the browser');
		const [page = ''] = /http:\S+\/auth\?\S+/.exec(screen.text()) ?? [];
		const answer = await fetch(page, {redirect: 'manual'});
		await screen.press(`${answer.headers.get('location') ?? ''}\r`);
		expect((await screen.exit).code).toBe(0);
		expect(screen.output()).not.toContain('code=c');
		expect(stored()).toEqual({openrouter: {type: 'api_key', key: 'or-key'}});
	});

	it('hides a key that is typed, and keeps nothing when the person gives up', async () => {
		const {home, cwd, stored} = desk();
		const start = () =>
			startScreen({args: [program, 'auth', 'login', 'groq'], env: {BOUGH_HOME: home}, cwd});
		const leaving = start();
		await leaving.waitFor('Key of Groq:');
		leaving.send('\u0003');
		expect((await leaving.exit).code).not.toBe(0);
		expect(fs.existsSync(path.join(home, 'auth.json'))).toBe(false);
		const screen = start();
		await screen.waitFor('Key of Groq:');
		screen.send('gsk-typed\r');
		expect((await screen.exit).code).toBe(0);
		expect(screen.output()).not.toContain('gsk');
		expect(stored()).toEqual({groq: {type: 'api_key', key: 'gsk-typed'}});
	});

	it.each([
		['auth', 'needs one of login, logout, check, print-api-key, print-bearer-token'],
		['auth nonsense', 'needs one of'],
		['auth login groq sk-secret', 'takes one provider and no other words'],
		['auth login grok', 'Did you mean groq?'],
		['auth logout --json', "Unknown option '--json'"],
		['auth login openai-codex --api-key', 'takes no key'],
	])('refuses %j', async (args, words) => {
		const {code, stderr} = await desk().run(args);
		expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
		expect(stderr).not.toContain('sk-secret');
	});

	it('has a help of its own', async () => {
		const {stdout} = await desk().run('auth --help');
		for (const word of ['login', 'logout', 'check', 'print-api-key', 'print-bearer-token'])
			expect(stdout).toContain(word);
		expect((await desk().run('--help')).stdout).toContain('bough auth');
	});
});

describe('bough update --models', () => {
	it('keeps a newer catalog in the home, from an address or a file', async () => {
		const models = Object.fromEntries(
			[1, 2, 3, 4, 5].map(n => [
				`new-${n}`,
				{name: `New ${n}`, limit: {context: 1000, output: 100}, last_updated: '2099-01-02'},
			]),
		);
		const authority = await startAuthority({'GET /api.json': () => ({json: {groq: {models}}})});
		const {run, home} = desk({'auth.json': groq});
		const from = `${authority.url}/api.json`;
		expect(await run('update --models', {env: {BOUGH_MODELS_URL: from}})).toMatchObject({
			code: 0,
			stdout: expect.stringContaining(`models as of 2099-01-02, from ${from}`),
		});
		const list = await run('--list-models new-3');
		expect(list.stdout).toContain('new-3');
		const file = path.join(home, 'api.json');
		fs.writeFileSync(file, JSON.stringify({groq: {models: {...models, 'new-6': models['new-1']}}}));
		expect((await run(`update --models --from ${file}`)).code).toBe(0);
		expect((await run('--list-models new-6')).stdout).toContain('new-6');
	});

	it('does without a network when it must, and says what is wrong with a source', async () => {
		const {run} = desk();
		expect(await run('update --models', {env: {BOUGH_OFFLINE: '1'}})).toMatchObject({code: 2});
		const {code, stderr} = await run('update --models --from http://127.0.0.1:1/api.json');
		expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
	});
});
