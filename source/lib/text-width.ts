import stringWidth from 'string-width';
import {breakAscii, breakCells, breakLine, type Piece, type Span} from './line-break.ts';
import {applySgr, closeStyle, openStyle, plainStyle, type TextStyle} from './text-style.ts';

// Every measure, cut and wrap of the screen is made here, so that no two parts disagree about a width. Text may hold
// SGR and OSC 8 sequences, tabs and line ends; anything else that moves a cursor is for foreign-text.ts to take out.

const sequences = /\u001B\[[\d;:]*m|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\)/g;
const ascii = /^[ -~]*$/;
/** Characters that never join a neighbour: the segmenter, a hundred times slower, is not asked about these. */
const loners =
	/^[ -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u2100-\u2BFF\u3000-\u3029\u3030-\u3098\u309B-\u30FF\u3105-\u9FFF\uAC00-\uD7A3\uFF01-\uFF9D]*$/;
const segmenter = new Intl.Segmenter();
const tabSize = 4;

/** Characters as a person counts them. Sequences are not expected here. */
export function graphemes(text: string): readonly string[] {
	if (loners.test(text)) return text.split('');
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}

const known = new Map<string, Piece>();
const mostKnown = 20_000;

function toPiece(grapheme: string): Piece {
	const cached = known.get(grapheme);
	if (cached !== undefined) return cached;
	// Ink lays out with this function too.
	const width = stringWidth(grapheme, {countAnsiEscapeCodes: true});
	const piece = {text: grapheme, width, isSequence: false};
	if (known.size >= mostKnown) known.clear();
	known.set(grapheme, piece);
	return piece;
}

/** How many cells `text` takes on one line. */
export function textWidth(text: string): number {
	if (ascii.test(text)) return text.length;
	return widthOf(text.includes('\t') ? expandTabs(text) : text);
}

function widthOf(text: string): number {
	let width = 0;
	for (const part of text.split(sequences)) {
		if (ascii.test(part)) width += part.length;
		else for (const grapheme of graphemes(part)) width += toPiece(grapheme).width;
	}

	return width;
}

/** Replaces each tab by spaces up to the next stop. `column` is where the text begins. */
export function expandTabs(text: string, column = 0): string {
	if (!text.includes('\t')) return text;
	return text
		.split('\n')
		.map((line, index) => {
			let width = index === 0 ? column : 0;
			const [first = '', ...rest] = line.split('\t');
			width += widthOf(first);
			return rest.reduce((done, part) => {
				const spaces = tabSize - (width % tabSize);
				width += spaces + widthOf(part);
				return done + ' '.repeat(spaces) + part;
			}, first);
		})
		.join('\n');
}

/** The graphemes and sequences of a line, in order. */
export function toPieces(line: string): readonly Piece[] {
	const pieces: Piece[] = [];
	const add = (text: string) => {
		for (const grapheme of graphemes(text)) pieces.push(toPiece(grapheme));
	};
	const flat = expandTabs(line);
	let at = 0;
	for (const match of flat.includes('\u001B') ? flat.matchAll(sequences) : []) {
		add(flat.slice(at, match.index));
		pieces.push({text: match[0], width: 0, isSequence: true});
		at = match.index + match[0].length;
	}

	add(flat.slice(at));
	return pieces;
}

/** `text` if it fits; otherwise its beginning and `ending`, together no wider than `width`. */
export function cutToWidth(text: string, width: number, ending = ''): string {
	if (textWidth(text) <= width) return expandTabs(text);
	const room = width - textWidth(ending);
	return room < 0 ? sliceColumns(ending, 0, width) : sliceColumns(text, 0, room) + ending;
}

/** `text` made exactly `width` cells wide: cut, or filled up with spaces. */
export function fitToWidth(text: string, width: number, ending = ''): string {
	const cut = cutToWidth(text, width, ending);
	return cut + ' '.repeat(Math.max(0, width - textWidth(cut)));
}

/** The cells from column `from` up to `to`. Half of a wide character becomes a space. */
export function sliceColumns(text: string, from: number, to: number): string {
	const start = Math.max(0, from);
	if (to <= start) return '';
	if (ascii.test(text)) return text.slice(start, to);
	const styling = createStyling();
	let column = 0;
	let slice = '';
	for (const piece of toPieces(text)) {
		if (column >= to) break;
		const part = visiblePart(piece, column, {start, to});
		if (part !== '' && slice === '') slice = styling.open();
		if (piece.isSequence) styling.apply(piece.text);
		slice += piece.isSequence && slice !== '' ? piece.text : part;
		column += piece.width;
	}

	return slice === '' ? '' : slice + styling.close();
}

function visiblePart(piece: Piece, column: number, window: {start: number; to: number}): string {
	if (piece.isSequence) return '';
	if (piece.width === 0) return column < window.start ? '' : piece.text;
	const cells = Math.min(column + piece.width, window.to) - Math.max(column, window.start);
	return cells === piece.width ? piece.text : ' '.repeat(Math.max(0, cells));
}

/**
 * The rows of `text` at `width`: broken at spaces, which are dropped there, beside wide characters, and inside of
 * words that are longer than a row; or, for text in which every space counts, between any `cells`. Each row opens
 * and closes its own styles.
 */
export function wrap(
	text: string,
	width: number,
	between: 'words' | 'cells' = 'words',
): readonly string[] {
	if (width <= 0) return [''];
	const styling = createStyling();
	return text.split('\n').flatMap(line => {
		if (between === 'words' && ascii.test(line) && styling.open() === '')
			return breakAscii(line, width);
		const pieces = toPieces(line);
		const spans = between === 'words' ? breakLine(pieces, width) : breakCells(pieces, width);
		return spans.map(span => toRow(pieces, span, {width, styling}));
	});
}

function toRow(
	pieces: readonly Piece[],
	span: Span,
	way: {width: number; styling: Styling},
): string {
	const {width, styling} = way;
	let column = 0;
	let row = styling.open();
	for (const piece of pieces.slice(span.start, span.end)) {
		if (piece.isSequence) styling.apply(piece.text);
		// Spaces may hang over the edge, and a wide character may be wider than all there is.
		if (column + piece.width > width) continue;
		column += piece.width;
		row += piece.text;
	}

	row += styling.close();
	for (const piece of pieces.slice(span.end, span.next))
		if (piece.isSequence) styling.apply(piece.text);
	return row;
}

type Styling = ReturnType<typeof createStyling>;

/** What is on while one walks over pieces: opens and closes it around every cut. */
function createStyling() {
	let style: TextStyle = plainStyle;
	let link = '';

	return {
		apply(sequence: string) {
			if (sequence.startsWith('\u001B[')) style = applySgr(style, sequence.slice(2, -1));
			else link = /^\u001B\]8;[^;]*;[\u0007\u001B]/.test(sequence) ? '' : sequence;
		},
		open: () => openStyle(style) + link,
		close: () => (link === '' ? '' : '\u001B]8;;\u001B\\') + closeStyle(style),
	};
}
