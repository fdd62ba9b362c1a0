import {printable} from '../../../lib/foreign-text.ts';
import {
	blockRows,
	type Links,
	type MarkdownLook,
	markdownRows,
	toBlocks,
} from '../components/markdown.ts';
import {type OpenFence, openFence} from './open-fence.ts';
import {closeMarks} from './open-marks.ts';

export type StreamDoc = {
	/** Takes in more of the text. */
	append(delta: string): void;
	/** Rows of all so far; valid until the next call. Those of finished blocks are not made again. */
	rows(): readonly string[];
	/** Languages that were not there yet when something was shown in them. */
	readonly missed: ReadonlySet<string>;
};

type Doc = {
	readonly width: number;
	readonly look: MarkdownLook;
	readonly links: Links;
	readonly memo: Map<string, readonly string[]>;
	readonly all: string[];
	/** How many rows of `all` are finished. */
	done: number;
	/** Whole lines of blocks that are not finished, made printable. */
	tail: string;
	/** The line under way as it came: half a character is nothing to judge yet. */
	line: string;
	fence: OpenFence | undefined;
	/** How many rows of the open fence are in `all`. */
	fenced: number;
};

/** Puts rows behind the finished ones. */
function show({all, done}: Doc, rows: readonly string[]): void {
	all.length = done;
	if (rows.length > 0 && done > 0) all.push('');
	for (const row of rows) all.push(row);
}

/** Of a long block only what is new is copied. */
function showFence(doc: Doc, {done, open}: OpenFence): void {
	const {all} = doc;
	if (doc.fenced === 0) show(doc, []);
	if (doc.fenced === 0 && doc.done > 0) all.push('');
	all.length = doc.done + (doc.done > 0 ? 1 : 0) + doc.fenced;
	for (let at = doc.fenced; at < done.length; at += 1) all.push(done[at] ?? '');
	doc.fenced = done.length;
	for (const row of open(printable(doc.line))) all.push(row);
}

function finish(doc: Doc, rows: readonly string[]): void {
	show(doc, rows);
	doc.done = doc.all.length;
	doc.memo.clear();
}

/** Takes whole lines off the one under way. */
function takeLines(doc: Doc): string {
	const end = doc.line.lastIndexOf('\n') + 1;
	const lines = printable(doc.line.slice(0, end));
	doc.line = doc.line.slice(end);
	return lines;
}

/** Makes rows of the blocks that nothing can change any more. */
function settle(doc: Doc): void {
	const lines = takeLines(doc);
	if (lines === '') return;
	if (doc.fence && !goesOnBehind(doc, doc.fence, lines)) return;
	if (!doc.fence) doc.tail += lines;
	doc.fence = undefined;
	while (doc.tail !== '' && cutTail(doc));
}

/** Whether the fenced block has ended with these lines; then what follows it is the tail. */
function goesOnBehind(doc: Doc, fence: OpenFence, lines: string): boolean {
	const rest = fence.take(lines);
	doc.tail = rest ?? '';
	if (rest === undefined) return false;
	finish(doc, markdownRows(fence.source(), doc.width, doc.look));
	return true;
}

/** Moves finished blocks out of the tail; true when what is left may hold more of them. */
function cutTail(doc: Doc): boolean {
	const blocks = toBlocks(doc.tail, doc.links);
	const last = blocks.findLastIndex(({type}) => type !== 'space');
	if (last > 0) {
		const finished = blocks.slice(0, last);
		finish(doc, blockRows(finished, doc.width, doc.look));
		doc.tail = doc.tail.slice(finished.reduce((sum, {raw}) => sum + raw.length, 0));
	}

	const fence = openFence(doc.tail, doc);
	if (!fence) return false;
	if (goesOnBehind(doc, fence, doc.tail.slice(doc.tail.indexOf('\n') + 1))) return true;
	doc.fence = fence;
	doc.fenced = 0;
	return false;
}

function openRows({line, tail, links, width, look}: Doc): readonly string[] {
	const partial = printable(line);
	// What may become a fence is not shown as quotes first.
	const shown = /^ {0,3}(?:`{1,2}|~{1,2})$/.test(partial) ? tail : tail + partial;
	return blockRows(toBlocks(closeMarks(shown), {...links}), width, look);
}

/**
 * Markdown that is still being written. Only the last block can change, so only it is read again: what a delta costs
 * does not grow with the text before it. The one thing it cannot do is to find a link in what stands before its
 * definition; the text as a whole, once it is there, can.
 */
export function createStreamDoc(width: number, look: MarkdownLook): StreamDoc {
	const missed = new Set<string>();
	const memo = new Map<string, readonly string[]>();
	const doc: Doc = {
		width: Math.max(1, width),
		look: {...look, memo, onMiss: language => void missed.add(language)},
		links: {},
		memo,
		all: [],
		done: 0,
		tail: '',
		line: '',
		fence: undefined,
		fenced: 0,
	};
	let isStale = false;

	return {
		append(delta) {
			doc.line += delta;
			isStale = true;
		},
		rows() {
			if (isStale) {
				settle(doc);
				if (doc.fence) showFence(doc, doc.fence);
				else show(doc, openRows(doc));
			}

			isStale = false;
			return doc.all;
		},
		missed,
	};
}
