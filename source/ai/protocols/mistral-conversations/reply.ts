import {isRecord} from '../../../lib/is-record.ts';
import type {ModelEvent} from '../../events.ts';
import {createReply as createChatReply} from '../openai-completions/reply.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';

/** The API, its SDK and its older versions do not spell alike. */
function cachedTokens(wire: Json): number {
	const details = [
		wire.prompt_tokens_details,
		wire.prompt_token_details,
		wire.promptTokensDetails,
		wire.promptTokenDetails,
	].map(record);
	return (
		details.map(one => count(one.cached_tokens) || count(one.cachedTokens)).find(Boolean) ??
		(count(wire.num_cached_tokens) || count(wire.numCachedTokens))
	);
}

const toUsage = (wire: Json): Json => ({
	...wire,
	prompt_tokens: count(wire.prompt_tokens) || count(wire.promptTokens),
	completion_tokens: count(wire.completion_tokens) || count(wire.completionTokens),
	prompt_tokens_details: {
		...record(wire.prompt_tokens_details),
		cached_tokens: cachedTokens(wire),
	},
});

/** A call without a name of its own says so in words. */
const toPiece = (piece: Json): Json => (piece.id === 'null' ? {...piece, id: ''} : piece);

const finishes: Readonly<Record<string, string>> = {model_length: 'length'};

/** What the model's own failure is in the words of Chat Completions. */
const fault = {message: 'the model stopped with an error', type: 'server_error'};

function toChoice(choice: Json): Json {
	const name = choice.delta === undefined ? 'message' : 'delta';
	const delta = record(choice[name]);
	const finish = text(choice.finish_reason);
	return {
		...choice,
		...(finish === 'error' ? {error: fault} : {}),
		finish_reason: finishes[finish] ?? finish,
		[name]: {...delta, tool_calls: list(delta.tool_calls).map(record).map(toPiece)},
	};
}

/** As others write the same chunk. */
function toChunk(chunk: Json): Json {
	return {
		...chunk,
		choices: list(chunk.choices).map(record).map(toChoice),
		...(isRecord(chunk.usage) ? {usage: toUsage(chunk.usage)} : {}),
	};
}

/** Thinking has no signature here and no field to remember. */
const plain = (event: ModelEvent): ModelEvent =>
	event.type === 'thinking_end'
		? {type: event.type, contentIndex: event.contentIndex, content: event.content}
		: event;

/** Chunks of Mistral to model events: Chat Completions with other spellings. */
export function createReply(call: ProtocolCall): Reply {
	const reply = createChatReply(call);
	return {
		read: event => reply.read(isRecord(event) ? toChunk(event) : event).map(plain),
		end: () => reply.end().map(plain),
	};
}
