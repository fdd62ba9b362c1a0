import {createMarkdownStream, type MarkdownStream} from '../components/markdown.ts';
import type {TranscriptItem} from '../store/state.ts';
import {type ItemLook, problemRows, renderItem, thinkingRows} from './render-item.tsx';

/** Rows of items. A finished item is laid out once for a width, a theme and a state of folding. */
export type RowCache = {
	rows(item: TranscriptItem, look: ItemLook): readonly string[];
	/** Rows made before are stale. */
	clear(): void;
};

const limit = 20_000;

type Entry = {
	readonly item: TranscriptItem;
	readonly look: ItemLook;
	readonly rows: readonly string[];
};
type Stream = {
	readonly look: ItemLook;
	readonly id: string;
	readonly markdown: MarkdownStream;
	length: number;
};

const isSame = (one: ItemLook, other: ItemLook): boolean =>
	one.width === other.width &&
	one.paint === other.paint &&
	one.expanded === other.expanded &&
	one.showThinking === other.showThinking;

export function createRowCache(): RowCache {
	const entries = new Map<string, Entry>();
	let total = 0;
	let stream: Stream | undefined;

	function keep(id: string, entry: Entry): void {
		total += entry.rows.length - (entries.get(id)?.rows.length ?? 0);
		entries.delete(id);
		entries.set(id, entry);
		for (const [oldest, {rows}] of entries) {
			if (total <= limit || oldest === id) break;
			entries.delete(oldest);
			total -= rows.length;
		}
	}

	/** The answer that is being written: only what came since the last time is read. */
	function streaming(
		item: Extract<TranscriptItem, {kind: 'assistant'}>,
		look: ItemLook,
	): readonly string[] {
		if (
			!stream ||
			!isSame(stream.look, look) ||
			stream.id !== item.id ||
			stream.length > item.text.length
		) {
			stream = {look, id: item.id, markdown: createMarkdownStream(look.width, look), length: 0};
		}

		stream.markdown.append(item.text.slice(stream.length));
		stream.length = item.text.length;
		const parts = [
			thinkingRows(item.thinking, look),
			stream.markdown.rows(),
			problemRows(item.problem, look),
		];
		return parts
			.filter(rows => rows.length > 0)
			.flatMap((rows, index) => (index === 0 ? rows : ['', ...rows]));
	}

	return {
		rows(item, look) {
			if (item.kind === 'assistant' && item.id === 'live-answer') return streaming(item, look);
			const known = entries.get(item.id);
			if (known?.item === item && isSame(known.look, look)) return known.rows;
			const rows = renderItem(item, look);
			keep(item.id, {item, look, rows});
			return rows;
		},
		clear() {
			entries.clear();
			total = 0;
			stream = undefined;
		},
	};
}
