import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {acquireLease} from '../../source/harness/session/lease.ts';
import {createSession, openSession} from '../../source/harness/session/open.ts';
import {setUpModel} from '../helpers/model-server.ts';
import {program, runBough} from '../helpers/run-bough.ts';
import {startScreen} from '../helpers/screen.ts';
import {assistant, fileOf, user} from '../helpers/session-builder.ts';

const folderOf = (home: string, cwd: string) =>
	path.join(home, 'sessions', `--${cwd.slice(1).replaceAll('/', '-')}--`);

function made(home: string, cwd: string, prompt: string): string {
	const tree = createSession({cwd, sessions: folderOf(home, cwd)});
	tree.append(user(prompt));
	tree.append(assistant(`answer to ${prompt}`));
	tree.close();
	return fileOf(tree);
}

async function setUp(plans: Parameters<typeof setUpModel>[1] = []) {
	const setup = await setUpModel('openai-completions', plans, {});
	const show = (args: readonly string[], cwd = setup.cwd) =>
		startScreen({
			args: [program, '--model', 'test/m', ...args],
			env: setup.env,
			cwd,
			columns: 120,
			rows: 36,
		});
	return {...setup, show};
}

describe('the list of sessions', () => {
	it('is searched, shows where each stands, names, deletes and opens', async () => {
		const {home, cwd, show} = await setUp();
		const [apples = '', pears = ''] = ['apples', 'pears'].map(word => made(home, cwd, word));
		const screen = show(['--resume']);
		await screen.waitFor('Sessions of this folder');
		await screen.press('appl');
		await screen.waitFor('answer to apples');
		await screen.waitFor(() => !screen.text().includes('pears'));
		await screen.press('\u0012');
		await screen.waitFor('Name of the session');
		await screen.press('fruit of autumn\r');
		await screen.waitFor('▸ fruit of autumn');
		expect(openSession(apples).name()).toBe('fruit of autumn');
		await screen.press('\u0015pears');
		await screen.waitFor('▸ pears');
		await screen.press('\u0004');
		await screen.waitFor('Delete this session');
		await screen.press('\r');
		await screen.waitFor('Nothing fits.');
		expect(fs.existsSync(pears)).toBe(false);
		await screen.press('\u0015\r');
		await screen.waitFor('answer to apples');
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});

	it('asks where to go on when the folder of a session is gone, and moves it there', async () => {
		const {home, cwd, show} = await setUp();
		const gone = path.join(cwd, 'gone');
		const file = made(home, gone, 'apples');
		const screen = show(['--session', file]);
		await screen.waitFor('does not exist any more');
		await screen.press('\r');
		await screen.waitFor('answer to apples');
		expect(fs.existsSync(file)).toBe(false);
		const [moved = ''] = fs
			.readdirSync(folderOf(home, cwd))
			.filter(name => name.endsWith('.jsonl'));
		expect(openSession(path.join(folderOf(home, cwd), moved)).header.cwd).toBe(cwd);
		await screen.press('\u0003\u0003');
		expect((await screen.exit).code).toBe(0);
	});
});

describe('bough sessions', () => {
	async function run(setup: Awaited<ReturnType<typeof setUp>>, ...args: readonly string[]) {
		const {code, stdout, stderr} = await runBough(['sessions', ...args], setup);
		return {code, said: stdout + stderr};
	}

	it('lists, exports, takes in, moves and checks', async () => {
		const setup = await setUp();
		const {home, cwd} = setup;
		const file = made(home, cwd, 'apples');
		const {id} = openSession(file).header;
		expect((await run(setup, 'list')).said).toContain('apples');
		const [row] = (await run(setup, 'list', '--all', '--json')).said.trim().split('\n');
		expect(JSON.parse(row ?? '')).toMatchObject({id, cwd, messageCount: 2});
		expect((await run(setup, 'export', id.slice(0, 13), 'out.jsonl')).code).toBe(0);
		expect(openSession(path.join(cwd, 'out.jsonl')).size()).toBe(2);
		expect((await run(setup, 'import', 'out.jsonl')).code).toBe(0);
		expect((await run(setup, 'verify')).said.match(/2 records, all sound/g)).toHaveLength(2);
		fs.mkdirSync(path.join(cwd, 'other'));
		expect((await run(setup, 'move', file, 'other')).code).toBe(0);
		expect(fs.existsSync(file)).toBe(false);
		expect(fs.readdirSync(folderOf(home, path.join(cwd, 'other')))).toHaveLength(1);
		fs.appendFileSync(path.join(cwd, 'out.jsonl'), 'half a rec\n');
		expect(await run(setup, 'verify', 'out.jsonl')).toMatchObject({
			code: 1,
			said: expect.stringContaining('out.jsonl, line 4:'),
		});
	});

	it.each([['frobnicate'], ['move'], ['export', 'nothing-like-it'], ['list', '--nope']])(
		'says what is wrong with %s',
		async (...args) => {
			const {code, said} = await run(await setUp(), ...args);
			expect(code).toBe(2);
			expect(said).not.toContain('    at ');
		},
	);

	it('refuses without a screen to go on in a folder that is gone, and says what can be done', async () => {
		const setup = await setUp();
		const gone = path.join(setup.cwd, 'gone');
		const file = made(setup.home, gone, 'apples');
		const refused = await runBough(['--model', 'test/m', '-p', '--session', file, 'hi'], setup);
		expect(refused.code).toBe(2);
		expect(refused.stderr).toContain(`bough sessions move ${file}`);
		expect((await run(setup, 'move', file)).code).toBe(0);
	});

	it('goes on with the newest session that nobody writes, and says so', async () => {
		const setup = await setUp([{text: 'Fine.'}]);
		const {home, cwd} = setup;
		const free = made(home, cwd, 'free');
		const busy = made(home, cwd, 'busy');
		fs.utimesSync(free, 1, 1);
		const held = acquireLease(busy);
		try {
			const run = await runBough(['--model', 'test/m', '-c', '-p', 'hi'], setup);
			expect(run).toMatchObject({code: 0, stdout: 'Fine.\n'});
			expect(run.stderr).toContain('the one before it goes on here');
			expect(openSession(free).size()).toBeGreaterThan(2);
			const named = ['--model', 'test/m', '-p', '--session', busy, 'hi'];
			const refused = await runBough(named, setup);
			expect(refused.code).toBe(2);
			expect(refused.stderr).toContain('can only be read here');
		} finally {
			if (held.kind === 'held') held.lease.release();
		}
	});
});
