import {applySgr, closeStyle, openStyle, plainStyle, type TextStyle} from './text-style.ts';

// Text that we did not write must neither drive the terminal nor say something else than it shows.

const patterns = {
	sgr: /\u001B\[[\d;:]*m/,
	control: /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/,
	// Without its end a string is no string: it could hide everything behind it.
	string:
		/(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\0-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)/,
	charset: /\u001B[ -/]+[0-~]/,
	lineEnd: /\r?\n|[\u2028\u2029]/,
	code: /[\0-\u0008\u000B-\u001F\u007F-\u009F\uFFF9-\uFFFB]/,
	flag: /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}/u,
	hidden: /\p{Default_Ignorable_Code_Point}+/u,
	marks: /\p{M}{9,}/u,
	half: /\p{Surrogate}/u,
} as const;
type Finding = keyof typeof patterns;

const findings = new RegExp(
	Object.entries(patterns)
		.map(([name, pattern]) => `(?<${name}>${pattern.source})`)
		.join('|'),
	'gu',
);
const suspicious =
	/[\0-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}\p{Surrogate}]|\p{M}{9}/u;

/** Joins emoji and letters that are meant to be joined, and says how a character is to look. */
const joiner = /^(?:\uFE0F?\u200D|\u200C|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])$/u;
const mostMarks = 8;

/**
 * `text` with nothing left but what shows: graphemes, line ends and tabs. Sequences are taken out; other control
 * characters, direction marks and hidden characters become visible. With `colours`, of SGR only what changes colour
 * and weight is kept, and every line closes what it opens.
 */
export function printable(text: string, options: {readonly colours?: boolean} = {}): string {
	if (!suspicious.test(text)) return text;
	let style: TextStyle = plainStyle;
	const show: Record<Finding, (found: string) => string> = {
		sgr(found) {
			if (options.colours !== true) return '';
			const closed = closeStyle(style);
			style = applySgr(style, found.slice(2, -1));
			return closed + openStyle(style);
		},
		control: () => '',
		string: () => '',
		charset: () => '',
		lineEnd: () => `${closeStyle(style)}\n${openStyle(style)}`,
		code: toSymbol,
		flag: found => found,
		hidden: found => (joiner.test(found) ? found : toName(found)),
		marks: found => Array.from(found).slice(0, mostMarks).join(''),
		half: () => '\uFFFD',
	};
	const shown = text.replace(findings, (found, ...rest) => {
		const groups: Partial<Record<Finding, string>> = rest.at(-1);
		const name = names.find(candidate => groups[candidate] !== undefined);
		return name === undefined ? found : show[name](found);
	});
	return shown + closeStyle(style);
}

const names = Object.keys(patterns).filter(isFinding);

function isFinding(name: string): name is Finding {
	return Object.hasOwn(patterns, name);
}

/** The picture of a control character, which shows its abbreviation. */
function toSymbol(character: string): string {
	const code = character.charCodeAt(0);
	if (code < 0x20) return String.fromCharCode(0x2400 + code);
	return code === 0x7f ? '\u2421' : toName(character);
}

/** `<U+202E>`; of several, the first and how many. */
function toName(characters: string): string {
	const count = Array.from(characters).length;
	const code = (characters.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return count === 1 ? `<U+${code}>` : `<U+${code} and ${count - 1} more hidden>`;
}
