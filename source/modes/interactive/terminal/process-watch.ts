/** As much of a process as is needed here. */
export type ProcessPort = {
	readonly pid: number;
	readonly platform: string;
	on(name: string, listener: () => void): unknown;
	off(name: string, listener: () => void): unknown;
	emit(name: 'exit', code: number): unknown;
	listenerCount(name: string): number;
	removeAllListeners(name: string): unknown;
	kill(pid: number, signal: string): unknown;
};

type Screen = {enter(): void; leave(): void; isEntered(): boolean};

const endings = {SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15} as const;
type Ending = keyof typeof endings;
/** Where no shell could stop us, we go on after this long. */
const stopMs = 250;

/** The ways in which a process ends or stops, each through `screen.leave`. */
export function watchProcess(process: ProcessPort, screen: Screen) {
	const stopper = createStopper(process, screen);
	let areKeysSpared = false;
	const crash = () => {
		// With a handler for uncaught errors the process lives on, and so does the screen.
		if (process.listenerCount('uncaughtException') === 0) screen.leave();
	};
	const end = (signal: Ending) => {
		if (areKeysSpared && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
		screen.leave();
		endBy(process, signal);
	};
	const handlers: ReadonlyArray<readonly [string, () => void]> = [
		['exit', screen.leave],
		['uncaughtExceptionMonitor', crash],
		['SIGTSTP', stopper.stop],
		['SIGCONT', stopper.goOn],
		['SIGHUP', () => end('SIGHUP')],
		['SIGINT', () => end('SIGINT')],
		['SIGQUIT', () => end('SIGQUIT')],
		['SIGTERM', () => end('SIGTERM')],
	];
	let isStarted = false;

	return {
		suspend: stopper.stop,
		/** Until the result is called, the signals of Ctrl+C and Ctrl+\ are another program's. */
		spareKeys() {
			areKeysSpared = true;
			return () => {
				areKeysSpared = false;
			};
		},
		start() {
			if (isStarted) return;
			isStarted = true;
			for (const [name, handler] of handlers) process.on(name, handler);
		},
		stop() {
			isStarted = false;
			stopper.cancel();
			for (const [name, handler] of handlers) process.off(name, handler);
		},
	};
}

function createStopper(process: ProcessPort, screen: Screen) {
	let timer: NodeJS.Timeout | undefined;
	let hadScreen = false;

	const goOn = () => {
		if (timer === undefined) {
			if (!screen.isEntered()) return;
			// Stopped without being asked: the shell has put its own settings over ours.
			screen.leave();
			screen.enter();
			return;
		}

		clearTimeout(timer);
		timer = undefined;
		process.on('SIGTSTP', stop);
		if (!hadScreen) return;
		screen.enter();
		// The window may have changed meanwhile; only the shell was told.
		process.kill(process.pid, 'SIGWINCH');
	};
	const stop = () => {
		if (process.platform === 'win32' || timer !== undefined) return;
		hadScreen = screen.isEntered();
		screen.leave();
		// Keeps the process alive while it is stopped, and wakes it where there is no shell to do that.
		timer = setTimeout(goOn, stopMs);
		process.off('SIGTSTP', stop);
		// The whole group, as the terminal would do; not SIGSTOP, which also stops what nobody could continue.
		process.kill(0, 'SIGTSTP');
	};

	return {
		stop,
		goOn,
		cancel() {
			clearTimeout(timer);
			timer = undefined;
		},
	};
}

/** Ends the process by the signal that it got, so that its parent sees the true reason. Other listeners run first. */
function endBy(process: ProcessPort, signal: Ending): void {
	setImmediate(() => {
		try {
			// A death by signal skips these listeners, and children would stay behind.
			process.emit('exit', 128 + endings[signal]);
		} finally {
			process.removeAllListeners(signal);
			process.kill(process.pid, signal);
		}
	});
}
