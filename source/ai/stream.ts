import {createWatch, type Watch} from '../lib/deadline.ts';
import {isRecord} from '../lib/is-record.ts';
import {createAssembler} from './assemble.ts';
import {withBaseUrl} from './base-url.ts';
import {createEventOrder, type EventOrder} from './event-order.ts';
import type {ModelEvent, ModelFailure} from './events.ts';
import {toFailure} from './failure.ts';
import type {Refusal} from './failure-facts.ts';
import {toAcceptable} from './history.ts';
import {clampLevel} from './levels.ts';
import type {AssistantMessage, Message} from './messages.ts';
import type {Model} from './model.ts';
import {ModelError} from './model-error.ts';
import {type Environment, type Fetch, fetchFor} from './network.ts';
import {outputLimit} from './output-limit.ts';
import {protocols} from './protocols/index.ts';
import type {Protocol, ProtocolCall} from './protocols/protocol.ts';
import type {StreamOptions} from './stream-options.ts';
import {toConversation} from './system-state.ts';

export type ModelRequest = {readonly model: Model; readonly messages: readonly Message[]};

const defaultIdleMs = 300_000;

/** How long a body may take to end by itself after its last event, so that its connection can be used again. */
const farewellMs = 1000;

/** A page of an error is enough to read. */
const longestRefusal = 65_536;

/** What a protocol is asked: one prompt, one list of tools, a history that this model accepts. */
export function toCall({model, messages}: ModelRequest, options: StreamOptions): ProtocolCall {
	const {systemPrompt, tools, messages: spoken} = toConversation(messages);
	const {temperature, toolChoice, sessionId, thinkingBudgets} = options;
	const level = clampLevel(model, options.level ?? 'off');
	return {
		model,
		systemPrompt: systemPrompt.toWellFormed(),
		tools,
		messages: toAcceptable(spoken, model),
		level,
		maxTokens: outputLimit(model, messages, options.maxTokens),
		cacheRetention: options.cacheRetention ?? 'short',
		samplingParams: {
			...model.samplingParams,
			...model.samplingParamsByThinkingLevel?.[level],
			...options.samplingParams,
		},
		...(temperature === undefined ? {} : {temperature}),
		...(toolChoice === undefined ? {} : {toolChoice}),
		...(sessionId === undefined ? {} : {sessionId}),
		...(thinkingBudgets === undefined ? {} : {thinkingBudgets}),
	};
}

/** All that one request has going on. */
type Exchange = {
	readonly options: StreamOptions;
	readonly environment: Environment;
	readonly idleMs: number;
	readonly controller: AbortController;
	readonly watch: Watch;
	readonly order: EventOrder;
	refusal: Refusal | undefined;
	/** While there may be more to read. */
	body: AsyncIterator<unknown> | undefined;
};

/** Keeps what a server answers instead of a stream: SDKs lose bodies they do not know, and headers. */
function keepingRefusals(fetch: Fetch, exchange: Exchange): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		const {status, statusText, headers} = response;
		await exchange.options.onResponse?.({status, headers: Object.fromEntries(headers)});
		exchange.refusal = undefined;
		if (response.ok) return response;
		const body = (await response.text()).slice(0, longestRefusal);
		exchange.refusal = {status, headers, body};
		return new Response(body === '' ? null : body, {status, statusText, headers});
	};
}

async function toPayload(protocol: Protocol, call: ProtocolCall, options: StreamOptions) {
	const payload = without(protocol.toPayload(call), options.omit);
	return (await options.onPayload?.(payload)) ?? payload;
}

const without = (payload: unknown, names: StreamOptions['omit'] = []): unknown =>
	names.length > 0 && isRecord(payload)
		? Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))
		: payload;

async function open(protocol: Protocol, call: ProtocolCall, exchange: Exchange): Promise<void> {
	const {options, environment, idleMs, controller, watch} = exchange;
	const {apiKey} = options;
	const payload = await watch.wait(toPayload(protocol, call, options));
	const fetch = await fetchFor(environment, idleMs);
	const body = await watch.wait(
		protocol.open(payload, {
			model: call.model,
			// What a person wrote down is stronger than what is usual.
			headers: {...protocol.toHeaders?.(call), ...call.model.headers, ...options.headers},
			fetch: keepingRefusals(fetch, exchange),
			signal: controller.signal,
			environment,
			...(apiKey === undefined ? {} : {apiKey}),
		}),
	);
	exchange.body = body[Symbol.asyncIterator]();
}

