import type {ModelEvent} from '../../events.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import {closeToolCall} from '../close-tool-call.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';
import {compatOf} from './compat.ts';

/** Where servers hide cached tokens. */
function toUsage(wire: Json): Usage {
	const prompt = count(wire.prompt_tokens);
	const details = record(wire.prompt_tokens_details);
	const cacheRead = Math.min(
		count(details.cached_tokens) ||
			count(wire.prompt_cache_hit_tokens) ||
			count(wire.cached_tokens),
		prompt,
	);
	const cacheWrite = Math.min(count(details.cache_write_tokens), prompt - cacheRead);
	const reasoning = count(record(wire.completion_tokens_details).reasoning_tokens);
	const usage = {
		...emptyUsage,
		input: prompt - cacheRead - cacheWrite,
		output: count(wire.completion_tokens),
		cacheRead,
		cacheWrite,
		...(reasoning > 0 ? {reasoning} : {}),
	};
	if (typeof wire.cost !== 'number') return usage;
	const upstream =
		wire.is_byok === true ? count(record(wire.cost_details).upstream_inference_cost) : 0;
	return {
		...usage,
		cost: {...emptyUsage.cost, total: wire.cost + upstream, totalFromProvider: true},
	};
}

type Call = {id: string; name: string; text: string; readonly index: number; started: boolean};

/** What is open while chunks come in. */
type Progress = {
	next: number;
	said: {readonly index: number; text: string} | undefined;
	thought:
		| {readonly index: number; text: string; readonly field: string; details: unknown[]}
		| undefined;
	readonly calls: Map<string, Call>;
	lastCall: Call | undefined;
	finish: string | undefined;
	started: boolean;
};

const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

/** Consecutive pieces of text or summary become one; encrypted ones stay apart. */
function addDetail(details: unknown[], piece: unknown): void {
	const next = record(piece);
	const last = record(details.at(-1));
	const key =
		next.type === 'reasoning.text'
			? 'text'
			: next.type === 'reasoning.summary'
				? 'summary'
				: undefined;
	const joins = key !== undefined && last.type === next.type && last.index === next.index;
	if (!joins) details.push(piece);
	else details[details.length - 1] = {...last, ...next, [key]: text(last[key]) + text(next[key])};
}

function closeThought(progress: Progress): ModelEvent[] {
	const {thought} = progress;
	progress.thought = undefined;
	if (!thought) return [];
	const signature = thought.details.length > 0 ? JSON.stringify(thought.details) : thought.field;
	return [
		{
			type: 'thinking_end',
			contentIndex: thought.index,
			content: thought.text,
			thinkingSignature: signature,
		},
	];
}

function closeSaid(progress: Progress): ModelEvent[] {
	const {said} = progress;
	progress.said = undefined;
	return said ? [{type: 'text_end', contentIndex: said.index, content: said.text}] : [];
}

function readThinking(delta: Json, progress: Progress): ModelEvent[] {
	const events: ModelEvent[] = [];
	// Some servers send two copies: the first field that holds anything counts.
	const field = reasoningFields.find(name => text(delta[name]) !== '');
	const details = list(delta.reasoning_details);
	if (!field && details.length === 0) return events;
	if (!progress.thought) {
		events.push(...closeSaid(progress));
		const index = progress.next++;
		progress.thought = {index, text: '', field: field ?? 'reasoning', details: []};
		events.push({type: 'thinking_start', contentIndex: index});
	}

	for (const piece of details) addDetail(progress.thought.details, piece);
	const piece = field ? text(delta[field]) : '';
	if (piece !== '') {
		progress.thought.text += piece;
		events.push({type: 'thinking_delta', contentIndex: progress.thought.index, delta: piece});
	}

	return events;
}

function readText(piece: string, progress: Progress): ModelEvent[] {
	if (piece === '') return [];
	const events = closeThought(progress);
	if (!progress.said) {
		progress.said = {index: progress.next++, text: ''};
		events.push({type: 'text_start', contentIndex: progress.said.index});
	}

	progress.said.text += piece;
	events.push({type: 'text_delta', contentIndex: progress.said.index, delta: piece});
	return events;
}

