import {printable} from '../../../lib/foreign-text.ts';
import {type CapabilityStore, createCapabilities, endsAnswers, queries} from './capabilities.ts';
import {createGuard, type TerminalGuard} from './guard.ts';
import type {InputStream} from './input.ts';
import type {Reply} from './input-event.ts';
import type {Size} from './painter.ts';
import type {ProcessPort} from './process-watch.ts';
import {createStrayOutput} from './stray-output.ts';
import {createTerminalPort, type TerminalPort} from './terminal-port.ts';

export type OutputStream = {
	readonly fd?: number;
	readonly isTTY?: boolean;
	readonly columns?: number;
	readonly rows?: number;
	write(text: string): unknown;
	on(name: 'resize', listener: () => void): unknown;
	off(name: 'resize', listener: () => void): unknown;
};

export type TerminalOptions = {
	readonly stdin: InputStream & {setRawMode?(isOn: boolean): unknown};
	readonly stdout: OutputStream;
	readonly stderr: {write(text: string): unknown};
	readonly process: ProcessPort;
	readonly environment: Readonly<Record<string, string | undefined>>;
};

/** The terminal of this process: who owns its modes, what it can do, how it is written to. */
export type Terminal = Pick<TerminalOptions, 'stdin' | 'stdout' | 'stderr' | 'environment'> & {
	readonly port: TerminalPort;
	readonly guard: TerminalGuard;
	readonly capabilities: CapabilityStore;
	/** Takes in what the terminal answered, and sets what follows from it. */
	handleReply(reply: Reply): void;
	size(): Size;
	/** What the window is called while we are there. */
	setTitle(title: string): void;
};

/** An answer that takes longer than this never comes. */
const answerMs = 1000;
const drainMs = {local: 100, ssh: 400};

export function createTerminal(options: TerminalOptions): Terminal {
	const {stdin, stdout, stderr, environment} = options;
	const port = createTerminalPort(stdin, stdout);
	const capabilities = createCapabilities(environment);
	const stray = createStrayOutput([stdout, stderr], stderr);
	let askedAt: number | undefined;
	const guard = createGuard({
		terminal: port,
		process: options.process,
		drain() {
			const isAwaited = askedAt !== undefined && performance.now() - askedAt < answerMs;
			const {isSettled, isSsh} = capabilities.get();
			if (isAwaited && !isSettled) port.drain(endsAnswers, isSsh ? drainMs.ssh : drainMs.local);
		},
		afterLeave: stray.release,
	});
	guard.onEnter(() => {
		stray.capture();
		if (askedAt !== undefined) return;
		askedAt = performance.now();
		port.write(queries);
	});

	const settle = (reply: Reply) => {
		// Apple's terminal takes the request for underlined text.
		const canModify = environment.TERM_PROGRAM !== 'Apple_Terminal';
		if (reply.type === 'da1' && !capabilities.get().kittyKeys && canModify)
			guard.turnOn('modifyOtherKeys');
		if (reply.type === 'decrqm' && reply.mode === 2027 && reply.value === 2)
			guard.turnOn('graphemes');
	};

	return {
		stdin,
		stdout,
		stderr,
		environment,
		port,
		guard,
		capabilities,
		handleReply(reply) {
			capabilities.handle(reply);
			settle(reply);
		},
		setTitle: title => port.write(`\u001B]0;${printable(title).replaceAll(/\s+/g, ' ')}\u0007`),
		// A terminal that does not know its size says 0.
		size: () => ({columns: stdout.columns || 80, rows: stdout.rows || 24}),
	};
}
