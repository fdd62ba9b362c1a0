import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {ExtensionFactory} from '../source/harness/extensions/extension-api.ts';
import {createImporter} from '../source/harness/extensions/load.ts';
import type {Surface} from '../source/harness/index.ts';
import {noSurface} from '../source/harness/index.ts';
import {piModules} from '../source/sdk/pi-modules/index.ts';
import {extensionSession} from './helpers/extension-session.ts';
import {calls, fakeModel, says} from './helpers/fake-model.ts';
import {tempFolder} from './helpers/temp-folder.ts';

const root = path.resolve(import.meta.dirname, '..');

/** As the program loads it. */
async function load(file: string): Promise<ExtensionFactory> {
	const importer = await createImporter(tempFolder(), piModules);
	return (await importer(path.join(root, file))) as ExtensionFactory;
}

const statuses = () => {
	const shown: Record<string, string | undefined> = {};
	const surface: Surface = {
		...noSurface,
		setStatus(key, text) {
			shown[key] = text;
		},
	};
	return {shown, surface};
};

describe('the extensions that ship', () => {
	it('ask before a dangerous command, and run it only with a yes', async () => {
		const factory = await load('extensions/permission-rules.ts');
		const rules = (words: string) => calls('bash', {command: words});
		for (const [answer, allowed] of [
			['yes', true],
			['no', false],
		] as const) {
			const model = fakeModel(rules('sudo reboot'), says('done'));
			const bash = (pi: Parameters<ExtensionFactory>[0]) =>
				pi.registerTool({
					name: 'bash',
					label: 'bash',
					description: 'pretends',
					parameters: {type: 'object', properties: {}},
					execute: async () => ({content: [{type: 'text', text: 'ran'}]}),
				});
			const {ask, session} = await extensionSession(model, [factory, bash], {
				canAsk: true,
				ask: async () => answer,
			});
			await ask('go');
			expect(JSON.stringify(session.messages()).includes('"ran"')).toBe(allowed);
		}
	});

	it('restore the files of a repository as they were before a run', async () => {
		const factory = await load('extensions/git-checkpoint.ts');
		const model = fakeModel(says('done'));
		const {ask, session, notices} = await extensionSession(model, [factory]);
		const {cwd} = session.getState();
		const git = (...args: readonly string[]) =>
			execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd});
		git('init', '-q');
		git('config', 'user.name', 'a');
		git('config', 'user.email', 'a@b');
		const file = path.join(cwd, 'a.txt');
		fs.writeFileSync(file, 'committed');
		git('add', 'a.txt');
		git('commit', '-qm', 'a');
		fs.writeFileSync(file, 'before the run');
		await ask('change it');
		fs.writeFileSync(file, 'after the run');
		const entry = session
			.tree()
			.entries()
			.find(({type}) => type === 'custom');
		const {commit} = (entry as unknown as {data: {commit: string}}).data;
		await session.prompt(`/restore ${commit}`);
		expect(notices.at(-1)).toContain('before: change it');
		expect(fs.readFileSync(file, 'utf8')).toBe('before the run');
	});

	it('show how fast an answer came', async () => {
		const factory = await load('extensions/tokens-per-second.ts');
		const {shown, surface} = statuses();
		const {ask} = await extensionSession(fakeModel(says('hello')), [factory], {surface});
		await ask('go');
		expect(shown['tokens-per-second']).toMatch(/^\d+ tok\/s$/);
	});
});

describe('the examples', () => {
	it('hello-tool greets', async () => {
		const factory = await load('examples/extensions/hello-tool.ts');
		const model = fakeModel(calls('hello', {name: 'Ada'}), says('done'));
		const {ask, session} = await extensionSession(model, [factory]);
		await ask('go');
		expect(JSON.stringify(session.messages())).toContain('Hello, Ada!');
	});

	it('word-count counts what is written', async () => {
		const factory = await load('examples/extensions/word-count.ts');
		const {shown, surface} = statuses();
		const {ask, session, notices} = await extensionSession(fakeModel(says('ok')), [factory], {
			surface,
		});
		await ask('three words here');
		await session.prompt('/words');
		expect(shown.words).toBe('3 words written');
		expect(notices).toEqual(['3 words were written in this session.']);
	});

	it('no-secrets keeps keys from the model', async () => {
		const factory = await load('examples/extensions/no-secrets.ts');
		const model = fakeModel(calls('echo', {words: 'use sk-abcdefgh12345'}), says('done'));
		const {ask} = await extensionSession(model, [factory]);
		await ask('go');
		const shown = JSON.stringify(model.requests[1]?.filter(({role}) => role === 'toolResult'));
		expect(shown).toContain('[a key]');
	});

	it('are all driven here', () => {
		const named = fs.readFileSync(import.meta.filename, 'utf8');
		for (const folder of ['extensions', 'examples/extensions'])
			for (const file of fs.readdirSync(path.join(root, folder)))
				expect(named).toContain(`load('${folder}/${file}')`);
	});
});
