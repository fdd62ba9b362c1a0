import type {Question} from '../../harness/index.ts';
import type {ActionId} from './keys/bindings.ts';
import type {Keymap} from './keys/keymap.ts';
import {filterRows} from './selectors/filter.ts';
import type {OverlayAction} from './store/overlays.ts';
import type {Overlay} from './store/state.ts';
import type {UiStore} from './store/ui-store.ts';
import type {InputEvent} from './terminal/input-event.ts';

export type OverlayControl = {
	isOpen(): boolean;
	/** Shows a list; resolves with the chosen value, or undefined when it was closed. */
	choose(
		overlay: Pick<Overlay, 'title' | 'rows'> & {readonly selected?: number},
	): Promise<string | undefined>;
	read(title: string, text: string): void;
	ask(question: Question): Promise<string | undefined>;
	handle(event: InputEvent, keymap: Keymap): void;
};

type Stack = {
	readonly store: UiStore;
	/** Promises of open questions, by the id of their overlay. */
	readonly waiting: Map<string, (value: string | undefined) => void>;
	count: number;
};

const topOf = ({store}: Stack): Overlay | undefined => store.get().overlays.at(-1);

const act = ({store}: Stack, action: OverlayAction): void =>
	store.dispatch({type: 'overlaid', action});

function open(
	stack: Stack,
	overlay: Omit<Overlay, 'id' | 'query' | 'selected'> & {readonly selected?: number},
): Promise<string | undefined> {
	stack.count += 1;
	const id = `overlay-${stack.count}`;
	act(stack, {type: 'opened', overlay: {...overlay, id}});
	return new Promise(resolve => stack.waiting.set(id, resolve));
}

function close(stack: Stack, value: string | undefined): void {
	const last = topOf(stack);
	if (!last) return;
	act(stack, {type: 'closed', id: last.id});
	stack.waiting.get(last.id)?.(value);
	stack.waiting.delete(last.id);
}

const move = (stack: Stack, by: number): void => act(stack, {type: 'moved', by});

const query = (stack: Stack, text: string): void => act(stack, {type: 'queried', query: text});

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
	'tui.editor.deleteCharBackward': stack => query(stack, topOf(stack)?.query.slice(0, -1) ?? ''),
	'tui.editor.deleteToLineStart': stack => query(stack, ''),
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
		query(stack, last.query + event.text);
	}
}

/** A stack of overlays; the top one has the keyboard, Escape closes it. */
export function createOverlays(store: UiStore): OverlayControl {
	const stack: Stack = {store, waiting: new Map(), count: 0};
	return {
		isOpen: () => topOf(stack) !== undefined,
		choose: overlay => open(stack, overlay),
		read: (title, text) => void open(stack, {title, rows: [], text}),
		ask: question => ask(stack, question),
		handle: (event, keymap) => handle(stack, event, keymap),
	};
}
