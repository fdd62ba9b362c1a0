import type {
	BashExecutionMessage,
	HarnessState,
	NoticeLevel,
	SessionEntry,
	SessionEvent,
} from '../../../harness/index.ts';
import type {Suggestions} from '../completion/suggestion.ts';
import {type ComposerAction, reduceComposer} from './composer.ts';
import {type ExtensionsAction, reduceExtensions} from './extensions.ts';
import {itemsOf} from './items.ts';
import {type OverlayAction, reduceOverlays} from './overlays.ts';
import type {UiState} from './state.ts';
import {endBash, reduceTranscript, settle, startBash} from './transcript.ts';

/** Everything that can change what is on the screen. */
export type UiEvent =
	| {readonly type: 'session.told'; readonly event: SessionEvent; readonly now: number}
	| {readonly type: 'session.changed'; readonly harness: HarnessState; readonly now: number}
	/** Another path is looked at: what it holds already. */
	| {readonly type: 'session.shown'; readonly path: readonly SessionEntry[]}
	| {readonly type: 'bash.started'; readonly command: string; readonly excludeFromContext: boolean}
	| {readonly type: 'bash.ended'; readonly result: Partial<BashExecutionMessage> | undefined}
	| {readonly type: 'noticed'; readonly level: NoticeLevel; readonly text: string}
	| {readonly type: 'composed'; readonly action: ComposerAction}
	| {readonly type: 'suggested'; readonly suggestions: Suggestions | undefined}
	| {readonly type: 'overlaid'; readonly action: OverlayAction}
	| {readonly type: 'extended'; readonly action: ExtensionsAction}
	| {readonly type: 'viewed'; readonly change: Partial<UiState['view']>}
	| {readonly type: 'hinted'; readonly hint: string | undefined}
	/** Only if it is still that one. */
	| {readonly type: 'unhinted'; readonly hint: string}
	| {readonly type: 'scrolled'; readonly unseen: number | undefined}
	| {readonly type: 'branch.found'; readonly branch: string | undefined}
	| {readonly type: 'themed'; readonly theme: string}
	| {readonly type: 'ticked'; readonly now: number};

function changed(state: UiState, harness: HarnessState, now: number): UiState {
	const {activity} = harness;
	const run = activity === state.run.activity ? state.run : {activity, since: now};
	return {...state, harness, run, now};
}

function shown(state: UiState, path: readonly SessionEntry[]): UiState {
	// What was said before the session was open still holds.
	const isFirst = state.harness === undefined;
	const before = isFirst ? state.transcript.settled.filter(({kind}) => kind === 'notice') : [];
	const settled = [...itemsOf(path), ...before];
	const prompts = settled.flatMap(item => (item.kind === 'user' ? [item.text] : []));
	return {
		...state,
		transcript: {...state.transcript, settled, live: []},
		composer: reduceComposer(state.composer, {type: 'seeded', prompts}),
	};
}

function composed(state: UiState, action: ComposerAction): UiState {
	const composer = reduceComposer(state.composer, action);
	if (composer === state.composer && state.hint === undefined) return state;
	return {...state, composer, hint: undefined};
}

function noticed(state: UiState, level: NoticeLevel, text: string): UiState {
	const transcript = settle(state.transcript, id => [{kind: 'notice', id, level, text}]);
	return {...state, transcript};
}

/** Pure: the state after an event. */
export function reduce(state: UiState, event: UiEvent): UiState {
	switch (event.type) {
		case 'session.told':
			return {
				...state,
				transcript: reduceTranscript(state.transcript, event.event, event.now),
			};
		case 'session.changed':
			return changed(state, event.harness, event.now);
		case 'session.shown':
			return shown(state, event.path);
		case 'bash.started': {
			const {command, excludeFromContext} = event;
			const rest = {excludeFromContext, now: state.now};
			return {...state, transcript: startBash(state.transcript, command, rest)};
		}

		case 'bash.ended':
			return {...state, transcript: endBash(state.transcript, event.result)};
		case 'noticed':
			return noticed(state, event.level, event.text);
		case 'composed':
			return composed(state, event.action);
		case 'suggested':
			return event.suggestions === state.suggestions
				? state
				: {...state, suggestions: event.suggestions};
		case 'overlaid':
			return {...state, overlays: reduceOverlays(state.overlays, event.action)};
		case 'extended':
			return {...state, extensions: reduceExtensions(state.extensions, event.action)};
		case 'viewed':
			return {...state, view: {...state.view, ...event.change}};
		case 'hinted':
			return {...state, hint: event.hint};
		case 'unhinted':
			return state.hint === event.hint ? {...state, hint: undefined} : state;
		case 'scrolled':
			return event.unseen === state.unseen ? state : {...state, unseen: event.unseen};
		case 'branch.found':
			return {...state, branch: event.branch};
		case 'themed':
			return {...state, view: {...state.view, theme: event.theme}};
		case 'ticked':
			return {...state, now: event.now};
	}
}
