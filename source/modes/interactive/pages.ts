import type {ReactNode} from 'react';
import {createStore} from '../../lib/store.ts';
import type {Keymap} from './keys/keymap.ts';
import type {InputEvent} from './terminal/input-event.ts';

/** Something that stands in place of transcript and editor, and has the keyboard. */
export type Page = {
	readonly element: ReactNode;
	handle(event: InputEvent, keymap: Keymap): void;
};

/** At most one page is open. */
export type Pages = {
	current(): Page | undefined;
	show(page: Page | undefined): void;
	subscribe(listener: () => void): () => void;
};

export function createPages(): Pages {
	const store = createStore<Page | undefined>(undefined);
	return {current: store.get, show: store.set, subscribe: store.subscribe};
}
