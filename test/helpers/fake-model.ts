import type {AgentHooks} from '../../source/agent/index.ts';
import {
	emptyUsage,
	type Message,
	type Model,
	type ModelEvent,
	type ModelFailure,
} from '../../source/ai/index.ts';

export const fakeModelRecord: Model = {
	id: 'fake-1',
	name: 'Fake 1',
	api: 'openai-completions',
	provider: 'fake',
	baseUrl: 'http://127.0.0.1:1',
	reasoning: false,
	input: ['text', 'image'],
	cost: {input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25},
	contextWindow: 200_000,
	maxTokens: 8192,
};

export type FakeReply = (contentIndex: number) => readonly ModelEvent[];

export const says =
	(text: string): FakeReply =>
	() => [
		{type: 'text_start', contentIndex: 0},
		...[...text].map(delta => ({type: 'text_delta', contentIndex: 0, delta}) as const),
		{type: 'text_end', contentIndex: 0, content: text},
		{type: 'done', reason: 'stop'},
	];

let count = 0;

export const calls =
	(
		...given: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[]
	): FakeReply =>
	() => [
		...given.flatMap(([name, args], contentIndex): readonly ModelEvent[] => {
			count += 1;
			const id = `call_${count}`;
			return [
				{type: 'toolcall_start', contentIndex, id, toolName: name},
				{
					type: 'toolcall_end',
					contentIndex,
					toolCall: {type: 'toolCall', id, name, arguments: args},
				},
			];
		}),
		{type: 'done', reason: 'toolUse'},
	];

export const fails =
	(failure: ModelFailure): FakeReply =>
	() => [{type: 'error', reason: 'error', failure}];

export type FakeModel = {
	readonly stream: NonNullable<AgentHooks['stream']>;
	/** What each request was made from. */
	readonly requests: readonly (readonly Message[])[];
};

/** Scripted replies in order; a request without a reply is a failure of the test. */
export function fakeModel(...replies: readonly FakeReply[]): FakeModel {
	const requests: (readonly Message[])[] = [];
	return {
		requests,
		async *stream({messages}, {signal}) {
			const reply = replies[requests.length];
			requests.push(messages);
			if (!reply) throw new Error(`The script has no reply number ${requests.length}`);
			yield {type: 'start'};
			for (const event of reply(0)) {
				await new Promise(resolve => setImmediate(resolve));
				if (signal?.aborted) {
					const failure = {code: 'aborted', message: 'Stopped', retryable: false} as const;
					yield {type: 'error', reason: 'aborted', failure};
					return;
				}

				if (event.type === 'done') {
					yield {type: 'usage', usage: {...emptyUsage, input: 100, output: 10, totalTokens: 110}};
				}

				yield event;
			}
		},
	};
}