async function* read(
	protocol: Protocol,
	call: ProtocolCall,
	exchange: Exchange,
): AsyncGenerator<ModelEvent, void, void> {
	const {order, watch, controller} = exchange;
	const reply = protocol.createReply(call);
	await open(protocol, call, exchange);
	while (exchange.body && !order.hasEnded()) {
		const next = await watch.wait(exchange.body.next());
		if (next.done) exchange.body = undefined;
		for (const event of next.done ? reply.end() : reply.read(next.value)) {
			controller.signal.throwIfAborted();
			for (const passed of order.pass(event)) yield passed;
		}
	}

	if (!order.hasEnded()) throw new ModelError('truncated', 'the answer broke off before its end');
}

async function loadProtocol(model: Model, known: typeof protocols): Promise<Protocol> {
	const load = known[model.api];
	if (load) return load();
	const names = Object.keys(known).join(', ');
	const message = `${model.id} speaks "${model.api}", which is not known here; known are ${names}`;
	throw new ModelError('bad_request', message);
}

/** Reads what follows the last event, for the sake of the connection only. */
async function drain(body: AsyncIterator<unknown>, controller: AbortController): Promise<void> {
	const timer = setTimeout(() => controller.abort(), farewellMs);
	try {
		for (let isOver = false; !isOver; ) isOver = (await body.next()).done === true;
	} catch {
		// The answer is complete; how its connection ended changes nothing.
	} finally {
		clearTimeout(timer);
	}
}

const secretsOf = ({apiKey, headers}: StreamOptions): readonly string[] =>
	[apiKey, ...Object.values(headers ?? {})].flatMap(value => value?.split(' ') ?? []);

function failureOf(error: unknown, {model}: ModelRequest, exchange: Exchange): ModelFailure {
	const {options, refusal} = exchange;
	return toFailure(error, {
		provider: model.provider,
		aborted: options.signal?.aborted ?? false,
		secrets: secretsOf(options),
		...(refusal ? {refusal} : {}),
	});
}

/** One request in, one event stream out. Never throws: what goes wrong is the last event. */
export async function* streamModel(
	request: ModelRequest,
	options: StreamOptions = {},
	known: typeof protocols = protocols,
): AsyncGenerator<ModelEvent, void, void> {
	const {signal, environment = process.env, idleTimeoutMs: idleMs = defaultIdleMs} = options;
	const controller = new AbortController();
	const stop = () => controller.abort(signal?.reason);
	signal?.addEventListener('abort', stop, {once: true});
	const exchange: Exchange = {
		...{options, environment, idleMs, controller},
		watch: createWatch({signal: controller.signal, idleMs}),
		order: createEventOrder(request.model),
		refusal: undefined,
		body: undefined,
	};
	try {
		signal?.throwIfAborted();
		const protocol = await loadProtocol(request.model, known);
		const {baseUrl = request.model.baseUrl} = options;
		const model = withBaseUrl({...request.model, baseUrl}, environment);
		yield* read(protocol, toCall({...request, model}, options), exchange);
	} catch (error) {
		exchange.body = undefined;
		for (const event of exchange.order.fail(failureOf(error, request, exchange))) yield event;
	} finally {
		signal?.removeEventListener('abort', stop);
		exchange.watch.stop();
		// A stream that was left early, failed or went silent gives its socket back at once.
		if (exchange.body && exchange.order.hasEnded()) void drain(exchange.body, controller);
		else controller.abort();
	}
}

/** The whole answer; `stopReason` says how it went. */
export async function complete(
	request: ModelRequest,
	options: StreamOptions = {},
): Promise<AssistantMessage> {
	const assembler = createAssembler(request.model);
	for await (const event of streamModel(request, options)) assembler.add(event);
	return assembler.message();
}
