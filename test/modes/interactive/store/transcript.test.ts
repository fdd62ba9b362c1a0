import {describe, expect, it} from 'vitest';
import {emptyUsage} from '../../../../source/ai/index.ts';
import type {SessionEvent} from '../../../../source/harness/index.ts';
import {
	emptyTranscript,
	endBash,
	reduceTranscript,
	startBash,
	type Transcript,
} from '../../../../source/modes/interactive/store/transcript.ts';

type Assistant = Extract<
	Extract<SessionEvent, {type: 'message_end'}>['message'],
	{role: 'assistant'}
>;

const answer = (
	content: Assistant['content'],
	rest: Partial<Pick<Assistant, 'stopReason' | 'errorMessage'>> = {},
): Assistant => ({
	role: 'assistant',
	content,
	api: 'a',
	provider: 'p',
	model: 'm',
	usage: emptyUsage,
	stopReason: 'stop',
	timestamp: 0,
	...rest,
});

const text = (words: string) => ({type: 'text' as const, text: words});
const call = (id: string, name = 'bash') => ({
	type: 'toolCall' as const,
	id,
	name,
	arguments: {command: 'ls'},
});

const update = (message: Assistant): SessionEvent => ({
	type: 'message_update',
	message,
	event: {type: 'text_delta', contentIndex: 0, delta: ''},
});
const end = (message: Extract<SessionEvent, {type: 'message_end'}>['message']): SessionEvent => ({
	type: 'message_end',
	message,
});
const user = (words: string): SessionEvent => end({role: 'user', content: words, timestamp: 0});
const start = (toolCallId: string): SessionEvent => ({
	type: 'tool_execution_start',
	toolCallId,
	toolName: 'bash',
	args: {command: 'ls -l'},
});
const done = (toolCallId: string, output: string): SessionEvent => ({
	type: 'tool_execution_end',
	toolCallId,
	toolName: 'bash',
	result: {content: [text(output)]},
	isError: false,
	durationMs: 5,
});

const from = (...events: readonly SessionEvent[]): Transcript =>
	events.reduce((state, event) => reduceTranscript(state, event, 1000), emptyTranscript);

/** Items by what matters: kind, state, text. */
const told = ({settled, live}: Transcript) => {
	const one = (item: Transcript['live'][number]) => {
		if (item.kind === 'tool') return `${item.status} ${item.callId} ${item.output}`.trim();
		if (item.kind === 'bash') return `bash ${item.message.output}`;
		const problem = item.kind === 'assistant' && item.problem ? ` !${item.problem}` : '';
		return `${item.kind} ${item.text}${problem}`;
	};
	return {settled: settled.map(one), live: live.map(one)};
};

describe('the transcript', () => {
	it('shows an answer while it comes, and keeps its name when it is finished', () => {
		const live = from(user('hi'), update(answer([text('he')])), update(answer([text('hello')])));
		expect(told(live)).toEqual({settled: ['user hi'], live: ['assistant hello']});
		const finished = reduceTranscript(live, end(answer([text('hello')])), 0);
		expect(told(finished)).toEqual({settled: ['user hi', 'assistant hello'], live: []});
		expect(finished.settled[1]?.id).toBe(live.live[0]?.id);
	});

	it('gives every item a name of its own, though calls of two answers have the same id', () => {
		const turn = [
			update(answer([text('a'), call('1')])),
			end(answer([text('a'), call('1')], {stopReason: 'toolUse'})),
			start('1'),
			done('1', 'out'),
		];
		const twice = from(user('x'), ...turn, ...turn, user('y'));
		const ids = twice.settled.map(({id}) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(told(twice).settled).toEqual([
			'user x',
			'assistant a',
			'done 1 out',
			'assistant a',
			'done 1 out',
			'user y',
		]);
	});

	it('settles calls in their order, however they end', () => {
		const calls = answer([call('1'), call('2')], {stopReason: 'toolUse'});
		const running = from(end(calls), start('1'), start('2'), done('2', 'second'));
		expect(told(running)).toEqual({settled: [], live: ['running 1', 'done 2 second']});
		expect(running.live[0]).toMatchObject({startedAt: 1000, args: {command: 'ls -l'}});
		const both = reduceTranscript(running, done('1', 'first'), 0);
		expect(told(both)).toEqual({settled: ['done 1 first', 'done 2 second'], live: []});
	});

	it('says what became of an answer that did not end well, and of its calls', () => {
		const failed = answer([text('part'), call('1')], {
			stopReason: 'error',
			errorMessage: 'No more.',
		});
		expect(told(from(update(failed), end(failed)))).toEqual({
			settled: ['assistant part !No more.', 'failed 1'],
			live: [],
		});
		const calls = answer([call('1')], {stopReason: 'toolUse'});
		const stopped = from(
			end(calls),
			start('1'),
			{type: 'agent_end', messages: [], willRetry: false},
			{type: 'agent_settled', aborted: true},
		);
		expect(told(stopped)).toEqual({settled: ['failed 1', 'assistant  !Stopped'], live: []});
	});

	it('shows notes that are entries once', () => {
		const base = {id: 'e1', parentId: null, timestamp: ''};
		const noted = from(
			{
				type: 'entry_appended',
				entry: {...base, type: 'branch_summary', fromId: 'x', summary: 'there'},
			},
			{type: 'entry_appended', entry: {...base, type: 'compaction', summary: 'c', tokensBefore: 9}},
			{
				type: 'compaction_end',
				reason: 'manual',
				aborted: false,
				willRetry: false,
				result: {
					summary: 'c',
					tokensBefore: 9,
					firstKeptEntryId: 'x',
					estimatedTokensAfter: 1,
				},
			},
		);
		expect(told(noted).settled).toEqual(['summary there', 'summary c']);
	});

	it('shows a command of the person from its start, also during a run', () => {
		const begun = startBash(from(update(answer([text('he')]))), 'make', {
			excludeFromContext: false,
			now: 7,
		});
		const grown = reduceTranscript(begun, {type: 'bash_execution_update', delta: 'one\n'}, 0);
		const more = reduceTranscript(grown, update(answer([text('hello')])), 0);
		expect(told(more).live).toEqual(['assistant hello', 'bash one\n']);
		const ended = endBash(more, {output: 'one\ntwo\n', exitCode: 0});
		expect(ended.live[1]).toMatchObject({isRunning: false, message: {output: 'one\ntwo\n'}});
		const message = {
			role: 'bashExecution' as const,
			command: 'make',
			output: 'one\ntwo\n',
			exitCode: 0,
			cancelled: false,
			truncated: false,
			timestamp: 7,
		};
		const settled = reduceTranscript(ended, end(message), 0);
		expect(told(settled)).toEqual({settled: ['bash one\ntwo\n'], live: ['assistant hello']});
		expect(settled.settled[0]?.id).toBe(begun.live[1]?.id);
		expect(endBash(begun, undefined).live).toHaveLength(1);
	});
});
