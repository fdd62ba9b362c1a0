import {spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {type Setup, setUpModel} from './helpers/model-server.ts';
import {program} from './helpers/run-bough.ts';
import {tempFolder} from './helpers/temp-folder.ts';

const folder = path.resolve(import.meta.dirname, '../examples');

/** Runs an example to its end, as its reader would: with `bough` on the path. */
function run(
	command: string,
	args: readonly string[],
	{cwd, env}: Pick<Setup, 'cwd' | 'env'>,
): Promise<{readonly code: number | null; readonly out: string; readonly err: string}> {
	const bin = tempFolder();
	fs.symlinkSync(program, path.join(bin, 'bough'));
	const child = spawn(command, args, {
		cwd,
		env: {...process.env, ...env, PATH: `${bin}:${process.env.PATH}`},
	});
	const texts = {out: '', err: ''};
	child.stdout.on('data', chunk => {
		texts.out += chunk;
	});
	child.stderr.on('data', chunk => {
		texts.err += chunk;
	});
	return new Promise(resolve => child.on('close', code => resolve({code, ...texts})));
}

const example = (name: string, setup: Setup) =>
	run(process.execPath, [path.join(folder, name)], setup);

it('minimal.ts prints the answer as it comes', async () => {
	const setup = await setUpModel('openai-completions', [{text: 'Two files.'}]);
	expect(await example('sdk/minimal.ts', setup)).toEqual({code: 0, out: 'Two files.\n', err: ''});
});

it('custom-tool.ts gives the model a tool and shows what it returned', async () => {
	const setup = await setUpModel('anthropic-messages', [
		{call: ['roll_dice', {count: 1, sides: 2}]},
		{text: 'Done.'},
	]);
	const {code, out} = await example('sdk/custom-tool.ts', setup);
	expect(out).toMatch(/^roll_dice: Rolled [12]: [12]\nDone\.\n$/);
	expect(code).toBe(0);
	const [first] = setup.server.seen;
	expect(first?.body).toMatchObject({tools: [{name: 'roll_dice'}]});
});

it('custom-provider.ts asks a provider that no file knows of', async () => {
	const setup = await setUpModel('openai-completions', [{text: 'Paris'}, {text: 'Rome'}]);
	const env = {...setup.env, HOUSE_URL: `${setup.server.url}/v1`};
	expect(await example('sdk/custom-provider.ts', {...setup, env})).toEqual({
		code: 0,
		out: 'Paris\nRome\n',
		err: '',
	});
	expect(setup.server.seen.map(({headers}) => headers.authorization)).toEqual([
		'Bearer not needed',
		'Bearer not needed',
	]);
});

it('full-control.ts looks for nothing but what it was given', async () => {
	const setup = await setUpModel('google-generative-ai', [{text: 'A garden.'}], {
		'AGENTS.md': 'INSTRUCTIONS',
	});
	const env = {...setup.env, AGENT_DIR: setup.home};
	const {code, out} = await example('sdk/full-control.ts', {...setup, env});
	expect(code).toBe(0);
	expect(out).toContain('A garden.\n');
	const sent = JSON.stringify(setup.server.seen[0]?.body);
	expect(sent).toContain('You read files and answer in one sentence.');
	expect(sent).not.toContain('INSTRUCTIONS');
	const [file] = fs.readdirSync(path.join(setup.home, 'sessions'));
	expect(out).toContain(`${file}`);
});

it('session-runtime.ts replaces the open session and comes back', async () => {
	const setup = await setUpModel('openai-responses', [{text: 'First answer'}]);
	expect(await example('sdk/session-runtime.ts', setup)).toEqual({
		code: 0,
		out: 'new: 0 messages\nback: 2 messages\nfork before: First question\n',
		err: '',
	});
});

it('rpc-client.ts drives the program as a child', async () => {
	const setup = await setUpModel('openai-completions', [
		{call: ['bash', {command: 'true'}]},
		{text: 'No files.'},
	]);
	const {code, out} = await example('rpc-client.ts', setup);
	expect(out).toMatch(/^tool: bash\nNo files\.\n\{ input: 20, output: 10/);
	expect(code).toBe(0);
});

// Only where there is a Python to run it.
for (const python of ['python3'].filter(name => spawnSync(name, ['-V']).status === 0)) {
	it('rpc_client.py speaks the protocol', async () => {
		const setup = await setUpModel('openai-completions', [{text: 'One \u2028 two.'}]);
		const {code, out} = await run(python, [path.join(folder, 'rpc_client.py')], setup);
		expect(out).toBe('One \u2028 two.\n3 messages\n');
		expect(code).toBe(0);
	});
}

it('rooted-tools.ts keeps files inside of the folder that it was given', async () => {
	const setup = await setUpModel('openai-completions', []);
	const root = tempFolder();
	const file = path.join(folder, 'sdk/rooted-tools.ts');
	const {code, out, err} = await run(process.execPath, [file, root], setup);
	expect([code, err]).toEqual([0, '']);
	expect(out).toMatch(/^two\n$/m);
	expect(out).toMatch(/^today\.md$/m);
	expect(fs.readFileSync(path.join(root, 'notes/today.md'), 'utf8')).toBe('two\n');
});
