/** Colours and marks of terminal text, one SGR parameter for each kind that is on. */
export type TextStyle = Readonly<Partial<Record<StyleKind, string>>>;

const closers = {
	weight: '22',
	faint: '22',
	italic: '23',
	underline: '24',
	inverse: '27',
	strike: '29',
	foreground: '39',
	background: '49',
	overline: '55',
	underlineColour: '59',
} as const;
type StyleKind = keyof typeof closers;

const kindsOf = new Map<number, StyleKind>([
	[1, 'weight'],
	[2, 'faint'],
	[3, 'italic'],
	[4, 'underline'],
	[21, 'underline'],
	[7, 'inverse'],
	[9, 'strike'],
	[53, 'overline'],
	[38, 'foreground'],
	[48, 'background'],
	[58, 'underlineColour'],
	...range(30, 37, 'foreground'),
	...range(90, 97, 'foreground'),
	...range(40, 47, 'background'),
	...range(100, 107, 'background'),
]);

const closedBy = new Map<number, readonly StyleKind[]>([
	[22, ['weight', 'faint']],
	[23, ['italic']],
	[24, ['underline']],
	[27, ['inverse']],
	[29, ['strike']],
	[39, ['foreground']],
	[49, ['background']],
	[55, ['overline']],
	[59, ['underlineColour']],
]);

export const plainStyle: TextStyle = {};

/**
 * The style after the parameters of an SGR sequence (`1;38;5;9`). Blinking and hidden text, fonts and whatever is
 * malformed are left out.
 */
export function applySgr(style: TextStyle, parameters: string): TextStyle {
	if (parameters === '' || parameters === '0') return plainStyle;
	const next: Partial<Record<StyleKind, string>> = {...style};
	const groups = parameters.split(';');
	for (let at = 0; at < groups.length; ) at += applyGroup(next, groups, at);
	return next;
}

/** Applies the parameter at `at` and says how many it took. */
function applyGroup(
	next: Partial<Record<StyleKind, string>>,
	groups: readonly string[],
	at: number,
): number {
	const group = groups[at] ?? '';
	const code = Number.parseInt(group === '' ? '0' : group, 10);
	const kind = kindsOf.get(code);
	const closed = group === '4:0' ? closedBy.get(24) : code === 0 ? kinds : closedBy.get(code);
	for (const ended of closed ?? []) delete next[ended];
	if (kind === undefined || group === '4:0') return 1;
	if (code !== 38 && code !== 48 && code !== 58) {
		next[kind] = group;
		return 1;
	}

	const {colour, length} = readColour(groups, at);
	if (colour !== undefined) next[kind] = colour;
	return length;
}

/** The sequences that turn `style` on. */
export function openStyle(style: TextStyle): string {
	return Object.values(style)
		.map(parameter => `\u001B[${parameter}m`)
		.join('');
}

/** The sequences that turn off what `style` has on, and nothing else. */
export function closeStyle(style: TextStyle): string {
	if (style === plainStyle) return '';
	const codes = kinds.filter(kind => style[kind] !== undefined).map(kind => closers[kind]);
	return [...new Set(codes)].map(code => `\u001B[${code}m`).join('');
}

const kinds = Object.keys(closers).filter(isKind);

/** `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2::r:g:b` from `at` on, and how many parameters that takes. */
function readColour(groups: readonly string[], at: number): {colour?: string; length: number} {
	const group = groups[at] ?? '';
	if (group.includes(':'))
		return hasSubColour.test(group) ? {colour: group, length: 1} : {length: 1};
	const length = groups[at + 1] === '5' ? 3 : groups[at + 1] === '2' ? 5 : 1;
	const taken = groups.slice(at, at + length);
	const isWhole =
		length > 1 && taken.length === length && taken.every(part => /^\d{1,3}$/.test(part));
	return isWhole ? {colour: taken.join(';'), length} : {length};
}

const hasSubColour = /^\d+:(5:\d{1,3}|2:(\d*:)?\d{1,3}:\d{1,3}:\d{1,3})$/;

function range(from: number, to: number, kind: StyleKind): Array<[number, StyleKind]> {
	return Array.from({length: to - from + 1}, (_, index) => [from + index, kind]);
}

function isKind(name: string): name is StyleKind {
	return Object.hasOwn(closers, name);
}
