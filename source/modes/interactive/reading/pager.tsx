import {Box, type DOMElement, Text} from 'ink';
import {type ReactNode, useRef, useSyncExternalStore} from 'react';
import {createStore, type Store} from '../../../lib/store.ts';
import {textWidth} from '../../../lib/text-width.ts';
import type {ActionId} from '../keys/bindings.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {Page} from '../pages.ts';
import {usePaint} from '../store/use-selector.tsx';
import type {InputEvent} from '../terminal/input-event.ts';
import {Region, type RegionSource, useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import type {Paint} from '../theme/paint.ts';
import {findLine, pagerRows} from './pager-rows.ts';

export type PagerText = {
	readonly title: string;
	readonly lines: readonly string[];
	/** What is to be known of it: that it is not all, where the rest is. */
	readonly note: string;
};

export type PagerParts = {
	paint(): Paint;
	/** The rows are others now. */
	schedule(): void;
	close(): void;
};

type State = {
	readonly text: PagerText;
	/** The first line and column that are visible. */
	readonly top: number;
	readonly left: number;
	readonly query: string;
};

type Going = PagerParts & {readonly store: Store<State>; height: number};

const sideways = 10;

function change(going: Going, part: Partial<State>): void {
	const state = {...going.store.get(), ...part};
	const last = Math.max(0, state.text.lines.length - going.height);
	const top = Math.max(0, Math.min(last, state.top));
	going.store.set({...state, top, left: Math.max(0, state.left)});
	going.schedule();
}

const move = (going: Going, by: number): void => change(going, {top: going.store.get().top + by});

function find(going: Going, query: string, from: number): void {
	const {text, top} = going.store.get();
	change(going, {query, top: findLine(text.lines, query, from) ?? top});
}

function cancel(going: Going): void {
	if (going.store.get().query === '') going.close();
	else change(going, {query: ''});
}

const page = ({height}: Going): number => Math.max(1, height - 2);

const keys: Readonly<Partial<Record<ActionId, (going: Going) => void>>> = {
	'tui.select.cancel': cancel,
	'tui.select.confirm': going => {
		const {query, top} = going.store.get();
		if (query === '') move(going, 1);
		else find(going, query, top + 1);
	},
	'tui.select.up': going => move(going, -1),
	'tui.select.down': going => move(going, 1),
	'tui.select.pageUp': going => move(going, -page(going)),
	'tui.select.pageDown': going => move(going, page(going)),
	'tui.altScreen.top': going => change(going, {top: 0}),
	'tui.altScreen.bottom': going => change(going, {top: Number.POSITIVE_INFINITY}),
	'tui.editor.cursorLineStart': going => change(going, {top: 0}),
	'tui.editor.cursorLineEnd': going => change(going, {top: Number.POSITIVE_INFINITY}),
	'tui.editor.cursorLeft': going => change(going, {left: going.store.get().left - sideways}),
	'tui.editor.cursorRight': going => change(going, {left: going.store.get().left + sideways}),
	'tui.editor.deleteCharBackward': going => {
		const {query, top} = going.store.get();
		find(going, [...query].slice(0, -1).join(''), top);
	},
};

const wheelRows = 3;

function handle(going: Going, event: InputEvent, keymap: Keymap): void {
	if (event.kind === 'text' || event.kind === 'paste') {
		const {query, top} = going.store.get();
		find(going, query + event.text.replace(/\s+/g, ' '), top);
	} else if (event.kind === 'mouse') {
		if (event.action === 'wheel') move(going, event.button === 'wheelUp' ? -wheelRows : wheelRows);
	} else {
		Object.entries(keys).find(([id]) => keymap.actionOf(event, [id as ActionId]))?.[1]?.(going);
	}
}

function PagerPage({
	store,
	source,
}: {
	readonly store: Store<State>;
	readonly source: RegionSource;
}): ReactNode {
	const {text, top, query} = useSyncExternalStore(store.subscribe, store.get);
	const paint = usePaint();
	const {columns} = useScreenSize();
	const box = useRef<DOMElement>(null);
	const prompt = ' Find: ';
	useCaret(box, {
		row: 1,
		column: Math.min(columns - 1, prompt.length + textWidth(query)),
		isVisible: true,
	});
	const place = `line ${top + 1} of ${text.lines.length}`;
	return (
		<Box flexDirection="column" flexGrow={1} minHeight={0} overflow="hidden">
			<Box ref={box} flexDirection="column" flexShrink={0} height={2}>
				<Text wrap="truncate-end">
					{` ${paint.bold(paint.fg('accent', text.title))} ${paint.fg('muted', `${place} ${text.note}`)}`}
				</Text>
				<Text wrap="truncate-end">{prompt + query}</Text>
			</Box>
			<Region source={source} />
			<Box height={1} flexShrink={0}>
				<Text wrap="truncate-end">
					{paint.fg(
						'dim',
						' ↑↓ pageUp pageDown home end scroll · ←→ sideways · letters find · enter next · esc close',
					)}
				</Text>
			</Box>
		</Box>
	);
}

/** All of a long text on the whole screen; only the lines that are visible are made fit for it. */
export function createPager(text: PagerText, parts: PagerParts): Page {
	const store = createStore<State>({text, top: 0, left: 0, query: ''});
	const going: Going = {...parts, store, height: 1};
	const source: RegionSource = {
		rows(width, height) {
			going.height = height;
			const {top, left, query} = store.get();
			const shown = text.lines.slice(top, top + height);
			return pagerRows(shown, {width, left, query, paint: parts.paint()});
		},
	};
	return {
		element: <PagerPage store={store} source={source} />,
		handle: (event, keymap) => handle(going, event, keymap),
	};
}
