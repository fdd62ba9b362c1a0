import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {ToolResult} from '../../../source/harness/index.ts';
import {isGroupAlive} from '../../../source/harness/shell/kill-tree.ts';
import {runCommand} from '../../../source/harness/shell/run-command.ts';
import {createBashTool} from '../../../source/harness/tools/bash.ts';
import {createFileMemory} from '../../../source/harness/tools/file-memory.ts';
import {createFileQueue} from '../../../source/harness/tools/file-queue.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const command = (text: string, options: Partial<Parameters<typeof runCommand>[1]> = {}) =>
	runCommand(text, {
		cwd: tempFolder(),
		env: {},
		shell: {timeoutSeconds: 0},
		timeoutMs: 10_000,
		signal: new AbortController().signal,
		...options,
	});

const tool = (input: unknown): Promise<ToolResult> => {
	const cwd = tempFolder();
	const bash = createBashTool({
		cwd,
		userHome: cwd,
		files: createFileMemory(),
		queue: createFileQueue(),
		shell: () => ({timeoutSeconds: 10}),
		env: () => ({BOUGH_TEST: 'yes'}),
		seesImages: () => true,
	});
	const execute = bash.execute as (input: unknown, run: unknown) => Promise<ToolResult>;
	return execute(input, {toolCallId: 'c', signal: new AbortController().signal, update() {}});
};

const textOf = ({content}: ToolResult): string =>
	content.map(part => (part.type === 'text' ? part.text : '')).join('');

describe('a command', () => {
	it('gives its output and errors in the order they came', async () => {
		expect(await command('echo a; echo b >&2; echo c')).toMatchObject({
			text: 'a\nb\nc',
			exitCode: 0,
			truncated: false,
		});
	});

	it('is over when the shell is, whatever stays in the background, silent or not', async () => {
		for (const background of [
			'sleep 30 &',
			'(while true; do echo x; sleep 0.05; done) &',
			'setsid sleep 1 & disown;',
		]) {
			const end = await command(`${background} echo started`);
			expect(end.exitCode).toBe(0);
			if (end.survivors !== undefined) process.kill(-end.survivors, 'SIGKILL');
		}
	});

	it('names the group of what it left running', async () => {
		const end = await command('sleep 30 & echo on');
		expect(end.survivors).toBeTypeOf('number');
		expect(isGroupAlive(end.survivors ?? 0)).toBe(true);
		process.kill(-(end.survivors ?? 0), 'SIGKILL');
	});

	it('ends at its time limit with all its children, also with those that do not listen', async () => {
		const end = await command("trap '' TERM; (trap '' TERM; sleep 60) & echo $$; sleep 60", {
			timeoutMs: 200,
		});
		expect(end).toMatchObject({endedBy: 'timeout', survivors: undefined});
		const group = Number(end.text.split('\n')[0]);
		await expect.poll(() => isGroupAlive(group)).toBe(false);
	});

	it('ends when it is aborted', async () => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 100);
		expect(await command('echo begun; sleep 60', {signal: controller.signal})).toMatchObject({
			text: 'begun',
			endedBy: 'abort',
		});
	});

	it('finds no terminal, no input and no editor', async () => {
		expect((await command('read x < /dev/tty')).text).toMatch(/device|tty/);
		expect(await command('cat; echo end')).toMatchObject({text: 'end'});
		const git = await command(
			'git init -q . && git -c user.name=a -c user.email=b commit --allow-empty',
		);
		expect(git.exitCode).not.toBe(0);
		expect(git.text).toContain('no editor');
	});

	it('collapses what redraws itself, takes out what drives terminals, and sums up binary output', async () => {
		expect(
			(
				await command(
					"for i in 1 2 3; do printf '\\rat %d' $i; done; echo; printf '\\033[31mred\\033[0m\\a'",
				)
			).text,
		).toBe('at 3\nred');
		expect(await command('head -c 5000 /dev/urandom')).toMatchObject({
			text: expect.stringContaining('binary output'),
			truncated: true,
		});
	});

	it('keeps the end of a flood, and all of it in a private file', async () => {
		const end = await command('seq 1 200000');
		expect(end.text).toContain('200000\n\n[Showing lines');
		expect(end.text).toContain('of 200000');
		const file = end.fullOutputPath ?? '';
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect(fs.readFileSync(file, 'utf8').split('\n')).toHaveLength(200_001);
		expect(end.text.length).toBeLessThan(60_000);
		fs.rmSync(file);
	});

	it('leaves no file behind when all was shown', async () => {
		const before = fs
			.readdirSync(process.env.TMPDIR ?? '/tmp')
			.filter(name => name.startsWith('bough-bash-')).length;
		await command('echo short');
		expect(
			fs.readdirSync(process.env.TMPDIR ?? '/tmp').filter(name => name.startsWith('bough-bash-'))
				.length,
		).toBeLessThanOrEqual(before);
	});

	it('says that the working directory is gone', async () => {
		await expect(command('pwd', {cwd: '/nowhere/at/all'})).rejects.toThrow(
			'/nowhere/at/all does not exist',
		);
	});
});

describe('the bash tool', () => {
	it('gives a failed command as an error with output and code', async () => {
		await expect(tool({command: 'echo before; exit 3'})).rejects.toThrow(
			/before[\s\S]*exited with code 3/,
		);
		expect(textOf(await tool({command: 'true'}))).toBe('(no output)');
	});

	it('hands on the variables of the session', async () => {
		expect(textOf(await tool({command: 'echo $BOUGH_TEST'}))).toBe('yes');
	});

	it('says that it took too long, and what to do', async () => {
		await expect(tool({command: 'sleep 5', timeout: 0.2})).rejects.toThrow('longer than 0.2 s');
	});
});
