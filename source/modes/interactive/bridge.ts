import type {NoticeLevel, SessionEvent, SessionStore} from '../../harness/index.ts';
import type {Store} from '../../lib/store.ts';
import {itemsOf} from './store/items.ts';
import type {UiState} from './store/state.ts';
import {itemId, reduceTranscript, settle} from './store/transcript.ts';

export type Bridge = {
	/** Shows what a session holds already, and from then on what happens in it. */
	show(session: SessionStore): void;
	notice(text: string, level?: NoticeLevel): void;
	dispose(): void;
};

export type BridgeOptions = {
	readonly store: Store<UiState>;
	/** Says that rows changed that React knows nothing of. */
	paint(when: 'now' | 'frame'): void;
	readonly now: () => number;
};

type Update = Extract<SessionEvent, {type: 'message_update'}>;

type Going = BridgeOptions & {
	undo: readonly (() => void)[];
	pending: Update | undefined;
	timer: NodeJS.Timeout | undefined;
	spinner: NodeJS.Timeout | undefined;
};

const spinnerMs = 120;
const frameMs = 33;
const promptsKept = 100;

const patch = ({store}: Going, part: Partial<UiState>) => store.set({...store.get(), ...part});

const apply = (going: Going, event: SessionEvent) =>
	patch(going, {transcript: reduceTranscript(going.store.get().transcript, event)});

/** Deltas are many: of those between two frames only the last counts, since it holds the whole so far. */
function flush(going: Going): void {
	clearTimeout(going.timer);
	going.timer = undefined;
	const event = going.pending;
	going.pending = undefined;
	if (event) apply(going, event);
	going.paint('frame');
}

function notice(going: Going, text: string, level: NoticeLevel): void {
	const {transcript} = going.store.get();
	const item = {kind: 'notice', id: itemId(), level, text} as const;
	patch(going, {transcript: settle(transcript, [item])});
	going.paint('now');
}

function onEvent(going: Going, event: SessionEvent, session: SessionStore): void {
	if (event.type === 'message_update') {
		going.pending = event;
		going.timer ??= setTimeout(() => flush(going), frameMs);
		return;
	}

	flush(going);
	if (event.type === 'session_replaced') show(going, session);
	else if (event.type === 'compaction_end' && event.errorMessage !== undefined && !event.aborted) {
		notice(going, event.errorMessage, 'error');
	} else apply(going, event);
	going.paint('frame');
}

function spin(going: Going): void {
	const {view} = going.store.get();
	patch(going, {view: {...view, spinner: view.spinner + 1}});
}

function onState(going: Going, session: SessionStore): void {
	const harness = session.getState();
	const {run} = going.store.get();
	const isSame = harness.activity === run.activity;
	patch(going, {
		harness,
		run: isSame ? run : {activity: harness.activity, since: going.now()},
	});
	if (harness.activity === 'idle') {
		clearInterval(going.spinner);
		going.spinner = undefined;
	} else going.spinner ??= setInterval(() => spin(going), spinnerMs);
}

function show(going: Going, session: SessionStore): void {
	for (const each of going.undo) each();
	going.undo = [
		session.onEvent(event => onEvent(going, event, session)),
		session.subscribe(() => onState(going, session)),
	];
	// What was said before the session was open still holds.
	const isFirst = going.store.get().harness === undefined;
	const before = isFirst ? going.store.get().transcript.settled : [];
	const settled = [...itemsOf(session.tree().path()), ...before];
	const prompts = settled.flatMap(item => (item.kind === 'user' ? [item.text] : []));
	const entries = prompts.slice(-promptsKept);
	patch(going, {
		transcript: {settled, live: []},
		history: {entries, at: entries.length, draft: ''},
	});
	onState(going, session);
	going.paint('now');
}

/** Events of the session to the state of the screen, one batch a frame. */
export function createBridge(options: BridgeOptions): Bridge {
	const going: Going = {
		...options,
		undo: [],
		pending: undefined,
		timer: undefined,
		spinner: undefined,
	};
	return {
		show: session => show(going, session),
		notice: (text, level = 'info') => notice(going, text, level),
		dispose() {
			for (const each of going.undo) each();
			clearTimeout(going.timer);
			clearInterval(going.spinner);
		},
	};
}
