import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {withEvents} from '../scripts/extension-events.ts';
import {catalogModels, catalogProviders} from '../source/ai/index.ts';
import {protocols} from '../source/ai/protocols/index.ts';
import {subcommands} from '../source/cli/subcommands/index.ts';
import {commands} from '../source/harness/index.ts';
import {settingsSchema} from '../source/harness/resources/settings-schema.ts';
import {toolFactories} from '../source/harness/tools/index.ts';
import {bindings} from '../source/modes/interactive/keys/bindings.ts';
import {rpcCommands} from '../source/modes/rpc/commands.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const namesIn = (folder: string): readonly string[] => fs.readdirSync(path.join(root, folder));

describe('the lists of the product', () => {
	it('hold every tool that has words for the model', () => {
		expect(Object.keys(toolFactories).sort()).toEqual(
			namesIn('prompts/model/tools')
				.map(name => name.replace('.md', ''))
				.sort(),
		);
	});

	it('hold every command', () => {
		const files = namesIn('source/harness/commands').filter(
			name => !['index.ts', 'define-command.ts'].includes(name),
		);
		expect(commands.map(({name}) => `${name}.ts`).sort()).toEqual([...files].sort());
	});

	it('hold every word of the command line that is a command', async () => {
		const rows = await Promise.all(
			subcommands.map(async ({name, load}) => [name, typeof (await load())]),
		);
		expect(rows.map(([, kind]) => kind)).toEqual(rows.map(() => 'function'));
		for (const [name = ''] of rows) {
			expect(namesIn('source/cli/subcommands')).toContain(`${name}.ts`);
			expect([name, read('docs/cli.md').includes(`\`${name}`)]).toEqual([name, true]);
		}
	});

	it('hold every protocol', () => {
		const folders = fs
			.readdirSync(path.join(root, 'source/ai/protocols'), {withFileTypes: true})
			.filter(entry => entry.isDirectory());
		expect(Object.keys(protocols).sort()).toEqual(folders.map(({name}) => name).sort());
	});

	it('have models for every provider of the catalog', async () => {
		for (const {id} of catalogProviders)
			expect([id, (await catalogModels(id)).length > 0]).toEqual([id, true]);
	});
});

describe('the documentation', () => {
	it('names every RPC command', () => {
		for (const name of Object.keys(rpcCommands)) expect(read('docs/rpc.md')).toContain(name);
	});

	it('names every setting', () => {
		for (const name of Object.keys(settingsSchema.properties))
			expect(read('docs/settings.md')).toContain(name);
	});

	it('names every key', () => {
		for (const id of Object.keys(bindings))
			expect(read('docs/keybindings.md')).toContain(`\`${id}\``);
	});

	it('names every tool', () => {
		for (const name of Object.keys(toolFactories)) expect(read('docs/tools.md')).toContain(name);
	});
});

describe('the documentation of extensions', () => {
	it('has the events as they are', () => {
		const text = read('docs/extensions.md');
		expect(withEvents(text)).toBe(text);
	});
});
