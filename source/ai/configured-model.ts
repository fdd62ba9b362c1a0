import {isRecord} from '../lib/is-record.ts';
import {findProvider} from './catalog.ts';
import {type Model, type Price, type ThinkingLevel, thinkingLevels} from './model.ts';
import type {ConfiguredProvider} from './models-file.ts';
import {count, type Json, list, record, text} from './protocols/wire-json.ts';

const defaults = {contextWindow: 128_000, maxTokens: 16_384};

const price = (value: unknown): number => (typeof value === 'number' ? value : 0);

const ratesOf = (value: Json): Pick<Price, 'input' | 'output' | 'cacheRead' | 'cacheWrite'> => ({
	input: price(value.input),
	output: price(value.output),
	cacheRead: price(value.cacheRead),
	cacheWrite: price(value.cacheWrite),
});

function toPrice(value: Json): Price {
	const tiers = list(value.tiers)
		.map(record)
		.map(tier => ({above: price(tier.above), ...ratesOf(tier)}));
	return {...ratesOf(value), ...(tiers.length > 0 ? {tiers} : {})};
}

function toLevelMap(value: Json): NonNullable<Model['thinkingLevelMap']> {
	const map: Partial<Record<ThinkingLevel, string | null>> = {};
	for (const level of thinkingLevels) {
		const word = value[level];
		if (word === null || typeof word === 'string') map[level] = word;
	}

	return map;
}

function toSampling(value: Json): NonNullable<Model['samplingParamsByThinkingLevel']> {
	const map: Partial<Record<ThinkingLevel, Json>> = {};
	for (const level of thinkingLevels) {
		const params = value[level];
		if (isRecord(params)) map[level] = params;
	}

	return map;
}

function toCache({short, long}: Json): NonNullable<Model['promptCache']> {
	return {
		...(count(short) > 0 ? {short: count(short)} : {}),
		...(count(long) > 0 ? {long: count(long)} : {}),
	};
}

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(record(value)).flatMap(([name, inner]) =>
			typeof inner === 'string' ? [[name, inner]] : [],
		),
	);

const isInput = (kind: unknown): kind is 'text' | 'image' => kind === 'text' || kind === 'image';

/** The fields that an entry of models.json gives, in the form of a model. */
function given(entry: Json): Partial<Model> {
	const input = list(entry.input).filter(isInput);
	return {
		...(text(entry.name) === '' ? {} : {name: text(entry.name)}),
		...(text(entry.api) === '' ? {} : {api: text(entry.api)}),
		...(text(entry.baseUrl) === '' ? {} : {baseUrl: text(entry.baseUrl)}),
		...(typeof entry.reasoning === 'boolean' ? {reasoning: entry.reasoning} : {}),
		...(input.length > 0 ? {input} : {}),
		...(isRecord(entry.cost) ? {cost: toPrice(entry.cost)} : {}),
		...(count(entry.contextWindow) > 0 ? {contextWindow: count(entry.contextWindow)} : {}),
		...(count(entry.maxTokens) > 0 ? {maxTokens: count(entry.maxTokens)} : {}),
		...(isRecord(entry.thinkingLevelMap)
			? {thinkingLevelMap: toLevelMap(entry.thinkingLevelMap)}
			: {}),
		...(isRecord(entry.inputLimits) ? {inputLimits: entry.inputLimits} : {}),
		...(isRecord(entry.samplingParams) ? {samplingParams: entry.samplingParams} : {}),
		...(isRecord(entry.samplingParamsByThinkingLevel)
			? {samplingParamsByThinkingLevel: toSampling(entry.samplingParamsByThinkingLevel)}
			: {}),
		...(isRecord(entry.promptCache) ? {promptCache: toCache(entry.promptCache)} : {}),
	};
}

type Shared = Pick<Model, 'headers' | 'compat'>;

/** Flags and headers, the later ones stronger. */
function shared(
	...layers: readonly {readonly headers?: unknown; readonly compat?: unknown}[]
): Shared {
	const headers = Object.assign({}, ...layers.map(layer => textsIn(layer.headers)));
	const compat = Object.assign({}, ...layers.map(layer => record(layer.compat)));
	return {
		...(Object.keys(headers).length > 0 ? {headers} : {}),
		...(Object.keys(compat).length > 0 ? {compat} : {}),
	};
}

/** A model entry of the file; what it does not say is assumed as documented. */
export function toConfiguredModel(
	entry: Json,
	provider: ConfiguredProvider,
	neighbour?: Model,
): Model {
	const id = text(entry.id);
	const known = findProvider(provider.id);
	const own = given(entry);
	const api = own.api ?? provider.api ?? neighbour?.api ?? 'openai-completions';
	return {
		id,
		name: id,
		provider: provider.id,
		baseUrl: provider.baseUrl ?? known?.baseUrl[api] ?? neighbour?.baseUrl ?? '',
		reasoning: false,
		input: ['text'],
		cost: ratesOf({}),
		...defaults,
		...own,
		api,
		...shared({headers: known?.headers, compat: known?.compat[api]}, provider, entry),
	};
}

/** A model of the catalog as the file changes it: objects are merged, everything else is replaced. */
export function toOverriddenModel(model: Model, provider: ConfiguredProvider): Model {
	const patch = provider.modelOverrides[model.id] ?? {};
	const own = given(patch);
	const cost = isRecord(patch.cost) ? {cost: toPrice({...model.cost, ...patch.cost})} : {};
	const levels = own.thinkingLevelMap && {...model.thinkingLevelMap, ...own.thinkingLevelMap};
	return {
		...model,
		...(provider.baseUrl === undefined ? {} : {baseUrl: provider.baseUrl}),
		...(provider.api === undefined ? {} : {api: provider.api}),
		...own,
		...cost,
		...(levels ? {thinkingLevelMap: levels} : {}),
		...shared(model, provider, patch),
	};
}
