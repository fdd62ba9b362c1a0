import type {Question, QuestionOptions} from '../../harness/index.ts';
import {graphemes} from '../../lib/text-width.ts';
import type {ActionId} from './keys/bindings.ts';
import type {Keymap} from './keys/keymap.ts';
import {filterRows} from './selectors/filter.ts';
import {changeMarks, markActions} from './selectors/marks.ts';
import type {NewOverlay, OverlayAction} from './store/overlays.ts';
import type {Overlay} from './store/state.ts';
import type {UiStore} from './store/ui-store.ts';
import type {InputEvent, KeyEvent} from './terminal/input-event.ts';

export type OverlayControl = {
	isOpen(): boolean;
	/** Shows a list; resolves with the chosen value, or undefined when it was closed. */
	choose(overlay: Pick<Overlay, 'title' | 'rows'>): Promise<string | undefined>;
	/** Switches rows on and off; `isSaved`: for good. undefined: it was closed by who opened it. */
	mark(
		overlay: Pick<Overlay, 'title' | 'rows' | 'message'> & {readonly marked: readonly string[]},
	): Promise<Marking>;
	/** The same with keys of its own: which was pressed, and on which row. */
	pick(overlay: Omit<NewOverlay, 'id'>): Promise<Picked>;
	read(title: string, text: string): void;
	ask(question: Question, options?: QuestionOptions): Promise<string | undefined>;
	handle(event: InputEvent, keymap: Keymap): void;
};

export type Marking = {readonly marked: readonly string[]; readonly isSaved: boolean};

export type Picked = {
	readonly value: string | undefined;
	/** undefined: a row was chosen, or the list was closed. */
	readonly action?: ActionId;
	/** To show the list again as it was. */
	readonly query: string;
	readonly selected: number;
};

/** How an overlay was closed, and with which marks. */
type Closing = Picked & {readonly marked?: readonly string[]};

type Stack = {
	readonly store: UiStore;
	/** Promises of open questions, by the id of their overlay. */
	readonly waiting: Map<string, (closing: Closing) => void>;
	count: number;
};

const topOf = ({store}: Stack): Overlay | undefined => store.get().overlays.at(-1);

const act = ({store}: Stack, action: OverlayAction): void =>
	store.dispatch({type: 'overlaid', action});

const open = async (...asked: Parameters<typeof openFully>): Promise<string | undefined> =>
	(await openFully(...asked)).value;

function openFully(
	stack: Stack,
	overlay: Omit<NewOverlay, 'id'>,
	signal?: AbortSignal,
): Promise<Closing> {
	if (signal?.aborted) return Promise.resolve(unchosen);
	stack.count += 1;
	const id = `overlay-${stack.count}`;
	const withdraw = () => close(stack, id, {});
	signal?.addEventListener('abort', withdraw, {once: true});
	act(stack, {type: 'opened', overlay: {...overlay, id}});
	return new Promise<Closing>(resolve => stack.waiting.set(id, resolve)).finally(() =>
		signal?.removeEventListener('abort', withdraw),
	);
}

const unchosen = {value: undefined, query: '', selected: 0} as const;

function close(
	stack: Stack,
	id: string,
	{value, action}: {readonly value?: string | undefined; readonly action?: ActionId},
): void {
	const closed = stack.store.get().overlays.find(overlay => overlay.id === id);
	const {marked, query = '', selected = 0} = closed ?? {};
	act(stack, {type: 'closed', id});
	stack.waiting.get(id)?.({
		value,
		query,
		selected,
		...(action ? {action} : {}),
		...(marked ? {marked} : {}),
	});
	stack.waiting.delete(id);
}

function answer(stack: Stack, value: string | undefined): void {
	const last = topOf(stack);
	if (last) close(stack, last.id, {value});
}

const move = (stack: Stack, by: number): void => act(stack, {type: 'moved', by});

const query = (stack: Stack, text: string): void => act(stack, {type: 'queried', query: text});

const selectedOf = ({rows, query: typed, selected}: Overlay): string | undefined =>
	filterRows(rows, typed)[selected]?.value;

