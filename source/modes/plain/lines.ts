import readline from 'node:readline';
import {Writable} from 'node:stream';

export type Lines = {
	/** Shows the prompt and waits for a line; undefined at the end of the input. */
	read(prompt: string, options?: {readonly isSecret?: boolean}): Promise<string | undefined>;
	write(line: string): void;
	/** What is typed while nobody asks for a line. */
	onLine(listener: (line: string) => void): void;
	onInterrupt(listener: () => void): void;
	close(): void;
};

export type LineStreams = {
	readonly input: NodeJS.ReadableStream;
	readonly output: NodeJS.WritableStream;
	/** Earlier prompts, the oldest first. */
	readonly history: readonly string[];
};

/** Lines in and out of a terminal, one after the other. The line that is being typed is all that is ever redrawn. */
export function createLines({input, output, history}: LineStreams): Lines {
	let isMuted = false;
	const echo = new Writable({
		write(chunk: unknown, _encoding, done) {
			if (!isMuted) output.write(String(chunk));
			done();
		},
	});
	const reader = readline.createInterface({
		input,
		output: echo,
		terminal: true,
		history: history.toReversed(),
		historySize: 1000,
	});
	let waiting: ((line: string | undefined) => void) | undefined;
	let onLine: (line: string) => void = () => {};

	const give = (line: string | undefined): boolean => {
		const ask = waiting;
		waiting = undefined;
		ask?.(line);
		return ask !== undefined;
	};
	reader.on('line', line => {
		if (!give(line)) onLine(line);
	});
	reader.on('close', () => give(undefined));

	return {
		read(prompt, {isSecret = false} = {}) {
			reader.setPrompt(prompt);
			reader.prompt();
			isMuted = isSecret;
			return new Promise(resolve => {
				waiting = line => {
					if (isMuted) output.write('\n');
					isMuted = false;
					reader.setPrompt('');
					resolve(line);
				};
			});
		},
		write(line) {
			const isTyping = waiting !== undefined || reader.line !== '';
			if (isTyping) {
				readline.cursorTo(output, 0);
				readline.clearLine(output, 0);
			}

			output.write(`${line}\n`);
			if (isTyping) reader.prompt(true);
		},
		onLine(listener) {
			onLine = listener;
		},
		onInterrupt(listener) {
			reader.on('SIGINT', listener);
		},
		close: () => reader.close(),
	};
}
