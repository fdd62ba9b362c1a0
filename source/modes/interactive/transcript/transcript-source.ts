import type {TranscriptItem} from '../store/state.ts';
import type {RegionSource} from '../terminal/screen-context.tsx';
import {type ContentOptions, createContent, type TranscriptContent} from './content.ts';
import {contentWidth, dress, marginOf} from './dress.ts';
import {
	atEnd,
	type Content,
	type Place,
	rowsBetween,
	scrollBy,
	scrollTo,
	stillThere,
	toPrompt,
	topOf,
	type View,
	visiblePlaces,
	visibleRows,
	type Window,
} from './scroll.ts';
import {nextMatch} from './search.ts';
import {columnsOf, isStill, type Selection, type Spot, selectedText} from './selection.ts';

/** The transcript as the painter asks for it: finished rows for a window of any size. */
export type TranscriptSource = RegionSource & {
	scroll(rows: number): void;
	page(pages: number): void;
	toTop(): void;
	toEnd(): void;
	toPrompt(direction: -1 | 1): void;
	/** Marks what is looked for; an empty query ends it. */
	search(query: string): void;
	/** To the next match or the one before; beyond the last one it begins anew. False: there is none. */
	toMatch(direction: -1 | 1): boolean;
	languageLoaded(language: string): void;
	/** Hears when something else is visible, and when more comes in below it. */
	onMove(listener: () => void): () => void;
	/** The cell of the content at a cell of the region; undefined: nothing is there. */
	spotAt(row: number, column: number): Spot | undefined;
	/** A row as it is laid out, with the marks of its frame and breaks. */
	rowAt(place: Place): string;
	itemAt(place: Place): TranscriptItem | undefined;
	/** The lowest item of that kind that can be seen. */
	lastVisible(isWanted: (item: TranscriptItem) => boolean): TranscriptItem | undefined;
	height(): number;
	select(selection: Selection | undefined): void;
	/** What is selected, as it was written; empty: nothing. */
	selectedText(): string;
	/** Rows below the window, about; undefined while it follows the end. */
	unseen(): number | undefined;
};

type Going = {
	readonly options: ContentOptions;
	readonly content: TranscriptContent;
	readonly listeners: Set<() => void>;
	view: View;
	width: number;
	height: number;
	/** What was at the top in the last frame, and how far the rows have moved up since the one before. */
	top: Place | undefined;
	moved: number;
	below: number | undefined;
	query: string;
	selection: Selection | undefined;
};

const tell = ({listeners}: Going): void => {
	for (const listener of listeners) listener();
};

const windowOf = ({content, width, height}: Going): Window => ({
	content: content.at(contentWidth(width)),
	height,
});

function move(going: Going, view: View): void {
	going.view = view;
	going.below = rowsBelow(going, topOf(view, windowOf(going).content, going.height));
	tell(going);
}

function rowsBelow({view, content, height}: Going, top: Place): number | undefined {
	if (view.follow) return undefined;
	return Math.max(0, content.total() - content.rowsAbove(top) - height);
}

/** What comes in below moves nothing, but is counted. It is told behind the frame that found it. */
function count(going: Going, top: Place): void {
	const below = rowsBelow(going, top);
	if (below === going.below) return;
	going.below = below;
	queueMicrotask(() => tell(going));
}

/** Another width breaks rows elsewhere: what was at the top stays there, as near as can be. */
function resize(going: Going, width: number, height: number): void {
	const {view} = going;
	const isOther = width !== going.width && !view.follow;
	const before = isOther ? windowOf(going).content.rowsAt(view.index).length : 0;
	going.width = width;
	going.height = height;
	if (!isOther) return;
	const after = windowOf(going).content.rowsAt(view.index).length;
	going.view = {...view, row: Math.round((view.row * after) / Math.max(1, before))};
}

