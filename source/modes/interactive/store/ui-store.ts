import {createStore} from '../../../lib/store.ts';
import {initialComposer} from './composer.ts';
import {noExtensions} from './extensions.ts';
import {reduce, type UiEvent} from './reduce.ts';
import type {UiState} from './state.ts';
import {emptyTranscript} from './transcript.ts';

/** The one state of the screen. It changes by events only. */
export type UiStore = {
	get(): UiState;
	dispatch(event: UiEvent): void;
	subscribe(listener: () => void): () => void;
};

export const initialState = (now: number): UiState => ({
	transcript: emptyTranscript,
	composer: initialComposer,
	suggestions: undefined,
	run: {activity: 'idle', since: now},
	harness: undefined,
	overlays: [],
	branch: undefined,
	extensions: noExtensions,
	view: {expandAll: false, showThinking: true, theme: ''},
	now,
	unseen: undefined,
	hint: undefined,
});

export function createUiStore(now: number): UiStore {
	const store = createStore<UiState>(initialState(now));
	return {
		get: store.get,
		dispatch: event => store.set(reduce(store.get(), event)),
		subscribe: store.subscribe,
	};
}
