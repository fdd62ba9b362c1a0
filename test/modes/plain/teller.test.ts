import {expect, it} from 'vitest';
import type {SessionEvent} from '../../../source/harness/index.ts';
import {createTeller} from '../../../source/modes/plain/teller.ts';

const base = {
	role: 'assistant',
	api: 'x',
	provider: 'p',
	model: 'm',
	usage: {
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		totalTokens: 0,
		cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0},
	},
	timestamp: 0,
} as const;

function told(...events: readonly SessionEvent[]): readonly string[] {
	const lines: string[] = [];
	const {tell} = createTeller(line => lines.push(line));
	for (const event of events) tell(event);
	return lines;
}

const saying = (text: string) => ({
	...base,
	content: [{type: 'text', text}] as const,
	stopReason: 'stop' as const,
});
const event = {type: 'text_delta', contentIndex: 0, delta: ''} as never;

it('writes each line of an answer once, when it is whole', () => {
	const update = (text: string) =>
		({type: 'message_update', message: saying(text), event}) as const;
	expect(told(update('one'), update('one\ntw'))).toEqual(['one']);
	expect(
		told(update('one\n'), update('one\ntwo\nth'), {
			type: 'message_end',
			message: saying('one\ntwo\nthree'),
		}),
	).toEqual(['one', 'two', 'three']);
});

it('tells of tools in words, and what a failed one said', () => {
	const call = {toolCallId: '1', toolName: 'bash'};
	const result = (text: string) => ({content: [{type: 'text', text}], details: undefined}) as never;
	expect(
		told(
			{type: 'tool_execution_start', ...call, args: {command: 'ls\n-l'}},
			{
				type: 'tool_execution_end',
				...call,
				result: result('no\nsuch'),
				isError: true,
				durationMs: 1234,
			},
		),
	).toEqual(['Tool bash: ls -l', 'Tool bash failed after 1.2 s.', '  no', '  such']);
});

it('lets no sequence of an answer through', () => {
	const text = 'a\u001B[2Jb\u001B]0;x\u0007c\rd';
	expect(told({type: 'message_end', message: saying(text)}).join('')).not.toMatch(
		/[\0-\u0009\u000B-\u001F\u007F-\u009F]/,
	);
});