function rowsFor(going: Going, width: number, height: number): readonly string[] {
	resize(going, width, height);
	const {options, query} = going;
	const window = windowOf(going);
	const {content} = window;
	const view = stillThere(going.view, content);
	going.view = view;
	const top = topOf(view, content, height);
	going.moved = going.top ? rowsBetween(going.top, top, window) : 0;
	going.top = top;
	const rows = visibleRows(top, content, height);
	count(going, top);
	const scroll = view.follow
		? undefined
		: {above: going.content.rowsAbove(top), total: going.content.total()};
	const selected = selectedColumns(going, top, content);
	return dress(rows, {width, height, paint: options.look().paint, query, scroll, selected});
}

function selectedColumns(going: Going, top: Place, content: Content) {
	const {selection, height} = going;
	if (!selection || !isStill(selection, content)) return () => undefined;
	const places = visiblePlaces(top, content, height);
	return (at: number) => {
		const place = places[at];
		return place && columnsOf(selection, place);
	};
}

const placesOf = (going: Going): readonly Place[] => {
	const {content, height} = windowOf(going);
	return visiblePlaces(topOf(going.view, content, height), content, height);
};

function spotAt(going: Going, row: number, column: number): Spot | undefined {
	const {content} = windowOf(going);
	const places = placesOf(going);
	const place = places[Math.max(0, Math.min(row, places.length - 1))];
	const id = place && content.idAt(place.index);
	if (!place || id === undefined) return undefined;
	const isBelow = row >= places.length;
	return {...place, id, column: isBelow ? endOfRow : Math.max(0, column - marginOf(going.width))};
}

const endOfRow = 100_000;

function lastVisible(going: Going, isWanted: (item: TranscriptItem) => boolean) {
	const indexes = placesOf(going).map(({index}) => index);
	return [...new Set(indexes)]
		.reverse()
		.flatMap(index => going.content.itemAt(index) ?? [])
		.find(isWanted);
}

function selectedTextOf(going: Going): string {
	const {content} = windowOf(going);
	const {selection} = going;
	return selection && isStill(selection, content) ? selectedText(selection, content) : '';
}

function toMatch(going: Going, direction: -1 | 1): boolean {
	const {settled, live} = going.options.store.get().transcript;
	const window = windowOf(going);
	const place = nextMatch([...settled, ...live], {
		direction,
		query: going.query,
		from: topOf(going.view, window.content, window.height),
		rowsAt: window.content.rowsAt,
	});
	if (place) move(going, scrollTo(place, window));
	return place !== undefined;
}

export function createTranscriptSource(options: ContentOptions): TranscriptSource {
	const going: Going = {
		options,
		content: createContent(options),
		listeners: new Set(),
		view: atEnd,
		width: 80,
		height: 24,
		top: undefined,
		moved: 0,
		below: undefined,
		query: '',
		selection: undefined,
	};
	const scroll = (by: number) => move(going, scrollBy(going.view, by, windowOf(going)));
	const isPrompt = (index: number) => going.content.itemAt(index)?.kind === 'user';

	return {
		rows: (width, height) => rowsFor(going, width, height),
		// Only a hint: the painter sees for itself whether moving rows saves anything.
		shift: () => (Math.abs(going.moved) < going.height ? going.moved : 0),
		scroll,
		page: pages => scroll(Math.trunc(pages * Math.max(1, going.height - 2))),
		toTop: () => move(going, scrollTo({index: 0, row: 0}, windowOf(going))),
		toEnd: () => move(going, atEnd),
		toPrompt: direction =>
			move(going, toPrompt(going.view, direction, {...windowOf(going), isPrompt})),
		search(query) {
			going.query = query;
			tell(going);
		},
		toMatch: direction => toMatch(going, direction),
		languageLoaded: going.content.languageLoaded,
		onMove(listener) {
			going.listeners.add(listener);
			return () => void going.listeners.delete(listener);
		},
		spotAt: (row, column) => spotAt(going, row, column),
		rowAt: ({index, row}) => windowOf(going).content.rowsAt(index)[row] ?? '',
		itemAt: ({index}) => going.content.itemAt(index),
		lastVisible: isWanted => lastVisible(going, isWanted),
		height: () => going.height,
		select(selection) {
			going.selection = selection;
			tell(going);
		},
		selectedText: () => selectedTextOf(going),
		unseen: () => going.below,
	};
}
