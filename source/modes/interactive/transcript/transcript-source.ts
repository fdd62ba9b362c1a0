import type {Store} from '../../../lib/store.ts';
import type {MarkdownLook} from '../components/markdown.ts';
import type {TranscriptItem, UiState} from '../store/state.ts';
import type {RegionSource} from '../terminal/screen-context.tsx';
import {createRowCache} from './row-cache.ts';
import {
	atEnd,
	type Content,
	rowsBelow,
	scrollBy,
	toPrompt,
	topOf,
	type View,
	visibleRows,
} from './viewport.ts';

/** The transcript as the painter asks for it: finished rows for a window of any size. */
export type TranscriptSource = RegionSource & {
	scroll(rows: number): void;
	page(pages: number): void;
	toTop(): void;
	toEnd(): void;
	toPrompt(direction: -1 | 1): void;
	/** Rows made before are stale: a theme or a language came. */
	clear(): void;
	onMove(listener: () => void): () => void;
	/** Rows below the window; undefined while it follows the end. */
	unseen(): number | undefined;
};

const margin = 1;

export function createTranscriptSource(
	store: Store<UiState>,
	look: () => MarkdownLook,
): TranscriptSource {
	const cache = createRowCache();
	const listeners = new Set<() => void>();
	let view: View = atEnd;
	let width = 80;
	let height = 24;
	let lastTop: {readonly index: number; readonly row: number} | undefined;
	let moved = 0;

	function items(): {readonly count: number; at(index: number): TranscriptItem | undefined} {
		const {settled, live} = store.get().transcript;
		return {
			count: settled.length + live.length,
			at: index => settled[index] ?? live[index - settled.length],
		};
	}

	function content(): Content {
		const all = items();
		const {expandAll: expanded, showThinking} = store.get().view;
		const itemLook = {...look(), width: Math.max(1, width - 2 * margin), expanded, showThinking};
		const pad = ' '.repeat(width > 20 ? margin : 0);
		return {
			count: all.count,
			rowsAt(index) {
				const item = all.at(index);
				if (!item) return [];
				const rows = cache.rows(item, itemLook);
				const next = all.at(index + 1);
				const tight = item.kind === 'tool' && next?.kind === 'tool' && rows.length === 1;
				return [...rows.map(row => pad + row), ...(tight ? [] : [''])];
			},
		};
	}

	function move(next: View): void {
		view = next;
		for (const listener of listeners) listener();
	}

	return {
		rows(newWidth, newHeight) {
			width = newWidth;
			height = newHeight;
			const all = content();
			const top = topOf(view, all, height);
			moved = lastTop?.index === top.index ? top.row - lastTop.row : 0;
			lastTop = top;
			return visibleRows(view, all, height);
		},
		// A move by whole rows within one item can be done by the terminal itself.
		shift: () => (Math.abs(moved) < height ? moved : 0),
		scroll: rows => move(scrollBy(view, rows, {content: content(), height})),
		page: pages =>
			move(
				scrollBy(view, Math.trunc(pages * Math.max(1, height - 2)), {content: content(), height}),
			),
		toTop: () => move(scrollBy({follow: false, index: 0, row: 0}, 0, {content: content(), height})),
		toEnd: () => move(atEnd),
		toPrompt(direction) {
			const {settled, live} = store.get().transcript;
			move(toPrompt(view, direction, {items: [...settled, ...live], content: content(), height}));
		},
		clear: cache.clear,
		onMove(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		unseen: () => (view.follow ? undefined : rowsBelow(view, content(), height)),
	};
}
