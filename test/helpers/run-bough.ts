import {spawn} from 'node:child_process';
import path from 'node:path';

export const program = path.resolve(import.meta.dirname, '../../dist/cli.js');

export type Run = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

/** Runs the built program to its end. `input`: text for stdin, or 'open' for a pipe that says nothing. */
export function runBough(
	args: readonly string[],
	options: {
		readonly cwd: string;
		readonly env: Readonly<Record<string, string>>;
		readonly input?: string;
	},
): Promise<Run> {
	const {cwd, env, input} = options;
	return new Promise(resolve => {
		const child = spawn(process.execPath, [program, ...args], {
			cwd,
			env: {PATH: process.env.PATH, HOME: cwd, ...env},
			stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
		});
		let stdout = '';
		let stderr = '';
		child.stdout?.on('data', chunk => {
			stdout += chunk;
		});
		child.stderr?.on('data', chunk => {
			stderr += chunk;
		});
		child.on('close', code => {
			child.stdin?.destroy();
			resolve({code, stdout, stderr});
		});
		if (input !== undefined && input !== 'open') child.stdin?.end(input);
	});
}
