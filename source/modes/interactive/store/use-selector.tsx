import {createContext, useContext, useSyncExternalStore} from 'react';
import type {Paint} from '../theme/paint.ts';
import type {UiState} from './state.ts';
import type {UiStore} from './ui-store.ts';

export type Ui = {
	readonly store: UiStore;
	readonly paint: () => Paint;
	/** Closes the top overlay with an answer. */
	answer(value: string | undefined): void;
};

export const UiContext = createContext<Ui | undefined>(undefined);

export function useUi(): Ui {
	const ui = useContext(UiContext);
	if (!ui) throw new Error('This component needs the store around it.');
	return ui;
}

/** Reads a part of the state; return what is in it, never a new object. */
export function useSelector<T>(select: (state: UiState) => T): T {
	const {store} = useUi();
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** The theme as it is now; who uses it is drawn again when it becomes another. */
export function usePaint(): Paint {
	const {store, paint} = useUi();
	return useSyncExternalStore(store.subscribe, paint);
}
