import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {setUpModel} from '../helpers/model-server.ts';
import {makeRepository} from '../helpers/repository.ts';
import {runBough} from '../helpers/run-bough.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const skill = (name: string, more = '') =>
	`---\nname: ${name}\ndescription: Does ${name}\n${more}---\nDo ${name}.\n`;

describe('the commands for packages', () => {
	it('install, show, narrow and remove what the next run uses', async () => {
		const repository = makeRepository({
			'skills/one/SKILL.md': skill('one'),
			'skills/two/SKILL.md': skill('two'),
		});
		const {cwd, env, server} = await setUpModel('openai-completions', [{text: 'ok'}]);
		const run = (...args: readonly string[]) => runBough(args, {cwd, env});
		expect(await run('install', repository.url)).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/^Installed git:file:.* [0-9a-f]{40} \(sha256-.*\)\n$/),
		});
		expect((await run('list')).stdout).toContain('(2 skills)');
		expect((await run('config', 'off', repository.url, 'one')).code).toBe(0);
		expect((await run('config')).stdout).toMatch(
			/\[ \] skill skills\/one\n {2}\[x\] skill skills\/two/,
		);
		expect((await run('-p', 'hi', '--model', 'test/m')).code).toBe(0);
		const body = JSON.stringify(server.seen.map(request => request.body));
		expect([body.includes('Does one'), body.includes('Does two')]).toEqual([false, true]);
		expect((await run('remove', repository.url)).stdout).toBe(`Removed ${repository.url}\n`);
		expect((await run('list')).stdout).toContain('There are no packages');
	});

	it('say in a sentence what they cannot do, and end with 2', async () => {
		const cwd = tempFolder({'.bough/skills/x/SKILL.md': skill('x')});
		const env = {BOUGH_HOME: tempFolder()};
		const run = async (...args: readonly string[]) => {
			const {code, stderr} = await runBough(args, {cwd, env});
			return [code, stderr];
		};
		expect([
			await run('list', 'the', 'files'),
			await run('remove', 'npm:none'),
			await run('install', './none'),
			await run('install', '-l', '.'),
			await run('update', '--nope'),
		]).toEqual([
			[2, expect.stringContaining('bough -- list the files')],
			[2, expect.stringContaining('is not among the packages of your settings')],
			[2, expect.stringContaining('There is no folder')],
			[2, expect.stringContaining('nobody trusted yet')],
			[2, expect.stringContaining('--nope')],
		]);
	});
});

describe('a skill with allowed tools', () => {
	it('keeps the model from other tools until the next prompt', async () => {
		const {cwd, home, env} = await setUpModel('openai-completions', [
			{call: ['bash', {command: 'touch ran'}]},
			{text: 'I may not.'},
			{call: ['bash', {command: 'touch ran-later'}]},
			{text: 'Done.'},
		]);
		fs.mkdirSync(path.join(home, 'skills/look'), {recursive: true});
		fs.writeFileSync(
			path.join(home, 'skills/look/SKILL.md'),
			skill('look', 'allowed-tools: Read Grep\n'),
		);
		const {code, stdout} = await runBough(
			['--mode', 'json', '--model', 'test/m', '/skill:look around', 'now do it'],
			{cwd, env},
		);
		expect(code).toBe(0);
		expect(stdout).toContain('The skill \\"look\\" allows only Read, Grep.');
		expect(fs.readdirSync(cwd)).toEqual(['ran-later']);
	});
});
