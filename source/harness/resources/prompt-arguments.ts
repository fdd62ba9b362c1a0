/** Words parted by blanks; quotes group when they begin a word and are closed, a backslash saves the same quote. */
export function splitArguments(text: string): readonly string[] {
	const words: string[] = [];
	const word =
		/\s*(?:"((?:\\"|\\(?!")|[^"\\])*)"(?=\s|$)|'((?:\\'|\\(?!')|[^'\\])*)'(?=\s|$)|(\S+))/gy;
	for (let found = word.exec(text); found; found = word.exec(text)) {
		const [, double, single, bare] = found;
		words.push(double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'") ?? bare ?? '');
	}

	return words;
}

function slice(words: readonly string[], from: string, length: string | undefined): string {
	const start = Math.max(0, Number(from) - 1);
	return words.slice(start, length === undefined ? undefined : start + Number(length)).join(' ');
}

const reference =
	/\$(?:(?<index>\d+)|@|ARGUMENTS|\{(?:(?<braced>\d+)|@|ARGUMENTS)(?::-(?<fallback>[^}]*))?\}|\{@:(?<from>\d+)(?::(?<length>\d+))?\})/g;

/** Puts arguments into a template: `$1`, `$@`, `${1:-default}`, `${@:2:3}`. What is put in is not looked at again. */
export function fillTemplate(body: string, text: string): string {
	const words = splitArguments(text);
	return body.replace(reference, (...found) => {
		const {index, braced, fallback, from, length} = found.at(-1);
		if (from !== undefined) return slice(words, from, length);
		const at = index ?? braced;
		const value = at === undefined ? words.join(' ') : (words[Number(at) - 1] ?? '');
		return value === '' ? (fallback ?? '') : value;
	});
}
