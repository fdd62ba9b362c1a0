import {spawn} from 'node:child_process';
import os from 'node:os';
import type {ExecOptions, ExecResult} from './extension-api.ts';

const usualCap = 256 * 1024 * 1024;
/** How long a program may take to end when it is asked to. */
const graceMs = 5000;

/** Runs a program without a shell. Never rejects: what goes wrong is in the code and in what it wrote. */
export function execProgram(
	command: string,
	args: readonly string[],
	{signal, timeout, cwd, maxBuffer = usualCap}: ExecOptions,
): Promise<ExecResult> {
	return new Promise(resolve => {
		const out = {stdout: [] as Buffer[], stderr: [] as Buffer[]};
		let size = 0;
		let killed = false;
		let truncated = false;
		const child = spawn(command, args, {cwd, stdio: ['ignore', 'pipe', 'pipe']});
		let hard: NodeJS.Timeout | undefined;
		const kill = () => {
			killed = true;
			child.kill('SIGTERM');
			hard ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
		};
		const timer = timeout === undefined ? undefined : setTimeout(kill, timeout);
		signal?.addEventListener('abort', kill, {once: true});
		if (signal?.aborted) kill();
		const take = (to: Buffer[]) => (chunk: Buffer) => {
			const room = Math.max(0, maxBuffer - size);
			size += chunk.length;
			truncated ||= chunk.length > room;
			if (room > 0) to.push(chunk.subarray(0, room));
		};
		child.stdout.on('data', take(out.stdout));
		child.stderr.on('data', take(out.stderr));
		const finish = (code: number, word = '') => {
			clearTimeout(timer);
			clearTimeout(hard);
			signal?.removeEventListener('abort', kill);
			const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8');
			resolve({
				stdout: text(out.stdout),
				stderr: text(out.stderr) + word,
				code,
				killed,
				truncated,
			});
		};
		child.on('error', error => finish(1, error.message));
		child.on('close', (code, ended) =>
			finish(code ?? 128 + (ended ? os.constants.signals[ended] : 0)),
		);
	});
}
