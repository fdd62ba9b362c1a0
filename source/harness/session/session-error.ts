export type SessionErrorCode =
	/** There is no such file, or it went away under our hands. */
	| 'missing'
	/** The file is there and is no session. */
	| 'not_a_session'
	/** Something else than appending happened to the file. */
	| 'changed'
	| 'read_failed'
	| 'write_failed'
	| 'bad_id'
	/** The session cannot do what is asked, and the message says why. */
	| 'refused';

/** The message is a sentence for people and names the path. */
export class SessionError extends Error {
	override readonly name = 'SessionError';
	readonly code: SessionErrorCode;

	constructor(code: SessionErrorCode, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : {cause});
		this.code = code;
	}
}

export const hasCode = (error: unknown, code: string): boolean =>
	error instanceof Error && 'code' in error && error.code === code;

/** The system's own words for what went wrong with a file, without its path. */
export function reasonOf(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
	return reasons[code ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

const reasons: Readonly<Record<string, string>> = {
	EACCES: 'permission denied',
	EDQUOT: 'the disk quota is used up',
	EEXIST: 'the file exists already',
	EFBIG: 'the file would be too large',
	EISDIR: 'it is a folder',
	ENOENT: 'there is no such file',
	ENOSPC: 'the disk is full',
	EPERM: 'not permitted',
	EROFS: 'the file system is read-only',
};
