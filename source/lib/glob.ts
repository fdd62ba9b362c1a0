/** Whether a text has characters that make it a pattern. */
export const isGlob = (text: string): boolean => /[*?[]/.test(text);

type GlobOptions = {
	/** A `*` stops here; without one it takes everything. */
	readonly separator?: '/';
	readonly ignoreCase?: boolean;
};

/** `*`, `**`, `?` and `[a-z]`; everything else stands for itself. */
export function globToRegExp(glob: string, {separator, ignoreCase}: GlobOptions = {}): RegExp {
	const any = separator ? '[^/]' : '[\\s\\S]';
	const source = glob.replace(/\*\*\/|\*\*|\[[^\]]*\]|[\s\S]/g, part => {
		if (part === '**/') return separator ? '(?:.*/)?' : '[\\s\\S]*/';
		if (part === '**') return '[\\s\\S]*';
		if (part === '*') return `${any}*`;
		if (part === '?') return any;
		if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
		return part.replace(/[.+^${}()|[\]\\/]/g, '\\$&');
	});
	return new RegExp(`^${source}$`, ignoreCase ? 'i' : '');
}
