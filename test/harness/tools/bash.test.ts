import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

describe('bash', () => {
	it('runs in the working directory, with the variables of the session', async () => {
		const cwd = tempFolder();
		const {text} = toolsIn(cwd, {env: () => ({BOUGH_TEST: 'yes'})});
		expect(await text('bash', {command: 'pwd; echo $BOUGH_TEST'})).toBe(`${cwd}\nyes`);
		expect(await text('bash', {command: 'true'})).toBe('(no output)');
	});

	it('gives a failure as an error with output, code and details', async () => {
		const result = await toolsIn(tempFolder()).run('bash', {command: 'echo before; exit 3'});
		expect(result).toMatchObject({
			content: [{type: 'text', text: 'before\n\n[exit code 3]'}],
			isError: true,
			details: {exitCode: 3, truncated: false, bytes: 7},
		});
	});

	it('says that it took too long, what it had printed and what to do', async () => {
		const {run} = toolsIn(tempFolder(), {shell: () => ({timeoutSeconds: 0.3})});
		const {content, isError} = await run('bash', {command: 'echo a; sleep 9'});
		expect(content).toEqual([
			{
				type: 'text',
				text: expect.stringMatching(
					/^a\n\n\[The command took longer than 0\.3 s and was stopped with all that it had started\. Give a longer timeout, or run what takes long in the background with its output in a file\.\]$/,
				),
			},
		]);
		expect(isError).toBe(true);
	});

	it('says when it was stopped, with what it had printed', async () => {
		const controller = new AbortController();
		const updates: unknown[] = [];
		const result = await toolsIn(tempFolder()).run(
			'bash',
			{command: 'echo a; sleep 9'},
			{
				signal: controller.signal,
				onUpdate: partial => {
					updates.push(partial);
					controller.abort();
				},
			},
		);
		expect(updates).toEqual([
			{content: [{type: 'text', text: 'a'}], details: {truncated: false, bytes: 2, timeout: 20}},
		]);
		expect(result.content).toEqual([
			{
				type: 'text',
				text: expect.stringMatching(/^a\n\n\[The command was stopped\.\]$/),
			},
		]);
	});

	it('names what it left running, and how to end it', async () => {
		const {run} = toolsIn(tempFolder());
		const result = await run('bash', {command: 'sleep 30 & echo x'});
		const text = JSON.stringify(result.content);
		const group = /kill -- -(\d+)/.exec(text)?.[1];
		expect(text).toContain(`process group ${group}`);
		process.kill(-Number(group), 'SIGKILL');
		fs.rmSync(/goes to (\S+?)\]/.exec(text)?.[1] ?? '');
	});

	it('stores little, whatever the output was', async () => {
		const result = await toolsIn(tempFolder()).run('bash', {command: 'seq 1 3000000'});
		expect(JSON.stringify(result).length).toBeLessThan(100_000);
		const {fullOutputPath} = result.details as {fullOutputPath: string};
		fs.rmSync(fullOutputPath);
	});

	it('says that the working directory is gone', async () => {
		expect(await toolsIn('/nowhere/at/all').text('bash', {command: 'pwd'})).toBe(
			'Error: The working directory /nowhere/at/all does not exist',
		);
	});
});
