import {Box, type DOMElement, Text} from 'ink';
import {type ReactNode, useRef, useSyncExternalStore} from 'react';
import {createStore, type Store} from '../../../lib/store.ts';
import {textWidth} from '../../../lib/text-width.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {Page} from '../pages.ts';
import {usePaint} from '../store/use-selector.tsx';
import type {InputEvent} from '../terminal/input-event.ts';
import {useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import type {TranscriptSource} from '../transcript/transcript-source.ts';

export type SearchState = {readonly query: string; readonly hasMatch: boolean};

export type SearchParts = {
	readonly transcript: Pick<TranscriptSource, 'search' | 'toMatch'>;
	close(): void;
};

type Going = SearchParts & {readonly store: Store<SearchState>};

/** The nearest match upwards comes into view while one writes: the latest is what one mostly means. */
function look({store, transcript}: Going, query: string): void {
	transcript.search(query);
	store.set({query, hasMatch: query === '' || transcript.toMatch(-1)});
}

function next({store, transcript}: Going, direction: 1 | -1): void {
	store.set({...store.get(), hasMatch: transcript.toMatch(direction)});
}

function handle(going: Going, event: InputEvent, keymap: Keymap): void {
	const {query} = going.store.get();
	if (event.kind === 'text' || event.kind === 'paste') {
		look(going, query + event.text.replace(/\s+/g, ' '));
	} else if (event.kind !== 'key') return;
	else if (keymap.matches('tui.altScreen.searchNext', event)) next(going, -1);
	else if (keymap.matches('tui.altScreen.searchPrevious', event)) next(going, 1);
	else if (keymap.matches('tui.editor.deleteCharBackward', event)) {
		look(going, [...query].slice(0, -1).join(''));
	} else if (keymap.matches('tui.editor.deleteToLineStart', event)) look(going, '');
	else if (
		keymap.matches('tui.altScreen.searchClose', event) ||
		keymap.matches('tui.select.cancel', event)
	) {
		look(going, '');
		going.close();
	}
}

function SearchLine({store}: {readonly store: Store<SearchState>}): ReactNode {
	const {query, hasMatch} = useSyncExternalStore(store.subscribe, store.get);
	const paint = usePaint();
	const {columns} = useScreenSize();
	const box = useRef<DOMElement>(null);
	const prompt = ' Find: ';
	const column = Math.min(columns - 1, prompt.length + textWidth(query));
	useCaret(box, {row: 0, column, isVisible: true});
	const hint = hasMatch
		? paint.fg('dim', '  enter further up · shift+enter down · esc close')
		: paint.fg('warning', '  ✗ not found');
	return (
		<Box ref={box} height={1} flexShrink={0}>
			<Text wrap="truncate-end">{paint.fg('accent', prompt) + query + hint}</Text>
		</Box>
	);
}

/** Full-text search in the transcript, in a line below it. */
export function createSearchLine(parts: SearchParts): Page {
	const store = createStore<SearchState>({query: '', hasMatch: true});
	const going: Going = {...parts, store};
	return {
		isLine: true,
		element: <SearchLine store={store} />,
		handle: (event, keymap) => handle(going, event, keymap),
	};
}
