import type {Store} from '../../../lib/store.ts';
import type {OverlayControl} from '../overlays.ts';
import type {NavigatorState, NavigatorTask, NavigatorView} from './navigator-state.ts';
import type {ViewMaker} from './navigator-view.ts';
import type {TreePort} from './tree-port.ts';

export type NavigatorParts = {
	readonly overlays: Pick<OverlayControl, 'choose'>;
	/** A branch is left without the question about a summary. */
	skipsSummary(): boolean;
	setEditorText(text: string): void;
	notify(text: string, level?: 'info' | 'error'): void;
	copy(text: string): Promise<boolean>;
	close(): void;
	/** The rows are others now. */
	paint(): void;
	later(run: () => void): () => void;
	readonly now: () => number;
};

/** A navigator at work: what its keys act upon. */
export type Going = {
	readonly parts: NavigatorParts;
	readonly store: Store<NavigatorState>;
	readonly maker: ViewMaker;
	port: TreePort | undefined;
	sessionId: string | undefined;
	list: {readonly top: number; readonly height: number};
	/** Ends the notes that are being written. */
	abort: AbortController | undefined;
};

export const viewOf = ({port, maker, store}: Going): NavigatorView | undefined =>
	port && maker.view(port.tree(), store.get());

export function set(going: Going, state: NavigatorState): void {
	going.store.set(state);
	going.parts.paint();
}

export const patch = (going: Going, part: Partial<NavigatorState>): void =>
	set(going, {...going.store.get(), ...part});

export const browsing: NavigatorTask = {kind: 'browsing'};

export function close(going: Going): void {
	going.maker.stop();
	going.store.set({...going.store.get(), query: '', hint: undefined, task: browsing});
	going.parts.close();
}
