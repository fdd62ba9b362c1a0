import type {SessionEvent, SessionStore} from '../../harness/index.ts';
import type {Store} from '../../lib/store.ts';
import {itemsOf} from './store/items.ts';
import type {UiState} from './store/state.ts';
import {itemId, reduceTranscript, settle} from './store/transcript.ts';

export type Bridge = {
	/** Shows what a session holds already. */
	show(session: SessionStore): void;
	notice(text: string, level?: 'info' | 'warning' | 'error'): void;
	dispose(): void;
};

export type BridgeOptions = {
	readonly store: Store<UiState>;
	/** Says that rows changed that React knows nothing of. */
	paint(when: 'now' | 'frame'): void;
	readonly now: () => number;
};

const spinnerMs = 120;
const frameMs = 33;

/** Events of the session to the state of the screen. Deltas are many: of those between two frames only the last counts. */
export function createBridge({store, paint, now}: BridgeOptions): Bridge {
	let undo: (() => void)[] = [];
	let pending: Extract<SessionEvent, {type: 'message_update'}> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let spinner: NodeJS.Timeout | undefined;

	const patch = (part: Partial<UiState>) => store.set({...store.get(), ...part});
	const apply = (event: SessionEvent) => patch({transcript: reduceTranscript(store.get().transcript, event)});

	function flush(): void {
		clearTimeout(timer);
		timer = undefined;
		const event = pending;
		pending = undefined;
		if (event) apply(event);
		paint('frame');
	}

	function onEvent(event: SessionEvent, session: SessionStore): void {
		if (event.type === 'message_update') {
			pending = event;
			timer ??= setTimeout(flush, frameMs);
			return;
		}

		flush();
		if (event.type === 'session_replaced') show(session);
		else if (event.type === 'compaction_end' && event.errorMessage !== undefined && !event.aborted) {
			notice(event.errorMessage, 'error');
		} else apply(event);
		paint('frame');
	}

	function onState(session: SessionStore): void {
		const harness = session.getState();
		const {activity} = store.get().run;
		const run = harness.activity === activity ? store.get().run : {activity: harness.activity, since: now()};
		patch({harness, run});
		if (harness.activity !== 'idle') spinner ??= setInterval(spin, spinnerMs);
		else {
			clearInterval(spinner);
			spinner = undefined;
		}
	}

	function spin(): void {
		const {view} = store.get();
		patch({view: {...view, spinner: view.spinner + 1}});
	}

	function notice(text: string, level: 'info' | 'warning' | 'error' = 'info'): void {
		const {transcript} = store.get();
		patch({transcript: settle(transcript, [{kind: 'notice', id: itemId(), level, text}])});
		paint('now');
	}

	function show(session: SessionStore): void {
		for (const each of undo) each();
		undo = [session.onEvent(event => onEvent(event, session)), session.subscribe(() => onState(session))];
		const settled = itemsOf(session.tree().path());
		const entries = settled.flatMap(item => (item.kind === 'user' ? [item.text] : [])).slice(-100);
		patch({transcript: {settled, live: []}, history: {entries, at: entries.length, draft: ''}});
		onState(session);
		paint('now');
	}

	return {
		show,
		notice,
		dispose() {
			for (const each of undo) each();
			clearTimeout(timer);
			clearInterval(spinner);
		},
	};
}
