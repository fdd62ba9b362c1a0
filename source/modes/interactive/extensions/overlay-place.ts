export type OverlayPlace = {
	readonly row: number;
	readonly column: number;
	readonly width: number;
	readonly height: number;
};

type Options = Readonly<Record<string, unknown>>;

type Room = {
	readonly size: {readonly rows: number; readonly columns: number};
	/** How many rows it has at a width. */
	lines(width: number): number;
};

const isRecord = (value: unknown): value is Options => typeof value === 'object' && value !== null;

/** A number of cells, or a share of all: `50%`. */
function cells(value: unknown, all: number): number | undefined {
	if (typeof value === 'number') return Math.floor(value);
	const [, share] = typeof value === 'string' ? (/^([\d.]+)%$/.exec(value) ?? []) : [];
	return share === undefined ? undefined : Math.floor((all * Number(share)) / 100);
}

const clamp = (value: number, low: number, high: number): number =>
	Math.max(low, Math.min(Math.max(low, high), value));

function marginOf({margin}: Options) {
	const own = isRecord(margin) ? margin : {};
	const side = (name: string) => {
		const value = typeof margin === 'number' ? margin : own[name];
		return typeof value === 'number' ? Math.max(0, value) : 0;
	};
	return {top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left')};
}

/** Where between the first and the last place an anchor such as `top-left` puts it. */
function anchored(anchor: string, ends: readonly [string, string], room: number): number {
	if (anchor.includes(ends[0])) return 0;
	return anchor.includes(ends[1]) ? room : Math.floor(room / 2);
}

/** Where an overlay lies, as its options say; undefined: it does not want to be seen at this size. */
export function placeOverlay(given: unknown, {size, lines}: Room): OverlayPlace | undefined {
	const options = isRecord(given) ? given : {};
	const {rows, columns} = size;
	const {visible, anchor = 'center'} = options;
	if (typeof visible === 'function' && visible(columns, rows) === false) return undefined;
	const margin = marginOf(options);
	const wide = columns - margin.left - margin.right;
	const high = rows - margin.top - margin.bottom;
	const wanted = cells(options.width, columns) ?? Math.min(80, wide);
	const width = clamp(Math.max(wanted, cells(options.minWidth, columns) ?? 1), 1, wide);
	const most = clamp(cells(options.maxHeight, rows) ?? high, 1, high);
	const height = clamp(lines(width), 1, most);
	const at = typeof anchor === 'string' ? anchor : 'center';
	const offset = (value: unknown) => (typeof value === 'number' ? value : 0);
	const row =
		cells(options.row, rows - height) ??
		margin.top + anchored(at, ['top', 'bottom'], high - height) + offset(options.offsetY);
	const column =
		cells(options.col, columns - width) ??
		margin.left + anchored(at, ['left', 'right'], wide - width) + offset(options.offsetX);
	return {
		row: clamp(row, 0, rows - height),
		column: clamp(column, 0, columns - width),
		width,
		height,
	};
}