function confirm(stack: Stack): void {
	const last = topOf(stack);
	if (last?.field) answer(stack, last.query);
	else answer(stack, last && selectedOf(last));
}

const keys: Readonly<Partial<Record<ActionId, (stack: Stack) => void>>> = {
	'tui.select.cancel': stack => answer(stack, undefined),
	'tui.select.confirm': confirm,
	'tui.select.up': stack => move(stack, -1),
	'tui.select.down': stack => move(stack, 1),
	'tui.select.pageUp': stack => move(stack, -10),
	'tui.select.pageDown': stack => move(stack, 10),
	'tui.editor.deleteCharBackward': stack =>
		query(
			stack,
			graphemes(topOf(stack)?.query ?? '')
				.slice(0, -1)
				.join(''),
		),
	'tui.editor.deleteToLineStart': stack => query(stack, ''),
};

const saved = 'saved';

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
	return open(stack, toOverlay(question), limits.length > 0 ? AbortSignal.any(limits) : undefined);
}

function toOverlay(question: Question): Pick<Overlay, 'title' | 'rows' | 'message' | 'field'> {
	const {title} = question;
	switch (question.kind) {
		case 'select': {
			const {options, message} = question;
			const rows = options.map(value => ({value, label: value}));
			return {title, rows, ...(message === undefined ? {} : {message})};
		}

		case 'confirm':
			return {title: `${title}: ${question.message}`, rows: yesOrNo};
		case 'input': {
			const {message, placeholder = '', secret = false} = question;
			const field = {isSecret: secret, placeholder};
			return {title, rows: [], field, ...(message === undefined ? {} : {message})};
		}

		case 'editor':
			return {title, rows: [], field: {isSecret: false, placeholder: ''}};
	}
}

/** Marks are kept however the list is closed; saving them is a key of its own. */
async function mark(
	stack: Stack,
	overlay: Parameters<OverlayControl['mark']>[0],
): Promise<Marking> {
	const {value, marked = overlay.marked} = await openFully(stack, overlay);
	return {isSaved: value === saved, marked};
}

/** true: the key was for the marks of the list. */
function handleMarks(stack: Stack, event: KeyEvent, keymap: Keymap): boolean {
	const last = topOf(stack);
	if (!last?.marked) return false;
	if (keymap.matches('app.models.save', event)) {
		answer(stack, saved);
		return true;
	}

	const action = keymap.actionOf(event, markActions);
	const marked = action && changeMarks(last, action);
	if (marked) act(stack, {type: 'marked', marked});
	return marked !== undefined;
}

/** true: the key was one of the list's own. */
function handleOwn(stack: Stack, event: KeyEvent, keymap: Keymap): boolean {
	const last = topOf(stack);
	const action = last?.actions && keymap.actionOf(event, last.actions);
	if (!last || !action) return false;
	close(stack, last.id, {value: selectedOf(last), action});
	return true;
}

function handle(stack: Stack, event: InputEvent, keymap: Keymap): void {
	if (event.kind === 'key') {
		if (handleMarks(stack, event, keymap) || handleOwn(stack, event, keymap)) return;
		const entry = Object.entries(keys).find(([id]) => keymap.actionOf(event, [id as ActionId]));
		entry?.[1]?.(stack);
		return;
	}

	const last = topOf(stack);
	if (!last || last.text !== undefined) return;
	if (event.kind === 'text') query(stack, last.query + event.text);
	// A line end that was copied along is no part of a line.
	if (event.kind === 'paste') query(stack, last.query + event.text.replace(/[\r\n]+/g, ' ').trim());
}

/** A stack of overlays; the top one has the keyboard, Escape closes it. */
export function createOverlays(store: UiStore): OverlayControl {
	const stack: Stack = {store, waiting: new Map(), count: 0};
	return {
		isOpen: () => topOf(stack) !== undefined,
		choose: overlay => open(stack, overlay),
		mark: overlay => mark(stack, overlay),
		pick: overlay => openFully(stack, overlay),
		read: (title, text) => void open(stack, {title, rows: [], text}),
		ask: (question, options = {}) => ask(stack, question, options),
		handle: (event, keymap) => handle(stack, event, keymap),
	};
}
