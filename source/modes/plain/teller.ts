import type {SessionEvent} from '../../harness/index.ts';
import {printable} from '../../lib/foreign-text.ts';

export type Teller = {
	tell(event: SessionEvent): void;
};

const mostArgument = 200;
const failedLines = 20;

const oneLine = (text: string): string =>
	printable(text).replace(/\s+/g, ' ').slice(0, mostArgument);

/** The part of the arguments that says most: a command, a path, a pattern. */
function argumentOf(args: unknown): string {
	const values = typeof args === 'object' && args !== null ? Object.values(args) : [];
	return oneLine(values.find(value => typeof value === 'string') ?? '');
}

type Content = readonly {readonly type: string; readonly text?: string}[];

const textOf = (content: string | Content): string =>
	typeof content === 'string'
		? content
		: content.flatMap(({type, text = ''}) => (type === 'text' ? [text] : [])).join('\n');

const endOf = (text: string): readonly string[] =>
	printable(text).trimEnd().split('\n').slice(-failedLines);

/** Tells what happens in whole lines, each written once: nothing that was said is ever changed. */
export function createTeller(write: (line: string) => void): Teller {
	/** Characters of the answer under way that were written. */
	let written = 0;

	const writeUpTo = (text: string, end: number) => {
		if (end <= written) return;
		const lines = text.slice(written, end).replace(/\n$/, '');
		for (const line of printable(lines).split('\n')) write(line);
		written = end;
	};
	const onMessage = (event: Extract<SessionEvent, {type: 'message_update' | 'message_end'}>) => {
		const {message} = event;
		if (message.role !== 'assistant') return;
		const text = textOf(message.content);
		const isEnd = event.type === 'message_end';
		writeUpTo(text, isEnd ? text.length : text.lastIndexOf('\n') + 1);
		if (!isEnd) return;
		written = 0;
		if (message.stopReason === 'error') write(`Failed: ${oneLine(message.errorMessage ?? '')}`);
		if (message.stopReason === 'aborted') write('Stopped.');
	};

	return {
		tell(event) {
			switch (event.type) {
				case 'message_update':
				case 'message_end':
					onMessage(event);
					break;
				case 'tool_execution_start':
					write(`Tool ${event.toolName}: ${argumentOf(event.args)}`);
					break;
				case 'tool_execution_end': {
					const seconds = (event.durationMs / 1000).toFixed(1);
					write(
						`Tool ${event.toolName} ${event.isError ? 'failed' : 'is done'} after ${seconds} s.`,
					);
					if (event.isError)
						for (const line of endOf(textOf(event.result.content))) write(`  ${line}`);
					break;
				}

				default:
			}
		},
	};
}
