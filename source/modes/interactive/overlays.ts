import type {Question, QuestionOptions} from '../../harness/index.ts';
import type {ActionId} from './keys/bindings.ts';
import type {Keymap} from './keys/keymap.ts';
import {filterRows} from './selectors/filter.ts';
import {changeMarks, markActions} from './selectors/marks.ts';
import type {OverlayAction} from './store/overlays.ts';
import type {Overlay, SelectorRow} from './store/state.ts';
import type {UiStore} from './store/ui-store.ts';
import type {InputEvent} from './terminal/input-event.ts';

/** What an overlay says beside its rows; the rest of its state is the stack's own. */
export type OverlayContent = Omit<Overlay, 'id' | 'query' | 'selected'> & {
	/** The value of the row that is selected at first. */
	readonly at?: string;
};

export type OverlayHandlers = {
	/** Another row is selected. */
	onMove?(row: SelectorRow | undefined): void;
	/** Enter: with it the list stays open. */
	onConfirm?(row: SelectorRow): void;
	/** Keys of this list beside the usual ones. */
	readonly keys?: Readonly<Partial<Record<ActionId, (row: SelectorRow | undefined) => void>>>;
	readonly signal?: AbortSignal | undefined;
};

export type OverlayControl = {
	isOpen(): boolean;
	/** Shows a list; resolves with the chosen value, or undefined when it was closed. */
	choose(overlay: OverlayContent, handlers?: OverlayHandlers): Promise<string | undefined>;
	/** Switches rows on and off; what is marked is kept however the list is closed. `isSaved`: for good. */
	mark(overlay: OverlayContent & {readonly marked: readonly string[]}): Promise<Marking>;
	/** Other rows, or words, for the top overlay. */
	update(change: Partial<Pick<Overlay, 'rows' | 'title' | 'message' | 'hint'>>): void;
	read(title: string, text: string): void;
	ask(question: Question, options?: QuestionOptions): Promise<string | undefined>;
	/** Closes the top overlay with an answer. */
	answer(value: string | undefined): void;
	handle(event: InputEvent, keymap: Keymap): void;
};

export type Marking = {readonly marked: readonly string[]; readonly isSaved: boolean};

export type InkInput = {
	/** Hands an event to the component that listens with Ink's own hooks. */
	forward(event: InputEvent): void;
	/** Runs `then` once all of those have arrived. */
	afterForwarded(then: () => void): void;
};

type Stack = {
	readonly store: UiStore;
	readonly ink: InkInput;
	/** Open overlays, by id: what to do when one is answered, and with its keys. */
	readonly waiting: Map<string, (value: string | undefined) => void>;
	readonly handlers: Map<string, OverlayHandlers>;
	count: number;
};

const topOf = ({store}: Stack): Overlay | undefined => store.get().overlays.at(-1);

const act = ({store}: Stack, action: OverlayAction): void =>
	store.dispatch({type: 'overlaid', action});

const selectedRow = (overlay: Overlay | undefined): SelectorRow | undefined =>
	overlay && filterRows(overlay.rows, overlay.query)[overlay.selected];

function open(
	stack: Stack,
	content: OverlayContent,
	handlers: OverlayHandlers = {},
): Promise<string | undefined> {
	const {signal} = handlers;
	if (signal?.aborted) return Promise.resolve(undefined);
	stack.count += 1;
	const id = `overlay-${stack.count}`;
	const {at, ...overlay} = content;
	const withdraw = () => close(stack, id, undefined);
	signal?.addEventListener('abort', withdraw, {once: true});
	stack.handlers.set(id, handlers);
	const selected = Math.max(
		0,
		overlay.rows.findIndex(({value}) => value === at),
	);
	act(stack, {type: 'opened', overlay: {...overlay, id, selected}});
	return new Promise<string | undefined>(resolve => stack.waiting.set(id, resolve)).finally(() =>
		signal?.removeEventListener('abort', withdraw),
	);
}

function close(stack: Stack, id: string, value: string | undefined): void {
	act(stack, {type: 'closed', id});
	stack.handlers.delete(id);
	stack.waiting.get(id)?.(value);
	stack.waiting.delete(id);
}

function answer(stack: Stack, value: string | undefined): void {
	const last = topOf(stack);
	if (last) close(stack, last.id, value);
}

/** Does something that may select another row, and tells who wants to know. */
function changing(stack: Stack, change: () => void): void {
	const last = topOf(stack);
	const before = selectedRow(last);
	change();
	const after = selectedRow(topOf(stack));
	if (last && after !== before) stack.handlers.get(last.id)?.onMove?.(after);
}

const move = (stack: Stack, by: number): void =>
	changing(stack, () => act(stack, {type: 'moved', by}));

function confirm(stack: Stack): void {
	const last = topOf(stack);
	if (!last) return;
	const row = selectedRow(last);
	const {onConfirm} = stack.handlers.get(last.id) ?? {};
	if (last.field) answer(stack, last.query);
	else if (!onConfirm) answer(stack, row?.value);
	else if (row) onConfirm(row);
}

