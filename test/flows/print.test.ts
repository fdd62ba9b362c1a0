import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {setUpModel, wireFormats} from '../helpers/model-server.ts';
import {runBough} from '../helpers/run-bough.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const ask = ['--model', 'test/m', '-p'];

describe('a run without a screen', () => {
	it.each(Object.keys(wireFormats))('reads a file for an answer over %s', async api => {
		const plans = [
			{text: 'Let me look.', call: ['read', {path: 'a.txt'}] as const},
			{text: 'It says: hello from a file.'},
		];
		const {server, cwd, env} = await setUpModel(api, plans, {'a.txt': 'hello from a file\n'});
		expect(await runBough([...ask, 'What is in a.txt?'], {cwd, env})).toEqual({
			code: 0,
			stdout: 'It says: hello from a file.\n',
			stderr: '',
		});
		expect(JSON.stringify(server.seen[1]?.body)).toContain('hello from a file');
	});

	it('writes every event as a line of its own', async () => {
		const {cwd, env} = await setUpModel('openai-completions', [{text: 'one\u2028two'}]);
		const {stdout, code} = await runBough(['--model', 'test/m', '--mode', 'json', 'hi'], {
			cwd,
			env,
		});
		const records = stdout
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(code).toBe(0);
		expect(records.map(({type}) => type)).toEqual(
			expect.arrayContaining(['session', 'agent_start', 'message_update', 'agent_settled']),
		);
		expect(records.at(-1)).toEqual({type: 'agent_settled', aborted: false});
	});

	it('ends with the same code for a failed answer in every mode, and says why', async () => {
		for (const mode of [['-p'], ['--mode', 'json']]) {
			const {server, cwd, env} = await setUpModel('openai-completions', []);
			server.push({
				status: 401,
				frames: ['{"error":{"message":"no such key"}}'],
				headers: {'content-type': 'application/json'},
			});
			const {code, stderr} = await runBough(['--model', 'test/m', ...mode, 'hi'], {cwd, env});
			expect([code, stderr]).toEqual([1, expect.stringContaining('no such key')]);
		}
	});

	it('takes a prompt from a pipe, and does not wait for one that says nothing', async () => {
		const {server, cwd, env} = await setUpModel('openai-completions', [{text: 'a'}, {text: 'b'}]);
		expect((await runBough(ask, {cwd, env, input: 'from the pipe'})).stdout).toBe('a\n');
		expect((await runBough([...ask, 'hi'], {cwd, env, input: 'open'})).stdout).toBe('b\n');
		expect(JSON.stringify(server.seen[0]?.body)).toContain('from the pipe');
	});

	it('goes on with the newest session', async () => {
		const {server, cwd, env} = await setUpModel('openai-completions', [{text: 'a'}, {text: 'b'}]);
		await runBough([...ask, 'first question'], {cwd, env});
		await runBough([...ask, '-c', 'second question'], {cwd, env});
		expect(JSON.stringify(server.seen[1]?.body)).toMatch(/first question[\s\S]*second question/);
	});

	it.each([
		[['--modle', 'x'], 2, 'Did you mean --mode'],
		[['-p', '@none.txt'], 2, '@none.txt'],
		[['-p', 'hi', '--session', 'none'], 2, 'There is no session "none"'],
		[['-p', 'hi', '-c', '--no-session'], 2, 'cannot be used together'],
		[['-p', 'hi', '--model', 'nonsense'], 2, 'There is no model "nonsense"'],
	] as const)('answers %j with one sentence', async (args, code, words) => {
		const {cwd, env} = await setUpModel('openai-completions', []);
		const run = await runBough(args, {cwd, env});
		expect([run.code, run.stdout]).toEqual([code, '']);
		expect(run.stderr).toContain(words);
		expect(run.stderr.trim().split('\n')).toHaveLength(1);
	});

	it('names file and line of a broken configuration, and leaves it as it is', async () => {
		const {home, cwd, env} = await setUpModel('openai-completions', []);
		for (const name of ['models.json', 'settings.json']) {
			fs.writeFileSync(path.join(home, name), '{\n  "providers": {,\n');
			const {stderr} = await runBough(['-p', 'help', '--model', 'demo/script'], {cwd, env});
			expect(stderr).toContain(`${path.join(home, name)}, line 2`);
			expect(fs.readFileSync(path.join(home, name), 'utf8')).toBe('{\n  "providers": {,\n');
			fs.rmSync(path.join(home, name));
		}
	});

	it('stops at a limit with a code of its own', async () => {
		const call = {call: ['bash', {command: 'true'}] as const};
		const {cwd, env} = await setUpModel('openai-completions', [call, call, call, {text: 'end'}]);
		for (const limit of [
			['--max-turns', '1'],
			['--max-time', '0.001'],
		]) {
			const run = await runBough([...ask, 'go', ...limit], {cwd, env});
			expect([run.code, run.stderr]).toEqual([3, expect.stringContaining(limit[0] ?? '')]);
		}
	});

	it('opens a session by an id of the person, and adds to the prompt', async () => {
		const {server, cwd, env} = await setUpModel('openai-completions', [{text: 'a'}, {text: 'b'}]);
		await runBough([...ask, '--session-id', 'mine', '--append-system-prompt', 'Be kind.', 'one'], {
			cwd,
			env,
		});
		await runBough([...ask, '--session-id', 'mine', 'two'], {cwd, env});
		expect(JSON.stringify(server.seen[0]?.body)).toContain('Be kind.');
		expect(JSON.stringify(server.seen[1]?.body)).toMatch(/one[\s\S]*two/);
	});

	it('says how to connect a model when there is none, and shows the demo only when asked', async () => {
		const cwd = tempFolder({'a.txt': 'x'});
		const env = {BOUGH_HOME: tempFolder(), BOUGH_OFFLINE: '1'};
		const none = await runBough(['-p', 'hi'], {cwd, env});
		expect([none.code, none.stdout]).toEqual([2, '']);
		expect(none.stderr).toContain('ANTHROPIC_API_KEY');
		const demo = await runBough(['-p', 'list files', '--model', 'demo/script', '-t', 'ls'], {
			cwd,
			env,
		});
		expect(demo.stdout).toMatch(/1 files:[\s\S]*a\.txt/);
	});

	it('says that its home cannot be written', async () => {
		const {cwd, home} = await setUpModel('openai-completions', []);
		fs.writeFileSync(path.join(home, 'file'), '');
		const env = {BOUGH_HOME: path.join(home, 'file', 'home'), BOUGH_OFFLINE: '1'};
		const {code, stderr} = await runBough(['-p', 'help', '--model', 'demo/script'], {cwd, env});
		expect(code).not.toBe(0);
		expect(stderr).toContain(path.join(home, 'file', 'home'));
		expect(stderr).not.toContain('    at ');
	});
});
