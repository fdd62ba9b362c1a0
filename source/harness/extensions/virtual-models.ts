import type {AgentHooks} from '../../agent/index.ts';
import {
	type Model,
	type ModelEvent,
	streamModel,
	type ThinkingLevel,
	thinkingLevels,
} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import type {ModelRegistry} from '../model-registry.ts';
import type {ExtensionContext} from './extension-api.ts';
import {outside, type Scope} from './scope.ts';

type Stream = NonNullable<AgentHooks['stream']>;
type StreamArguments = {
	readonly request: Parameters<Stream>[0];
	readonly options: Parameters<Stream>[1];
};
type Route = (request: object, context: ExtensionContext) => unknown;

/** A model that an extension makes up: it says for each request which real one answers. */
export type VirtualModel = {
	readonly model: Model;
	readonly route: Route;
	readonly scope: Scope | undefined;
	readonly context: () => ExtensionContext;
	/** What the router wants to be told the next time. */
	state: unknown;
	answered: boolean;
};

const text = (value: unknown, name: string): string => {
	if (typeof value === 'string' && value !== '') return value;
	throw new Error(`A virtual model needs "${name}"`);
};

const number = (value: unknown, usual: number): number =>
	typeof value === 'number' && value > 0 ? value : usual;

const free = {input: 0, output: 0, cacheRead: 0, cacheWrite: 0};

export function toVirtualModel(
	definition: unknown,
	{scope, context}: Pick<VirtualModel, 'scope' | 'context'>,
): VirtualModel {
	if (!isRecord(definition)) throw new Error('A virtual model is an object');
	const {route, input} = definition;
	if (typeof route !== 'function') throw new Error('A virtual model needs a "route" function');
	const seesImages = !Array.isArray(input) || input.includes('image');
	const model: Model = {
		provider: text(definition.provider, 'provider'),
		id: text(definition.id, 'id'),
		name: text(definition.name, 'name'),
		api: 'pi-virtual',
		baseUrl: '',
		reasoning: true,
		input: seesImages ? ['text', 'image'] : ['text'],
		cost: free,
		contextWindow: number(definition.contextWindow, 128_000),
		maxTokens: number(definition.maxTokens, 16_384),
	};
	const ask: Route = (request, given) => Reflect.apply(route, definition, [request, given]);
	return {model, route: ask, scope, context, state: undefined, answered: false};
}

const isModel = (value: unknown): value is Model =>
	isRecord(value) && typeof value.id === 'string' && typeof value.api === 'string';

const isLevel = (value: unknown): value is ThinkingLevel =>
	thinkingLevels.some(level => level === value);

async function routed(virtual: VirtualModel, {request, options}: StreamArguments) {
	const {model, scope, context, state, answered} = virtual;
	const asked = {
		model,
		thinkingLevel: options.level ?? 'off',
		reason: answered ? 'continuation' : 'user',
		messages: request.messages,
		state,
		signal: options.signal,
	};
	const ask = async () => virtual.route(asked, context());
	const answer = await (scope ? scope.run(ask) : ask());
	const chosen = isRecord(answer) ? answer.model : undefined;
	if (!isRecord(answer) || !isModel(chosen))
		throw new Error(`The router of ${model.id} chose no model`);
	if (chosen.api === model.api) throw new Error(`The router of ${model.id} chose another router`);
	if (answer.state !== undefined) virtual.state = answer.state;
	virtual.answered = true;
	const level = isLevel(answer.thinkingLevel) ? answer.thinkingLevel : asked.thinkingLevel;
	return {model: chosen, level};
}

/** Asks the router, then the model that it names. */
export async function* streamVirtual(
	virtual: VirtualModel,
	asked: StreamArguments,
	registry: ModelRegistry | undefined,
): AsyncGenerator<ModelEvent, void, void> {
	try {
		const {model, level} = await outside(() => routed(virtual, asked));
		const access = await registry?.authorise(model);
		const {apiKey: _key, headers: _headers, ...rest} = asked.options;
		yield* streamModel({...asked.request, model}, {...rest, ...access, level});
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		const failure = {code: 'unknown', message, retryable: false} as const;
		yield {type: 'error', reason: 'error', failure};
	}
}
