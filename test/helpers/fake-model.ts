import type {AgentHooks} from '../../source/agent/index.ts';
import {
	emptyUsage,
	type Message,
	type Model,
	type ModelEvent,
	type ModelFailure,
	type StreamOptions,
	type Usage,
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

/** What every answer costs unless it says otherwise. */
export const fakeUsage: Usage = {...emptyUsage, input: 100, output: 10, totalTokens: 110};

export type FakeRequest = {
	/** From 1. */
	readonly number: number;
	readonly model: Model;
	readonly messages: readonly Message[];
	readonly options: StreamOptions;
};

/** `hang` waits for the abort; `deaf` waits for ever. */
export type FakeStep = ModelEvent | 'hang' | 'deaf';

/** What is streamed for a request. Any function of this shape will do. */
export type FakeReply = (request: FakeRequest) => readonly FakeStep[];

type Arguments = Readonly<Record<string, unknown>>;
type Single = readonly [name: string, args: Arguments];
type Given = readonly Single[];

const isSingle = (given: Single | Given): given is Single => typeof given[0] === 'string';

const isTerminal = (step: FakeStep): boolean =>
	typeof step === 'object' && (step.type === 'done' || step.type === 'error');

const letters = (text: string): readonly string[] => [...text];

const done = (reason: 'stop' | 'length' | 'toolUse'): readonly ModelEvent[] => [
	{type: 'usage', usage: fakeUsage},
	{type: 'done', reason},
];

/** A text, letter by letter. */
export const says =
	(text: string): FakeReply =>
	() => [
		{type: 'text_start', contentIndex: 0},
		...letters(text).map(delta => ({type: 'text_delta', contentIndex: 0, delta}) as const),
		{type: 'text_end', contentIndex: 0, content: text},
		...done('stop'),
	];

/** A thought, letter by letter. */
export const thinks =
	(thinking: string, thinkingSignature?: string): FakeReply =>
	() => [
		{type: 'thinking_start', contentIndex: 0},
		...letters(thinking).map(delta => ({type: 'thinking_delta', contentIndex: 0, delta}) as const),
		{
			type: 'thinking_end',
			contentIndex: 0,
			content: thinking,
			...(thinkingSignature === undefined ? {} : {thinkingSignature}),
		},
		...done('stop'),
	];

const halves = (text: string): readonly string[] => {
	const middle = Math.ceil(text.length / 2);
	return [text.slice(0, middle), text.slice(middle)];
};

/** Tool calls; their ids are `call_<number of the request>_<place>`. */
export function calls(name: string, args: Arguments): FakeReply;
export function calls(...given: Given): FakeReply;
export function calls(...given: Single | Given): FakeReply {
	const list: Given = isSingle(given) ? [given] : given;
	return ({number}) => [
		...list.flatMap(([toolName, input], contentIndex): readonly ModelEvent[] => {
			const id = `call_${number}_${contentIndex}`;
			return [
				{type: 'toolcall_start', contentIndex, id, toolName},
				...halves(JSON.stringify(input)).map(
					delta => ({type: 'toolcall_delta', contentIndex, delta}) as const,
				),
				{
					type: 'toolcall_end',
					contentIndex,
					toolCall: {type: 'toolCall', id, name: toolName, arguments: input},
				},
			];
		}),
		...done('toolUse'),
	];
}

const moved = (step: FakeStep, by: number): FakeStep => {
	if (typeof step === 'string' || !('contentIndex' in step)) return step;
	const contentIndex = step.contentIndex + by;
	if (step.type !== 'toolcall_start' && step.type !== 'toolcall_end')
		return {...step, contentIndex};
	const place = (id: string) => id.replace(/^(call_\d+)_\d+$/, `$1_${contentIndex}`);
	return step.type === 'toolcall_start'
		? {...step, contentIndex, id: place(step.id)}
		: {...step, contentIndex, toolCall: {...step.toolCall, id: place(step.toolCall.id)}};
};

/** Several of the above in one answer; it ends as the last of them does. */
export const together =
	(...replies: readonly FakeReply[]): FakeReply =>
	request => {
		const steps: FakeStep[] = [];
		let blocks = 0;
		for (const [index, reply] of replies.entries()) {
			const all = reply(request).map(step => moved(step, blocks));
			const isLast = index === replies.length - 1;
			const kept = isLast
				? all
				: all.filter(step => typeof step === 'object' && 'contentIndex' in step);
			blocks += kept.filter(
				step => typeof step === 'object' && step.type.endsWith('_start'),
			).length;
			steps.push(...kept);
		}

		return steps;
	};

const withoutEnd = (steps: readonly FakeStep[]): readonly FakeStep[] =>
	steps.filter(step => !isTerminal(step));

/** The same, stopped by the length limit. */
export const cut =
	(reply: FakeReply): FakeReply =>
	request => [...withoutEnd(reply(request)), {type: 'done', reason: 'length'}];

/** Fails, after the reply if there is one. */
export const fails =
	(failure: ModelFailure, after?: FakeReply): FakeReply =>
	request => [
		...(after ? withoutEnd(after(request)) : []),
		{type: 'error', reason: failure.code === 'aborted' ? 'aborted' : 'error', failure},
	];

/** Ends without `done` or `error`, as no stream should. */
export const breaksOff =
	(reply: FakeReply): FakeReply =>
	request =>
		withoutEnd(reply(request));

/** Falls silent until it is aborted, after the reply if there is one. */
export const hangs =
	(after?: FakeReply): FakeReply =>
	request => [...(after ? withoutEnd(after(request)) : []), 'hang'];

/** Falls silent and does not even hear an abort. */
export const goesDeaf =
	(after?: FakeReply): FakeReply =>
	request => [...(after ? withoutEnd(after(request)) : []), 'deaf'];

export type FakeModel = {
	readonly stream: NonNullable<AgentHooks['stream']>;
	/** The messages of each request. */
	readonly requests: readonly (readonly Message[])[];
	/** The same with all the rest. */
	readonly seen: readonly FakeRequest[];
};

const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
	new Promise(resolve => {
		if (signal?.aborted) resolve();
		else signal?.addEventListener('abort', () => resolve(), {once: true});
	});

const pause = (step: FakeStep, signal: AbortSignal | undefined): Promise<unknown> => {
	if (step === 'deaf') return new Promise(() => undefined);
	return step === 'hang'
		? untilAborted(signal)
		: new Promise(resolve => {
				setImmediate(resolve);
			});
};

/** Closes what is open, as every stream promises. */
function abortedEnd(sent: readonly ModelEvent[]): readonly ModelEvent[] {
	const start = sent.findLast(event => 'contentIndex' in event && event.type.endsWith('_start'));
	const open = start && 'contentIndex' in start ? start.contentIndex : -1;
	const block = sent.filter(event => 'contentIndex' in event && event.contentIndex === open);
	const content = block.map(event => ('delta' in event ? event.delta : '')).join('');
	const isClosed = block.some(event => event.type.endsWith('_end'));
	const failure = {code: 'aborted', message: 'Stopped', retryable: false} as const;
	const error = {type: 'error', reason: 'aborted', failure} as const;
	if (isClosed || start?.type === 'toolcall_start' || open < 0) return [error];
	const type = start?.type === 'text_start' ? 'text_end' : 'thinking_end';
	return [{type, contentIndex: open, content}, error];
}

/** Scripted replies, one for each request in order; a request beyond the last one fails. */
export function fakeModel(...replies: readonly FakeReply[]): FakeModel {
	const seen: FakeRequest[] = [];
	const requests: (readonly Message[])[] = [];
	return {
		requests,
		seen,
		async *stream({model, messages}, options) {
			const request = {number: seen.length + 1, model, messages, options};
			seen.push(request);
			requests.push(messages);
			const reply = replies[request.number - 1];
			if (!reply) throw new Error(`The script has no reply number ${request.number}`);
			const sent: ModelEvent[] = [];
			for (const step of [{type: 'start'} as const, ...reply(request)]) {
				await pause(step, options.signal);
				if (options.signal?.aborted) {
					yield* abortedEnd(sent);
					return;
				}

				if (typeof step === 'string') continue;
				sent.push(step);
				yield step;
			}
		},
	};
}
