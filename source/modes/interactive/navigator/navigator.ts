import {createStore} from '../../../lib/store.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {InputEvent} from '../terminal/input-event.ts';
import type {TreeFilter} from './arrange.ts';
import {browse} from './browse.ts';
import {type Going, type NavigatorParts, set, viewOf} from './going.ts';
import {initialNavigator, type NavigatorView} from './navigator-state.ts';
import {createViewMaker} from './navigator-view.ts';
import type {TreePort} from './tree-port.ts';
import {writeLine} from './write-line.ts';

export type Navigator = {
	/** Looks at the tree of a session; what was set the last time is as it was. */
	open(port: TreePort, filter: TreeFilter): void;
	view(): NavigatorView | undefined;
	subscribe(listener: () => void): () => void;
	handle(event: InputEvent, keymap: Keymap): void;
	/** The rows of the list on the screen, for the mouse. */
	placeList(list: {readonly top: number; readonly height: number}): void;
	port(): TreePort | undefined;
};

function handle(going: Going, event: InputEvent, keymap: Keymap): void {
	const {task} = going.store.get();
	if (task.kind === 'browsing') browse(going, event, keymap);
	else if (task.kind !== 'summarising') writeLine(going, event, keymap);
	else if (keymap.matches('tui.select.cancel', event)) going.abort?.abort();
}

/** Folds, filter and place are those of a session; another one is looked at afresh. */
function open(going: Going, port: TreePort, filter: TreeFilter): void {
	const {id} = port.tree().header;
	if (going.sessionId !== id) going.store.set(initialNavigator(filter));
	going.sessionId = id;
	going.port = port;
	set(going, going.store.get());
}

/** The tree of the session on the whole screen. */
export function createNavigator(parts: NavigatorParts): Navigator {
	const store = createStore(initialNavigator('default'));
	const {later, now} = parts;
	const onMore = () => {
		if (going.port) set(going, {...store.get()});
	};
	const going: Going = {
		parts,
		store,
		maker: createViewMaker({onMore, later, now}),
		port: undefined,
		sessionId: undefined,
		list: {top: 0, height: 1},
		abort: undefined,
	};
	return {
		open: (port, filter) => open(going, port, filter),
		view: () => viewOf(going),
		subscribe: store.subscribe,
		handle: (event, keymap) => handle(going, event, keymap),
		placeList(list) {
			going.list = list;
		},
		port: () => going.port,
	};
}
