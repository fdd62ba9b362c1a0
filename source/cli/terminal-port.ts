import {createInterface, type Interface} from 'node:readline';
import {Writable} from 'node:stream';
import {openPage, SignInCancelled, type SignInPort} from '../harness/index.ts';
import {UsageError} from './usage-error.ts';

export type TerminalPortOptions = {
	/** Only the address is shown. */
	readonly noBrowser: boolean;
	readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Questions go where the answers of commands do not. */
const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Shows the question and, when nothing is secret, what is typed. */
function createScreen() {
	let isQuiet = false;
	const output = new Writable({
		write(chunk, _encoding, done) {
			if (!isQuiet) process.stderr.write(chunk);
			done();
		},
	});
	return {
		output,
		hide() {
			isQuiet = true;
		},
	};
}

function question(terminal: Interface, text: string, signal: AbortSignal): Promise<string> {
	return new Promise((resolve, reject) => {
		const cancel = () => reject(new SignInCancelled());
		terminal.once('SIGINT', cancel);
		terminal.once('close', cancel);
		terminal.question(text, {signal}, resolve);
		signal.addEventListener('abort', cancel, {once: true});
	});
}

async function askAtTerminal(text: string, isSecret: boolean, signal: AbortSignal) {
	const {output, hide} = createScreen();
	const terminal = createInterface({input: process.stdin, output, terminal: true, historySize: 0});
	try {
		const answer = question(terminal, text, signal);
		if (isSecret) hide();
		return await answer;
	} finally {
		terminal.close();
		if (isSecret) say('');
	}
}

/** The first line of a pipe. */
async function readLine(): Promise<string> {
	const terminal = createInterface({input: process.stdin});
	try {
		for await (const line of terminal) return line;
	} finally {
		terminal.close();
	}

	throw new UsageError('There is nothing on standard input.');
}

/** Signing in from the command line. */
export function createTerminalPort({noBrowser, environment}: TerminalPortOptions): SignInPort {
	const leaving = new AbortController();
	const isTerminal = process.stdin.isTTY === true;
	const ask = (text: string, isSecret = false, signal: AbortSignal = leaving.signal) =>
		isTerminal ? askAtTerminal(text, isSecret, signal) : readLine();
	return {
		signal: leaving.signal,
		show({url, code, note}) {
			if (note !== undefined) say(note);
			const isOpen = !noBrowser && openPage(url, environment);
			say(`${isOpen ? 'The browser opens' : 'Open'} this page:\n\n  ${url}\n`);
			if (code !== undefined) say(`and enter the code  ${code}\n`);
		},
		ask({title, isSecret = false}, signal) {
			// A pipe has its key in it; it cannot know what a browser will show.
			if (signal && !isTerminal) {
				return new Promise((_resolve, reject) =>
					signal.addEventListener('abort', () => reject(new SignInCancelled()), {once: true}),
				);
			}

			return ask(`${title}: `, isSecret, signal);
		},
		async choose(title, options) {
			const list = options.map((option, index) => `  ${index + 1}  ${option}`);
			say(`${title}\n${list.join('\n')}`);
			for (;;) {
				const answer = (await ask('Number: ')).trim();
				const chosen = options[Number(answer) - 1] ?? options.find(option => option === answer);
				if (chosen !== undefined) return chosen;
				if (!isTerminal) throw new UsageError(`"${answer}" is none of the numbers.`);
			}
		},
		tell: say,
	};
}
