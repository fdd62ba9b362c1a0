import type {UiStore} from './store/ui-store.ts';

const hintMs = 1500;

/** A word above the editor that goes away by itself. */
export function showHint({store}: {readonly store: UiStore}, hint: string): void {
	store.dispatch({type: 'hinted', hint});
	setTimeout(() => store.dispatch({type: 'unhinted', hint}), hintMs).unref();
}
