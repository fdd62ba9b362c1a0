const reasons: Readonly<Record<string, string>> = {
	EACCES: 'permission denied',
	EDQUOT: 'the disk quota is used up',
	EISDIR: 'it is a folder',
	ELOOP: 'its links lead in a circle',
	ENOENT: 'there is no such file',
	ENOSPC: 'the disk is full',
	ENOTDIR: 'a part of its path is not a folder',
	EPERM: 'not permitted',
	EROFS: 'the file system is read-only',
};

/** The system's own code of an error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Why a file could not be used, in words that fit behind a colon. */
export const reasonOf = (error: unknown): string =>
	reasons[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
