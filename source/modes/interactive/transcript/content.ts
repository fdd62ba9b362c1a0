import type {TranscriptItem, UiState} from '../store/state.ts';
import type {UiStore} from '../store/ui-store.ts';
import {createHeights} from './heights.ts';
import type {ItemLook} from './item-look.ts';
import {createRowCache} from './row-cache.ts';
import type {Content, Place} from './scroll.ts';

export type TranscriptLook = Omit<ItemLook, 'width' | 'expanded' | 'showThinking' | 'now'>;

/** Items that a person unfolded by themselves, or folded where all are unfolded. */
const isExpanded = ({view}: UiState, {id}: TranscriptItem): boolean =>
	view.expandAll !== view.toggled.has(id);

export type ContentOptions = {
	readonly store: Pick<UiStore, 'get'>;
	readonly look: () => TranscriptLook;
	readonly now: () => number;
};

/** The items of the state as rows, and about how many there are. */
export type TranscriptContent = {
	/** As it is now, at a width. */
	at(width: number): Content;
	itemAt(index: number): TranscriptItem | undefined;
	rowsAbove(place: Place): number;
	total(): number;
	languageLoaded(language: string): void;
};

/** Calls of one line each need no room between them. */
const isTight = (item: TranscriptItem, next: TranscriptItem | undefined, rows: number): boolean =>
	next === undefined || rows === 0 || (rows === 1 && item.kind === 'tool' && next.kind === 'tool');

export function createContent({store, look, now}: ContentOptions): TranscriptContent {
	const cache = createRowCache();
	const heights = createHeights();

	const itemAt = (index: number): TranscriptItem | undefined => {
		const {settled, live} = store.get().transcript;
		return index < settled.length ? settled[index] : live[index - settled.length];
	};

	return {
		at(width) {
			const state = store.get();
			const {transcript, view} = state;
			const settled = transcript.settled.length;
			const {expandAll: expanded, showThinking} = view;
			const itemLook: ItemLook = {...look(), width, expanded, showThinking, now: now()};
			heights.update(transcript, itemLook);
			const rowsAt = (index: number) => {
				const item = itemAt(index);
				if (!item) return [];
				const own = {...itemLook, expanded: isExpanded(state, item)};
				return cache.rows(item, own, index >= settled);
			};
			return {
				count: settled + transcript.live.length,
				idAt: index => itemAt(index)?.id,
				rowsAt,
				gapAfter(index) {
					const item = itemAt(index);
					const rows = rowsAt(index).length;
					const gap = !item || isTight(item, itemAt(index + 1), rows) ? 0 : 1;
					heights.set(index, rows + gap);
					return gap;
				},
			};
		},
		itemAt,
		rowsAbove: ({index, row}) => heights.before(index) + row,
		total: heights.total,
		languageLoaded: cache.languageLoaded,
	};
}
