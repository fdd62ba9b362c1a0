const sentences: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file',
	ENOTDIR: 'a part of its path is not a folder',
	EISDIR: 'it is a folder',
	EACCES: 'access is not permitted',
	EPERM: 'it is not permitted',
	EROFS: 'the file system is read-only',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is used up',
	ELOOP: 'its links lead in a circle',
	ENAMETOOLONG: 'the name is too long',
	EMFILE: 'too many files are open',
};

/** Why a file operation failed, as the end of a sentence. */
export function failureWords(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return sentences[code] ?? (error instanceof Error ? error.message : String(error));
}
