import path from 'node:path';
import type {SettingsStore} from '../../harness/index.ts';
import type {UiState} from './store/state.ts';
import type {UiStore} from './store/ui-store.ts';
import {notificationBytes, titleBytes} from './terminal/announcements.ts';
import type {InputEvent} from './terminal/input-event.ts';
import type {Terminal} from './terminal/terminal.ts';

export type Announcer = {
	/** Notes whether the person looks at this window. */
	onInput(event: InputEvent): void;
	dispose(): void;
};

/** A run that is over sooner needs no word: the person is still there. */
const longMs = 5000;

function titleOf({harness, run}: UiState): string {
	const parts = [
		'bough',
		harness?.sessionName ?? '',
		harness === undefined ? '' : path.basename(harness.cwd),
	];
	const sign = run.activity === 'idle' ? '' : '◐ ';
	return sign + parts.filter(part => part !== '').join(' – ');
}

type Parts = {
	readonly store: UiStore;
	readonly terminal: Terminal;
	readonly settings: SettingsStore;
	readonly now: () => number;
};

/** Tells what goes on outside of the window as well: in its title, in the tab, and with a word when nobody looks. */
export function createAnnouncer({store, terminal, settings, now}: Parts): Announcer {
	const {guard, port, environment} = terminal;
	let title = '';
	let isSeen = true;
	let before = store.get();

	const write = (bytes: string) => {
		if (guard.isEntered()) port.write(bytes);
	};
	const announce = (text: string) => {
		const {notify} = settings.get().terminal;
		if (!isSeen && notify !== 'off') write(notificationBytes(text, environment, notify));
	};
	const showTitle = (state: UiState) => {
		const next = titleOf(state);
		if (next === title) return;
		title = next;
		guard.turnOn('title');
		write(titleBytes(title));
	};
	const showRun = ({run}: UiState) => {
		const isOver = run.activity === 'idle';
		const isWanted = settings.get().terminal.showTerminalProgress;
		if (isOver || !isWanted) guard.turnOff('progress');
		else guard.turnOn('progress');
		if (isOver && now() - before.run.since >= longMs) announce('bough is done');
	};
	const onChange = () => {
		const state = store.get();
		showTitle(state);
		if (state.run !== before.run) showRun(state);
		const asked =
			state.overlays.length > before.overlays.length ? state.overlays.at(-1) : undefined;
		if (asked) announce(`bough asks: ${asked.title}`);
		before = state;
	};
	const stop = store.subscribe(onChange);
	const stopEntering = guard.onEnter(() => {
		if (title !== '') write(titleBytes(title));
	});
	return {
		onInput(event) {
			if (event.kind === 'focus') isSeen = event.focused;
		},
		dispose() {
			stop();
			stopEntering();
		},
	};
}