const keys = {
	'tui.select.cancel': stack => answer(stack, undefined),
	'tui.select.confirm': confirm,
	'tui.select.up': stack => move(stack, -1),
	'tui.select.down': stack => move(stack, 1),
	'tui.select.pageUp': stack => move(stack, -10),
	'tui.select.pageDown': stack => move(stack, 10),
	'tui.editor.deleteToLineStart': stack =>
		changing(stack, () => act(stack, {type: 'queried', query: ''})),
} as const satisfies Readonly<Partial<Record<ActionId, (stack: Stack) => void>>>;

const isKey = (id: string): id is keyof typeof keys => Object.hasOwn(keys, id);
const listKeys = Object.keys(keys).filter(isKey);

const yesOrNo = [
	{value: 'yes', label: 'Yes'},
	{value: 'no', label: 'No'},
];

function ask(
	stack: Stack,
	question: Question,
	{signal, timeoutMs}: QuestionOptions,
): Promise<string | undefined> {
	const limits = [
		signal ?? [],
		timeoutMs === undefined ? [] : AbortSignal.timeout(timeoutMs),
	].flat();
	const limit = limits.length > 0 ? AbortSignal.any(limits) : undefined;
	return open(stack, toOverlay(question), {signal: limit});
}

function toOverlay(question: Question): OverlayContent {
	const {title} = question;
	switch (question.kind) {
		case 'select': {
			const {options, message} = question;
			const rows = options.map(value => ({value, label: value}));
			return {title, rows, ...(message === undefined ? {} : {message})};
		}

		case 'confirm':
			return {title, message: question.message, rows: yesOrNo, isChoice: true};
		case 'input': {
			const {message, placeholder = '', secret = false} = question;
			const field = {isSecret: secret, placeholder};
			return {title, rows: [], field, ...(message === undefined ? {} : {message})};
		}

		case 'editor':
			return {title, rows: [], field: {isSecret: false, placeholder: ''}};
	}
}

async function mark(
	stack: Stack,
	overlay: Parameters<OverlayControl['mark']>[0],
): Promise<Marking> {
	let {marked} = overlay;
	const change = (action: ActionId) => {
		const top = topOf(stack);
		marked = (top && changeMarks(top, action)) ?? marked;
		act(stack, {type: 'marked', marked});
	};
	const hint = 'enter on/off · alt+↑↓ order · ctrl+s save · esc close';
	const changes = Object.fromEntries(markActions.map(action => [action, () => change(action)]));
	const keys = {...changes, 'app.models.save': () => answer(stack, 'saved')};
	const value = await open(stack, {hint, ...overlay}, {keys});
	return {marked, isSaved: value === 'saved'};
}

const plainKeys = ['left', 'right', 'backspace', 'delete', 'up', 'down', 'enter'];

/** What the component with the keyboard makes something of: text, and keys that move in a line or a few rows. */
function forward(stack: Stack, event: InputEvent): void {
	const isPlain =
		event.kind === 'key' && !event.ctrl && !event.alt && plainKeys.includes(event.name);
	if (isPlain || event.kind === 'text' || event.kind === 'paste') stack.ink.forward(event);
}

function handle(stack: Stack, event: InputEvent, keymap: Keymap): void {
	const last = topOf(stack);
	if (!last) return;
	const own = stack.handlers.get(last.id)?.keys ?? {};
	const ownKey = Object.entries(own).find(
		([id]) => keymap.actionOf(event, [id as ActionId]) !== undefined,
	);
	const key = event.kind === 'key' ? keymap.actionOf(event, listKeys) : undefined;
	const isEnd = key === 'tui.select.cancel';
	// What was typed before has to arrive first: it decides which row is selected.
	if (last.isChoice && !isEnd) forward(stack, event);
	else if (ownKey) stack.ink.afterForwarded(() => ownKey[1](selectedRow(topOf(stack))));
	else if (key) stack.ink.afterForwarded(() => keys[key](stack));
	else if (last.text === undefined) forward(stack, event);
}

/** A stack of overlays; the top one has the keyboard, Escape closes it. */
export function createOverlays(store: UiStore, ink: InkInput): OverlayControl {
	const stack: Stack = {store, ink, waiting: new Map(), handlers: new Map(), count: 0};
	return {
		isOpen: () => topOf(stack) !== undefined,
		choose: (overlay, handlers) => open(stack, overlay, handlers),
		mark: overlay => mark(stack, overlay),
		update: change => act(stack, {type: 'changed', change}),
		read: (title, text) => void open(stack, {title, rows: [], text}),
		ask: (question, options = {}) => ask(stack, question, options),
		answer: value => answer(stack, value),
		handle: (event, keymap) => handle(stack, event, keymap),
	};
}
