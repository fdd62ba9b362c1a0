import {spawn} from 'node:child_process';
import {ripgrepPath} from './tools/ripgrep.ts';

const rules = ['--files', '--hidden', '--no-require-git', '--no-messages', '--null'];

async function* withRipgrep(
	program: string,
	folder: string,
	signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
	const child = spawn(program, ['--no-config', ...rules, '--glob=!.git'], {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'ignore'],
		signal,
	});
	// An abort is the only failure that matters, and the caller asked for it; the others end the stream.
	child.on('error', () => undefined);
	child.stdout.setEncoding('utf8');
	let rest = '';
	for await (const chunk of child.stdout) {
		const names = (rest + String(chunk)).split('\0');
		rest = names.pop() ?? '';
		if (names.length > 0) yield names;
	}
}

async function* inProcess(folder: string): AsyncGenerator<readonly string[]> {
	const {findFiles} = await import('./tools/find-files.ts');
	const names = await findFiles('**', folder, {cwd: folder});
	yield names.filter(name => !name.endsWith('/'));
}

/** All files below a folder that no ignore file takes out, in pieces as they are found; hidden ones too. */
export function projectFiles(
	folder: string,
	signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
	const program = ripgrepPath();
	return program === undefined ? inProcess(folder) : withRipgrep(program, folder, signal);
}
