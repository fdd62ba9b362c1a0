import {spawn} from 'node:child_process';
import {reasonOf} from '../../lib/errors.ts';
import {PackageError} from './source.ts';

export type ProgramOptions = {
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
};

const mostCharacters = 4000;

/** Runs a program that asks nothing; its output, or a `PackageError` with its last words. */
export function runProgram(
	[program = '', ...args]: readonly string[],
	{cwd, env = {}, signal}: ProgramOptions,
): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			env: {...process.env, ...env},
			stdio: ['ignore', 'pipe', 'pipe'],
			// `npm` is a batch file there.
			shell: process.platform === 'win32',
			...(signal ? {signal} : {}),
		});
		let output = '';
		let complaints = '';
		child.stdout.setEncoding('utf8').on('data', text => {
			output += text;
		});
		child.stderr.setEncoding('utf8').on('data', text => {
			complaints = (complaints + text).slice(-mostCharacters);
		});
		child.on('error', error =>
			reject(new PackageError(`${program} cannot be run: ${reasonOf(error)}`, {cause: error})),
		);
		child.on('close', code => {
			if (code === 0) resolve(output);
			else
				reject(
					new PackageError(`${program} ${args[0] ?? ''} failed (${code}):\n${complaints.trim()}`),
				);
		});
	});
}
