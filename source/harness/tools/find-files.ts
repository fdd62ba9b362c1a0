/** Names below `folder` that fit a glob, ignore files respected (also outside git); folders end with `/`. */
export async function findFiles(pattern: string, folder: string): Promise<readonly string[]> {
	const {globby} = await import('globby');
	const plain = pattern.replace(/^\.\//, '');
	// A pattern with a slash speaks of the whole path, one without of the name alone.
	const glob = plain.includes('/') || plain === '**' ? plain : `**/${plain}`;
	const caseSensitive = /\p{Lu}/u.test(plain);
	const found = await globby(glob, {
		cwd: folder,
		dot: true,
		gitignore: true,
		ignoreFiles: ['**/.ignore', '**/.fdignore'],
		ignore: ['**/.git/**', '**/.git'],
		onlyFiles: false,
		expandDirectories: false,
		markDirectories: true,
		followSymbolicLinks: false,
		suppressErrors: true,
		caseSensitiveMatch: caseSensitive,
	});
	return found.sort();
}
