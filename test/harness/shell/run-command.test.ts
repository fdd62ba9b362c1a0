import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {isGroupAlive, killAllGroups} from '../../../source/harness/shell/kill-tree.ts';
import {runCommand} from '../../../source/harness/shell/run-command.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const command = async (text: string, options: Partial<Parameters<typeof runCommand>[1]> = {}) => {
	const end = await runCommand(text, {
		cwd: options.cwd ?? tempFolder(),
		env: {},
		shell: {timeoutSeconds: 0},
		timeoutMs: 20_000,
		signal: new AbortController().signal,
		...options,
	});
	for (const file of [end.fullOutputPath, end.survivorOutput]) {
		if (file) onTestFinished(() => fs.rmSync(file, {force: true}));
	}

	const {survivors} = end;
	if (survivors !== undefined) onTestFinished(() => void kill(survivors));
	return end;
};

const kill = (group: number): boolean => {
	try {
		return process.kill(-group, 'SIGKILL');
	} catch {
		// It ended by itself.
		return false;
	}
};

describe('a command', () => {
	it.each([
		['output and errors in the order they came', 'echo a; echo b >&2; echo c', 'a\nb\nc', 0],
		[
			'what goes to the devices by name',
			'echo a; echo b > /dev/stderr; echo c > /dev/stdout; echo d',
			'a\nb\nc\nd',
			0,
		],
		['what a child of it prints late', 'echo a > >(sleep 0.05; cat)', 'a', 0],
		['nothing', 'true', '', 0],
		['the code of a failure', 'echo x; exit 7', 'x', 7],
		['the code of a signal', 'kill -9 $$', '', 137],
		['an empty input', 'cat; echo end', 'end', 0],
		['the code of what is not there', 'exec /no/such/program 2> /dev/null', '', 127],
	])('gives %s', async (...[, text, output, exitCode]) => {
		expect(await command(text)).toMatchObject({
			text: output,
			exitCode,
			endedBy: 'itself',
			truncated: false,
		});
	});

	it.each([
		['silent', 'sleep 30 & echo started'],
		['chatty', '(while true; do echo tick; sleep 0.01; done) & echo started'],
		['away from the output', 'sleep 30 > /dev/null 2>&1 & echo started'],
		['forked twice', '(sleep 30 & ) ; echo started'],
	])(
		'is over when the shell is, with something %s in the background, which it names',
		async (_kind, text) => {
			const end = await command(text);
			expect(end.exitCode).toBe(0);
			expect(end.text).toContain('started');
			expect(end.durationMs).toBeLessThan(10_000);
			expect(isGroupAlive(end.survivors ?? 0)).toBe(true);
		},
	);

	it('lets what stays in the background print on into the file', async () => {
		const end = await command('(sleep 0.8; echo later; sleep 30) & echo now');
		const file = end.survivorOutput ?? '';
		await expect.poll(() => fs.readFileSync(file, 'utf8'), {timeout: 10_000}).toBe('now\nlater\n');
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	});

	it('leaves nothing to report when all children have ended', async () => {
		expect(await command('(sleep 0.02 &) ; echo x & wait')).toMatchObject({
			survivors: undefined,
			survivorOutput: undefined,
		});
	});

	it.each([
		['listen', 'sleep 60 & sleep 60'],
		['do not listen to TERM', "trap '' TERM; (trap '' TERM; sleep 60) & sleep 60"],
		['listen late', "trap 'sleep 0.1; echo bye; exit' TERM; sleep 60 & wait"],
	])('ends at its time limit with all its children, when they %s', async (_how, body) => {
		const end = await command(`echo $$; ps -o pgid= -p $$; ${body}`, {timeoutMs: 300});
		expect(end).toMatchObject({endedBy: 'timeout', exitCode: undefined, survivors: undefined});
		const [, group = ''] = end.text.split('\n');
		await expect.poll(() => isGroupAlive(Number(group))).toBe(false);
		if (body.includes('bye')) expect(end.text).toContain('bye');
	});

	it('ends when it is aborted, before or while it runs, and says what there was', async () => {
		const controller = new AbortController();
		const running = command('echo begun; sleep 60', {
			signal: controller.signal,
			onUpdate: () => controller.abort(),
		});
		expect(await running).toMatchObject({text: 'begun', endedBy: 'abort', survivors: undefined});
		expect(await command('sleep 60', {signal: AbortSignal.abort()})).toMatchObject({
			endedBy: 'abort',
		});
	});

	it('is ended with all it left behind on our own way out', async () => {
		const end = await command("(trap '' TERM HUP; sleep 30) & echo x");
		killAllGroups();
		await expect.poll(() => isGroupAlive(end.survivors ?? 0)).toBe(false);
	});

	it('has no terminal', async () => {
		const end = await command("sh -c 'read x < /dev/tty; echo got $x'");
		expect(end.text).toMatch(/tty.*device/);
		expect(end.text).not.toMatch(/got \S/);
	});

	it('finds no editor: commits and rebases stop with a reason and change nothing', async () => {
		const cwd = tempFolder({'a.txt': 'one\n'});
		const git = (...given: readonly string[]) =>
			execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=b', ...given], {
				cwd,
				encoding: 'utf8',
				stdio: 'pipe',
			});
		git('init', '-q');
		git('add', '.');
		git('commit', '-qm', 'first');
		git('commit', '-qm', 'second', '--allow-empty');
		git('config', 'core.editor', 'sleep 30; true');
		git('config', 'sequence.editor', 'true');
		const head = git('rev-parse', 'HEAD');
		const user = {
			GIT_AUTHOR_NAME: 'a',
			GIT_AUTHOR_EMAIL: 'b',
			GIT_COMMITTER_NAME: 'a',
			GIT_COMMITTER_EMAIL: 'b',
		};
		for (const text of [
			'git commit --allow-empty',
			'git rebase -i HEAD~1',
			'git commit --amend --allow-empty',
		]) {
			const end = await command(text, {cwd, env: user});
			expect(end.exitCode).not.toBe(0);
			expect(end.text).toContain('no editor and no terminal');
			expect(git('rev-parse', 'HEAD')).toBe(head);
		}
	});

	it('has an editor that fails also for programs which start it without a shell', async () => {
		const end = await command(`python3 - <<'END' || echo no python
import os, shlex, subprocess, sys
sys.exit(0 if subprocess.run(shlex.split(os.environ['VISUAL']) + ['file']).returncode == 0 else 3)
END`);
		expect(end.text).toMatch(/no editor and no terminal|no python/);
	});

	it.each([
		[
			'a bar that redraws itself',
			"for i in $(seq 1 20000); do printf '\\rprogress %d%%' $i; done; echo; echo DONE",
			'progress 20000%\nDONE',
		],
		['colours and bells', "printf '\\033[1;31mred\\033[0m\\a plain'", 'red plain'],
		[
			'titles',
			"printf '\\033]0;title\\007x\\033]8;;http://a\\033\\\\link\\033]8;;\\033\\\\'",
			'xlink',
		],
		['lines erased', "printf 'working...\\r\\033[Kdone\\n'", 'done'],
		[
			'several lines drawn anew',
			"printf 'a 1\\nb 1\\n\\033[2A\\033[Ka 2\\n\\033[Kb 2\\n'",
			'a 2\nb 2',
		],
		['overstrikes', "printf 'abd\\bc\\n'", 'abc'],
		['DOS line ends', "printf 'a\\r\\nb\\r\\n'", 'a\nb'],
	])('shows %s as it would stand at the end', async (_what, text, output) => {
		expect((await command(text)).text).toBe(output);
	});

	it('sums up binary output, and keeps all of it', async () => {
		const end = await command('head -c 3000000 /dev/urandom');
		expect(end.text).toMatch(
			/^\[The output is binary, 2\.9MB, and not shown\. Full output: \S+\]$/,
		);
		expect(fs.statSync(end.fullOutputPath ?? '').size).toBe(3_000_000);
	});

	it.each([
		[
			'many lines',
			'seq 1 200000',
			/199999\n200000\n\n\[Lines 198001-200000 of 200000, the end of 1\.2MB\. Full output: \S+\]$/,
		],
		[
			'one line',
			"head -c 3000000 /dev/zero | tr '\\0' x; echo END",
			/xEND\n\n\[The last 50\.0KB of a long line, the end of 2\.9MB\. Full output: \S+\]$/,
		],
		[
			'more lines than are counted',
			'yes y | head -c 60000000',
			/y\n\n\[The last 2000 lines of 57\.2MB\. Full output: \S+\]$/,
		],
	])('keeps the end of %s, and all in a private file', async (_what, text, output) => {
		const end = await command(text);
		expect(end.text).toMatch(output);
		expect(end.text.length).toBeLessThan(60_000);
		const stat = fs.statSync(end.fullOutputPath ?? '');
		expect({size: stat.size, mode: stat.mode & 0o777}).toEqual({size: end.bytes, mode: 0o600});
	});

	it('takes a gigabyte without taking memory', async () => {
		const before = process.memoryUsage().rss;
		let top = before;
		const end = await command('yes | head -c 1073741824', {
			timeoutMs: 60_000,
			onUpdate: () => {
				top = Math.max(top, process.memoryUsage().rss);
			},
		});
		fs.rmSync(end.fullOutputPath ?? '');
		expect(end.bytes).toBe(1_073_741_824);
		expect(Math.max(top, process.memoryUsage().rss) - before).toBeLessThan(60_000_000);
	}, 90_000);

	it('hands on every byte while it runs, and the end so far now and then', async () => {
		const updates: string[] = [];
		let bytes = 0;
		const end = await command(
			'for i in 1 2 3; do echo $i; sleep 0.15; done; head -c 9000000 /dev/zero',
			{
				onChunk: chunk => {
					bytes += chunk.length;
				},
				onUpdate: ({text}) => updates.push(text),
			},
		);
		expect(bytes).toBe(end.bytes);
		expect(updates[0]).toBe('1');
		expect(updates.length).toBeLessThan(12);
	});

	it('leaves no file behind when all was shown', async () => {
		const logs = () => fs.readdirSync(os.tmpdir()).filter(name => name.startsWith('bough-bash-'));
		const before = new Set(logs());
		const mine = `only-mine-${process.pid}`;
		await command(`echo ${mine}`);
		const left = logs().filter(
			name =>
				!before.has(name) && fs.readFileSync(path.join(os.tmpdir(), name), 'utf8').includes(mine),
		);
		expect(left).toEqual([]);
	});

	it('says in a sentence what keeps it from starting', async () => {
		await expect(command('pwd', {cwd: '/nowhere/at/all'})).rejects.toThrow(
			'/nowhere/at/all does not exist',
		);
		await expect(command('pwd', {shell: {timeoutSeconds: 0, path: '/no/shell'}})).rejects.toThrow(
			'There is no shell at /no/shell',
		);
	});

	it('runs in the shell of the settings, after their prefix', async () => {
		const shell = {timeoutSeconds: 0, path: '/bin/sh', commandPrefix: 'greeting=hello'};
		expect(await command('echo $greeting $BASH_VERSION', {shell})).toMatchObject({text: 'hello'});
	});
});
