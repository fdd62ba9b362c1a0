import type {TranscriptItem} from '../store/state.ts';
import type {ItemLook} from './item-look.ts';
import {createLiveAnswer, type LiveAnswer} from './live-answer.ts';
import {renderItem} from './render-item.ts';

/** Rows of items. A finished item is laid out once for a width, a theme and a state of folding. */
export type RowCache = {
	rows(item: TranscriptItem, look: ItemLook, isLive: boolean): readonly string[];
	/** A language can be coloured now: what was shown in it without colours is made again when it is looked at. */
	languageLoaded(language: string): void;
};

/** Some megabytes of text. */
const mostRows = 20_000;

type Entry = {
	readonly item: TranscriptItem;
	readonly look: ItemLook;
	readonly rows: readonly string[];
	readonly missed: ReadonlySet<string>;
};

const isSame = (one: ItemLook, other: ItemLook): boolean =>
	one.width === other.width &&
	one.paint === other.paint &&
	one.expanded === other.expanded &&
	one.showThinking === other.showThinking;

/** It shows how long it has been going on. */
const isRunning = (item: TranscriptItem): boolean =>
	(item.kind === 'tool' && item.status === 'running') ||
	(item.kind === 'bash' && item.isRunning === true);

export function createRowCache(): RowCache {
	const entries = new Map<string, Entry>();
	let total = 0;
	let answer: LiveAnswer | undefined;

	function forget(id: string): void {
		total -= entries.get(id)?.rows.length ?? 0;
		entries.delete(id);
	}

	function keep(id: string, entry: Entry): void {
		forget(id);
		entries.set(id, entry);
		total += entry.rows.length;
		for (const [oldest] of entries) {
			if (total <= mostRows || oldest === id) break;
			forget(oldest);
		}
	}

	return {
		rows(item, look, isLive) {
			if (item.kind === 'assistant' && isLive) {
				if (!answer?.goesOn(item, look)) answer = createLiveAnswer(item.id, look);
				return answer.rows(item);
			}

			const known = entries.get(item.id);
			const isKnown = known?.item === item && isSame(known.look, look) && !isRunning(item);
			if (isKnown) {
				// The least recently used is the first to go.
				entries.delete(item.id);
				entries.set(item.id, known);
				return known.rows;
			}

			const missed = new Set<string>();
			const rows = renderItem(item, {...look, onMiss: language => void missed.add(language)});
			keep(item.id, {item, look, rows, missed});
			return rows;
		},
		languageLoaded(language) {
			if (answer?.missed.has(language)) answer = undefined;
			for (const [id, {missed}] of entries) if (missed.has(language)) forget(id);
		},
	};
}
