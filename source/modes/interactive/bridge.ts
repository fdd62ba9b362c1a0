import type {NoticeLevel, SessionEvent, SessionStore} from '../../harness/index.ts';
import type {UiStore} from './store/ui-store.ts';

export type Bridge = {
	/** Shows what a session holds already, and from then on what happens in it. */
	show(session: SessionStore): void;
	notice(text: string, level?: NoticeLevel): void;
	dispose(): void;
};

export type BridgeOptions = {
	readonly store: UiStore;
	/** Says that rows changed that React knows nothing of. */
	paint(when: 'now' | 'frame'): void;
	readonly now: () => number;
};

type Update = Extract<SessionEvent, {type: 'message_update'}>;

type Going = BridgeOptions & {
	undo: readonly (() => void)[];
	/** What came since the last frame and need not be told one by one. */
	update: Update | undefined;
	output: string;
	timer: NodeJS.Timeout | undefined;
	clock: NodeJS.Timeout | undefined;
};

const clockMs = 120;
const frameMs = 33;

const apply = ({store, now}: Going, event: SessionEvent): void =>
	store.dispatch({type: 'session.told', event, now: now()});

/** Deltas are many: of an answer only the last counts, since it holds the whole so far. */
function flush(going: Going): void {
	clearTimeout(going.timer);
	going.timer = undefined;
	const {update, output} = going;
	going.update = undefined;
	going.output = '';
	if (update) apply(going, update);
	if (output !== '') apply(going, {type: 'bash_execution_update', delta: output});
	going.paint('frame');
}

function notice(going: Going, text: string, level: NoticeLevel): void {
	going.store.dispatch({type: 'noticed', level, text});
	going.paint('now');
}

function onEvent(going: Going, event: SessionEvent, session: SessionStore): void {
	if (event.type === 'message_update' || event.type === 'bash_execution_update') {
		if (event.type === 'message_update') going.update = event;
		else going.output += event.delta;
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

const isGoing = ({store}: Going): boolean =>
	store.get().run.activity !== 'idle' || store.get().transcript.live.length > 0;

/** The time is shown only while something goes on. */
function watchClock(going: Going): void {
	if (!isGoing(going)) {
		clearInterval(going.clock);
		going.clock = undefined;
	} else {
		going.clock ??= setInterval(() => {
			going.store.dispatch({type: 'ticked', now: going.now()});
			going.paint('frame');
		}, clockMs);
	}
}

function show(going: Going, session: SessionStore): void {
	const onState = () =>
		going.store.dispatch({
			type: 'session.changed',
			harness: session.getState(),
			now: going.now(),
		});
	for (const each of going.undo) each();
	going.undo = [
		session.onEvent(event => onEvent(going, event, session)),
		session.subscribe(onState),
		going.store.subscribe(() => watchClock(going)),
	];
	going.store.dispatch({type: 'session.shown', path: session.tree().path()});
	onState();
	going.paint('now');
}

/** Events of the session to the state of the screen, one batch a frame. */
export function createBridge(options: BridgeOptions): Bridge {
	const going: Going = {
		...options,
		undo: [],
		update: undefined,
		output: '',
		timer: undefined,
		clock: undefined,
	};
	return {
		show: session => show(going, session),
		notice: (text, level = 'info') => notice(going, text, level),
		dispose() {
			for (const each of going.undo) each();
			clearTimeout(going.timer);
			clearInterval(going.clock);
		},
	};
}
