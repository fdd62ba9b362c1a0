import fs from 'node:fs';

/** The way to a terminal. Writes are done when they return, so they may happen in an exit handler. */
export type TerminalPort = {
	/** False when the terminal did not take it all. */
	write(text: string): boolean;
	setRawMode(isOn: boolean): void;
	/** Reads and drops what the terminal answers until `isLast` holds, at most for `ms`. */
	drain(isLast: (text: string) => boolean, ms: number): void;
};

type Out = {readonly fd?: number; readonly isTTY?: boolean; write(text: string): unknown};
type In = {setRawMode?(isOn: boolean): unknown};

/** How long a terminal that takes nothing may hold the process up. */
const patienceMs = 2000;

export function createTerminalPort(stdin: In, stdout: Out): TerminalPort {
	// Taken now: the stream's own may be caught later, to keep others off the screen.
	const writeToStream = stdout.write.bind(stdout);
	return {
		write(text) {
			// The console of Windows understands neither UTF-8 nor sequences when its handle is written directly.
			if (stdout.fd !== undefined && stdout.isTTY === true && process.platform !== 'win32') {
				return writeFully(stdout.fd, text);
			}

			writeToStream(text);
			return true;
		},
		setRawMode(isOn) {
			try {
				stdin.setRawMode?.(isOn);
			} catch {
				// The terminal is gone: nothing is left to set.
			}
		},
		drain(isLast, ms) {
			if (process.platform === 'win32' || stdout.isTTY !== true) return;
			drainTerminal(isLast, ms);
		},
	};
}

function writeFully(fd: number, text: string): boolean {
	const deadline = performance.now() + patienceMs;
	let rest = Buffer.from(text);
	while (rest.length > 0) {
		try {
			rest = rest.subarray(fs.writeSync(fd, rest));
		} catch (error) {
			// EIO, EPIPE, EBADF: the terminal is gone, and with it all who could read a complaint.
			if (!isBusy(error) || performance.now() > deadline) return false;
			pause(2);
		}
	}

	return true;
}

function drainTerminal(isLast: (text: string) => boolean, ms: number): void {
	const deadline = performance.now() + ms;
	let fd: number | undefined;
	try {
		fd = fs.openSync('/dev/tty', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
		const bytes = Buffer.alloc(4096);
		for (let text = ''; !isLast(text) && performance.now() < deadline; ) {
			text += readSome(fd, bytes);
		}
	} catch {
		// Without a terminal there is no answer that could go astray.
	} finally {
		if (fd !== undefined) fs.closeSync(fd);
	}
}

function readSome(fd: number, bytes: Buffer): string {
	try {
		return bytes.toString('latin1', 0, fs.readSync(fd, bytes));
	} catch (error) {
		if (!isBusy(error)) throw error;
		pause(2);
		return '';
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

function pause(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
