import type {Question} from '../../harness/index.ts';
import type {Store} from '../../lib/store.ts';
import type {ActionId} from './keys/bindings.ts';
import type {Keymap} from './keys/keymap.ts';
import {filterRows} from './selectors/filter.ts';
import type {Overlay, UiState} from './store/state.ts';
import type {InputEvent} from './terminal/input-event.ts';

export type OverlayControl = {
	isOpen(): boolean;
	/** Shows a list; resolves with the chosen value, or undefined when it was closed. */
	choose(overlay: Pick<Overlay, 'title' | 'rows'>): Promise<string | undefined>;
	read(title: string, text: string): void;
	ask(question: Question): Promise<string | undefined>;
	handle(event: InputEvent, keymap: Keymap): void;
};

type Stack = {
	readonly store: Store<UiState>;
	/** Promises of open questions, by the id of their overlay. */
	readonly waiting: Map<string, (value: string | undefined) => void>;
	count: number;
};

const topOf = ({store}: Stack): Overlay | undefined => store.get().overlays.at(-1);

const setAll = ({store}: Stack, overlays: readonly Overlay[]) =>
	store.set({...store.get(), overlays});

function change(stack: Stack, part: Partial<Overlay>): void {
	const last = topOf(stack);
	if (last) setAll(stack, [...stack.store.get().overlays.slice(0, -1), {...last, ...part}]);
}

function open(
	stack: Stack,
	overlay: Omit<Overlay, 'id' | 'query' | 'selected'>,
): Promise<string | undefined> {
	stack.count += 1;
	const id = `overlay-${stack.count}`;
	setAll(stack, [...stack.store.get().overlays, {...overlay, id, query: '', selected: 0}]);
	return new Promise(resolve => stack.waiting.set(id, resolve));
}

function close(stack: Stack, value: string | undefined): void {
	const last = topOf(stack);
	if (!last) return;
	setAll(stack, stack.store.get().overlays.slice(0, -1));
	stack.waiting.get(last.id)?.(value);
	stack.waiting.delete(last.id);
}

function move(stack: Stack, by: number): void {
	const last = topOf(stack);
	if (!last) return;
	const rows = last.text?.split('\n') ?? filterRows(last.rows, last.query);
	change(stack, {selected: Math.max(0, Math.min(rows.length - 1, last.selected + by))});
}

function confirm(stack: Stack): void {
	const last = topOf(stack);
	close(stack, last && filterRows(last.rows, last.query)[last.selected]?.value);
}

const keys: Readonly<Partial<Record<ActionId, (stack: Stack) => void>>> = {
	'tui.select.cancel': stack => close(stack, undefined),
	'tui.select.confirm': confirm,
	'tui.select.up': stack => move(stack, -1),
	'tui.select.down': stack => move(stack, 1),
	'tui.select.pageUp': stack => move(stack, -10),
	'tui.select.pageDown': stack => move(stack, 10),
	'tui.editor.deleteCharBackward': stack =>
		change(stack, {query: topOf(stack)?.query.slice(0, -1) ?? '', selected: 0}),
	'tui.editor.deleteToLineStart': stack => change(stack, {query: '', selected: 0}),
};

const yesOrNo = [
	{value: 'yes', label: 'Yes'},
	{value: 'no', label: 'No'},
];

function ask(stack: Stack, question: Question): Promise<string | undefined> {
	const {title} = question;
	if (question.kind === 'select') {
		const {options, message} = question;
		const rows = options.map(value => ({value, label: value}));
		return open(stack, {title, rows, ...(message === undefined ? {} : {message})});
	}

	const asked = question.kind === 'confirm' ? `${title}: ${question.message}` : title;
	return open(stack, {title: asked, rows: yesOrNo});
}

function handle(stack: Stack, event: InputEvent, keymap: Keymap): void {
	if (event.kind === 'key') {
		const entry = Object.entries(keys).find(([id]) => keymap.actionOf(event, [id as ActionId]));
		entry?.[1]?.(stack);
		return;
	}

	const last = topOf(stack);
	if (last && last.text === undefined && event.kind === 'text') {
		change(stack, {query: last.query + event.text, selected: 0});
	}
}

/** A stack of overlays; the top one has the keyboard, Escape closes it. */
export function createOverlays(store: Store<UiState>): OverlayControl {
	const stack: Stack = {store, waiting: new Map(), count: 0};
	return {
		isOpen: () => topOf(stack) !== undefined,
		choose: overlay => open(stack, overlay),
		read: (title, text) => void open(stack, {title, rows: [], text}),
		ask: question => ask(stack, question),
		handle: (event, keymap) => handle(stack, event, keymap),
	};
}
