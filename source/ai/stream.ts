import {within} from '../lib/deadline.ts';
import {createAssembler} from './assemble.ts';
import {createOrder, type Order} from './event-order.ts';
import type {ModelEvent, ModelFailure} from './events.ts';
import {toFailure} from './failure.ts';
import {toAcceptable} from './history.ts';
import {clampLevel} from './levels.ts';
import type {AssistantMessage, Message} from './messages.ts';
import type {Model} from './model.ts';
import {outputLimit} from './output-limit.ts';
import {protocols} from './protocols/index.ts';
import type {Protocol, ProtocolCall} from './protocols/protocol.ts';
import type {StreamOptions} from './stream-options.ts';
import {toConversation} from './system-state.ts';

export type ModelRequest = {readonly model: Model; readonly messages: readonly Message[]};

const defaultIdleMs = 300_000;

export function toCall({model, messages}: ModelRequest, options: StreamOptions): ProtocolCall {
	const {systemPrompt, tools, messages: spoken} = toConversation(messages);
	const {temperature, toolChoice, sessionId} = options;
	return {
		model,
		systemPrompt: systemPrompt.toWellFormed(),
		tools,
		messages: toAcceptable(spoken, model),
		level: clampLevel(model, options.level ?? 'off'),
		maxTokens: outputLimit(model, messages, options.maxTokens),
		cacheRetention: options.cacheRetention ?? 'short',
		...(temperature === undefined ? {} : {temperature}),
		...(toolChoice === undefined ? {} : {toolChoice}),
		...(sessionId === undefined ? {} : {sessionId}),
	};
}

/** The first 200 with a body that is no stream is told apart by its end; here only the headers are looked at. */
function watchedFetch(options: StreamOptions): typeof globalThis.fetch {
	return async (input, init) => {
		const response = await globalThis.fetch(input, init);
		await options.onResponse?.({
			status: response.status,
			headers: Object.fromEntries(response.headers),
		});
		return response;
	};
}

type Wire = {
	readonly protocol: Protocol;
	readonly call: ProtocolCall;
	readonly options: StreamOptions;
	readonly controller: AbortController;
	readonly idleMs: number;
};

async function openWire({
	protocol,
	call,
	options,
	controller,
	idleMs,
}: Wire): Promise<AsyncIterator<unknown>> {
	const own = protocol.toPayload(call);
	const payload = options.onPayload ? ((await options.onPayload(own)) ?? own) : own;
	const connection = {
		model: call.model,
		headers: {...call.model.headers, ...options.headers},
		fetch: watchedFetch(options),
		signal: controller.signal,
		...(options.apiKey === undefined ? {} : {apiKey: options.apiKey}),
	};
	const body = await within(protocol.open(payload, connection), {
		signal: controller.signal,
		idleMs,
	});
	return body[Symbol.asyncIterator]();
}

async function* readWire(wire: Wire, order: Order): AsyncIterable<ModelEvent> {
	const reply = wire.protocol.createReply(wire.call);
	const iterator = await openWire(wire);
	const limits = {signal: wire.controller.signal, idleMs: wire.idleMs};
	while (!order.ended()) {
		const next = await within(iterator.next(), limits);
		const events = next.done ? reply.end() : reply.read(next.value);
		for (const event of events) yield* order.pass(event);
		if (next.done) break;
	}
}

/** One request in, one event stream out. Never throws: what goes wrong is the last event. */
export async function* streamModel(
	request: ModelRequest,
	options: StreamOptions = {},
): AsyncGenerator<ModelEvent, void, void> {
	const {model} = request;
	const order = createOrder(model);
	const controller = new AbortController();
	const stop = () => controller.abort(options.signal?.reason);
	if (options.signal?.aborted) stop();
	options.signal?.addEventListener('abort', stop, {once: true});
	try {
		const load = protocols[model.api];
		if (!load)
			throw new Error(`Unknown protocol "${model.api}" of model ${model.provider}/${model.id}`);
		const protocol = await load();
		const call = toCall(request, options);
		const idleMs = options.idleTimeoutMs ?? defaultIdleMs;
		yield* readWire({protocol, call, options, controller, idleMs}, order);
		if (!order.ended()) yield* order.fail(truncated(model));
	} catch (error) {
		const aborted = options.signal?.aborted ?? false;
		yield* order.fail(toFailure(error, {provider: model.provider, aborted}));
	} finally {
		options.signal?.removeEventListener('abort', stop);
		// Frees the socket of a stream that was left early or went silent.
		controller.abort();
	}
}

const truncated = (model: Model): ModelFailure => ({
	code: 'truncated',
	message: `${model.provider}: the answer broke off before its end`,
	retryable: true,
});

/** The whole answer; `stopReason` says how it went. */
export async function complete(
	request: ModelRequest,
	options: StreamOptions = {},
): Promise<AssistantMessage> {
	const assembler = createAssembler(request.model);
	for await (const event of streamModel(request, options)) assembler.add(event);
	return assembler.message();
}
