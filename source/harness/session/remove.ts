import {execFile} from 'node:child_process';
import {rmSync} from 'node:fs';
import {promisify} from 'node:util';
import {reasonOf, SessionError} from './session-error.ts';

/** Where a session went that was taken away. */
export type Removal = 'trash' | 'deleted';

/** To the trash where there is a program for it, else for good. */
export async function removeSession(
	file: string,
	trash: readonly (readonly string[])[] = [['trash'], ['gio', 'trash']],
): Promise<Removal> {
	for (const [command = '', ...words] of trash) {
		try {
			await promisify(execFile)(command, [...words, file], {timeout: 10_000});
			return 'trash';
		} catch {
			// Not installed, or it has no trash for this disk: the next way is tried.
		}
	}

	try {
		rmSync(file);
	} catch (error) {
		throw new SessionError(
			'write_failed',
			`${file} could not be deleted: ${reasonOf(error)}.`,
			error,
		);
	}

	return 'deleted';
}
