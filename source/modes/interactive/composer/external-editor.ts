import {spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type EditorChoice = {
	/** From the settings; empty: as the environment says. */
	readonly setting: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
};

/** A command as a shell would take it. */
export function editorCommand({setting, environment, platform}: EditorChoice): string {
	const usual = platform === 'win32' ? 'notepad' : 'nano';
	return setting.trim() || environment.VISUAL || environment.EDITOR || usual;
}

/** Runs it as git does: the command may have arguments, the file is one whatever its name is. */
function run(command: string, file: string): Promise<number | null> {
	const child =
		process.platform === 'win32'
			? spawn(`${command} "${file}"`, {shell: true, stdio: 'inherit'})
			: spawn('/bin/sh', ['-c', `${command} "$@"`, command, file], {stdio: 'inherit'});
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', resolve);
	});
}

/** The text after a person has worked on it in an editor of their own; undefined: it ended with an error. */
export async function editExternally(text: string, command: string): Promise<string | undefined> {
	// A folder of our own: nobody else can put a file or link in its place.
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bough-prompt-'));
	const file = path.join(folder, 'prompt.md');
	try {
		fs.writeFileSync(file, text, {mode: 0o600});
		const code = await run(command, file);
		if (code !== 0) return undefined;
		const edited = fs
			.readFileSync(file, 'utf8')
			.replace(/^\uFEFF/, '')
			.replace(/\r\n/g, '\n');
		// Editors end a file with a line end that nobody typed.
		return text.endsWith('\n') ? edited : edited.replace(/\n$/, '');
	} finally {
		fs.rmSync(folder, {recursive: true, force: true});
	}
}
