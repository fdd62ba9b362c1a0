import {Writable} from 'node:stream';
import {codeOf, reasonOf} from '../lib/errors.ts';
import {exitCodes} from './exit-codes.ts';

export const complain = (text: string): void => {
	process.stderr.write(`bough: ${text}\n`);
};

function endOnFailure(error: Error): void {
	if (codeOf(error) !== 'EPIPE') complain(`The output cannot be written: ${reasonOf(error)}.`);
	process.exit(codeOf(error) === 'EPIPE' ? exitCodes.ok : exitCodes.modelError);
}

/** A reader that has seen enough (`| head`) ends us quietly. */
export function endWithReader(): void {
	process.stdout.on('error', endOnFailure);
	process.stderr.on('error', () => {
		// Nobody listens to complaints any more; the answer still counts.
	});
}

/**
 * The one way to standard output from here on. Whatever else in this process writes to it (libraries, extensions,
 * console.log) comes out on standard error, so that a script reads the answer and nothing else.
 */
export function takeStdout(): Writable {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = process.stderr.write.bind(process.stderr);
	const output = new Writable({
		decodeStrings: false,
		write: (chunk, _encoding, done) => void write(chunk, error => done(error)),
	});
	return output.on('error', endOnFailure);
}

/** Resolves once everything written has left the process. */
export const flushed = (output: Writable): Promise<void> =>
	new Promise(resolve => output.end(() => resolve()));

const signals = {
	SIGINT: exitCodes.aborted,
	SIGTERM: exitCodes.terminated,
	SIGHUP: exitCodes.hangUp,
} as const;

export type SignalWatch = {
	/** Done on the first signal, before the process ends; it gets two seconds. */
	onSignal(work: () => Promise<unknown>): void;
	/** The code of the signal that came, if one did. */
	code(): number | undefined;
};

/** The first signal ends what runs and then the process; a second one ends it at once. */
export function watchSignals(): SignalWatch {
	let code: number | undefined;
	let work: () => Promise<unknown> = async () => undefined;
	for (const [signal, number] of Object.entries(signals)) {
		process.on(signal, () => {
			if (code !== undefined) process.exit(code);
			code = number;
			const leave = () => process.exit(number);
			setTimeout(leave, 2000).unref();
			work().then(leave, leave);
		});
	}

	return {
		onSignal(next) {
			work = next;
		},
		code: () => code,
	};
}
