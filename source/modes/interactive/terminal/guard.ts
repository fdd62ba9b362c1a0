import {type ModeId, modes, settleFrame, startModes} from './modes.ts';
import {type ProcessPort, watchProcess} from './process-watch.ts';
import type {TerminalPort} from './terminal-port.ts';

export type TerminalGuard = {
	/** Takes the terminal over. Harmless when it is ours already. */
	enter(): void;
	/** Gives the terminal back as it was, before it returns. Harmless when it is not ours. */
	leave(): void;
	isEntered(): boolean;
	/** Both hold over `leave` and `enter`. */
	turnOn(mode: ModeId): void;
	turnOff(mode: ModeId): void;
	/** Gives the terminal back and stops the process, as Ctrl+Z does everywhere else; comes back with `fg`. */
	suspend(): void;
	/** Gives the terminal to another program for as long as `run` takes. Keys that end programs are meant for that one. */
	lend<T>(run: () => Promise<T>): Promise<T>;
	/** Calls `listener` whenever the terminal was taken over and has to be painted from nothing. */
	onEnter(listener: () => void): () => void;
	/** Leaves, and lets go of the process. */
	dispose(): void;
};

export type GuardOptions = {
	readonly terminal: TerminalPort;
	readonly process: ProcessPort;
	/** Called before raw mode ends: what the terminal still answers must not reach the shell. */
	readonly drain?: () => void;
	/** Called when the terminal is theirs again. */
	readonly afterLeave?: () => void;
};

/**
 * Owns every mode of the terminal. A mode is noted before it is written and undone in reverse order, on every way out
 * of the process, so that whoever comes after us finds the terminal as we found it.
 */
export function createGuard(options: GuardOptions): TerminalGuard {
	const {terminal, process, drain, afterLeave} = options;
	const listeners = new Set<() => void>();
	let wanted: readonly ModeId[] = startModes;
	/** In the order in which they were turned on. */
	let on: readonly ModeId[] = [];
	let isEntered = false;

	const write = (added: readonly ModeId[]) => {
		on = [...on, ...added];
		terminal.write(added.map(mode => modes[mode].on).join(''));
	};
	const leave = () => {
		if (!isEntered) return;
		isEntered = false;
		const undo = on.toReversed().map(mode => modes[mode].off);
		on = [];
		terminal.write(settleFrame + undo.join(''));
		drain?.();
		terminal.setRawMode(false);
		afterLeave?.();
	};
	const enter = () => {
		if (isEntered) return;
		watch.start();
		isEntered = true;
		terminal.setRawMode(true);
		write(wanted);
		for (const listener of listeners) listener();
	};
	const watch = watchProcess(process, {enter, leave, isEntered: () => isEntered});

	return {
		enter,
		leave,
		isEntered: () => isEntered,
		turnOn(mode) {
			if (wanted.includes(mode)) return;
			wanted = [...wanted, mode];
			if (isEntered) write([mode]);
		},
		turnOff(mode) {
			wanted = wanted.filter(other => other !== mode);
			if (!on.includes(mode)) return;
			terminal.write(modes[mode].off);
			on = on.filter(other => other !== mode);
		},
		suspend: watch.suspend,
		async lend(run) {
			leave();
			const takeBack = watch.spareKeys();
			try {
				return await run();
			} finally {
				takeBack();
				enter();
			}
		},
		onEnter(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		dispose() {
			leave();
			watch.stop();
		},
	};
}