/** Pieces belong together by index, else by id; servers leave out either, and names may come late. */
function callFor(piece: Json, progress: Progress): Call {
	const id = text(piece.id);
	const key = typeof piece.index === 'number' ? `#${piece.index}` : id === '' ? undefined : id;
	const known = key === undefined ? progress.lastCall : progress.calls.get(key);
	const another = known && id !== '' && known.id !== '' && known.id !== id;
	if (known && !another) return known;
	const call = {id, name: '', text: '', index: progress.next++, started: false};
	progress.calls.set(another || key === undefined ? `${key}/${progress.next}` : key, call);
	if (another && key !== undefined) progress.calls.set(key, call);
	return call;
}

function readCall(piece: Json, progress: Progress): ModelEvent[] {
	const events = [...closeThought(progress), ...closeSaid(progress)];
	const call = callFor(piece, progress);
	progress.lastCall = call;
	const wired = record(piece.function);
	call.id ||= text(piece.id);
	call.name ||= text(wired.name);
	if (!call.started && call.name !== '') {
		call.started = true;
		call.id ||= `call_${call.index}`;
		const {index, id, name} = call;
		events.push({type: 'toolcall_start', contentIndex: index, id, toolName: name});
		if (call.text !== '')
			events.push({type: 'toolcall_delta', contentIndex: index, delta: call.text});
	}

	const given = wired.arguments;
	const more = typeof given === 'string' ? given : given ? JSON.stringify(given) : '';
	call.text += more;
	if (call.started && more !== '') {
		events.push({type: 'toolcall_delta', contentIndex: call.index, delta: more});
	}

	return events;
}

function closeCalls(progress: Progress): ModelEvent[] {
	const unique = [...new Set(progress.calls.values())];
	progress.calls.clear();
	return unique
		.filter(call => call.started)
		.map(call => ({type: 'toolcall_end', contentIndex: call.index, toolCall: closeToolCall(call)}));
}

const stops: Readonly<Record<string, 'stop' | 'length' | 'toolUse'>> = {
	stop: 'stop',
	end: 'stop',
	length: 'length',
	tool_calls: 'toolUse',
	function_call: 'toolUse',
};

function ending(call: ProtocolCall, progress: Progress): ModelEvent[] {
	const hadCalls = [...progress.calls.values()].some(({started}) => started);
	const {finish} = progress;
	const {provider} = call.model;
	if (finish === undefined) {
		// A server that never names an end must be known as one; from others it is a cut stream.
		if (compatOf(call.model).supportsFinishReason !== false) return [];
		const reason = hadCalls ? 'toolUse' : 'stop';
		return [
			...closeThought(progress),
			...closeSaid(progress),
			...closeCalls(progress),
			{type: 'done', reason},
		];
	}

	const known = stops[finish];
	const closing = [...closeThought(progress), ...closeSaid(progress)];
	if (known === undefined) {
		const code =
			finish === 'content_filter' ? 'refused' : finish === 'network_error' ? 'network' : 'unknown';
		const failure = {
			code,
			message: `${provider} ended the answer: ${finish}`,
			retryable: code === 'network',
		} as const;
		return [...closing, {type: 'error', reason: 'error', failure}];
	}

	const reason = known === 'stop' && hadCalls ? 'toolUse' : known;
	return [...closing, ...closeCalls(progress), {type: 'done', reason, rawStopReason: finish}];
}

function readStart(chunk: Json, progress: Progress, {model}: ProtocolCall): ModelEvent[] {
	if (progress.started || (chunk.id === undefined && chunk.choices === undefined)) return [];
	progress.started = true;
	const id = text(chunk.id);
	const other = text(chunk.model) !== '' && chunk.model !== model.id;
	return [
		{
			type: 'start',
			...(id === '' ? {} : {responseId: id}),
			...(other ? {responseModel: text(chunk.model)} : {}),
		},
	];
}

/** Chat Completions chunks to model events. The end waits for the body's end: usage comes after the finish. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		next: 0,
		said: undefined,
		thought: undefined,
		calls: new Map(),
		lastCall: undefined,
		finish: undefined,
		started: false,
	};
	return {
		read(wireEvent) {
			const chunk = record(wireEvent);
			const choice = record(list(chunk.choices)[0]);
			const delta = record(choice.delta);
			progress.finish = text(choice.finish_reason) || progress.finish;
			const usage = chunk.usage ?? choice.usage;
			return [
				...readStart(chunk, progress, call),
				...readThinking(delta, progress),
				...readText(text(delta.content), progress),
				...list(delta.tool_calls).flatMap(piece => readCall(record(piece), progress)),
				...(usage ? [{type: 'usage', usage: toUsage(record(usage))} as const] : []),
			];
		},
		end: () => ending(call, progress),
	};
}
