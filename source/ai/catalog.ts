import {isRecord} from '../lib/is-record.ts';
import table from './catalog/providers.json' with {type: 'json'};
import {rows} from './catalog/rows.ts';
import type {Model} from './model.ts';
import {type Json, list, record, text} from './protocols/wire-json.ts';

type Texts = Readonly<Record<string, string>>;

/** A vendor or service that serves models. */
export type Provider = {
	readonly id: string;
	readonly name: string;
	readonly protocols: readonly string[];
	/** Protocol to URL; empty: the person must give one. */
	readonly baseUrl: Texts;
	/** Environment variables that may hold the key; the first that is set counts. */
	readonly env: readonly string[];
	/** Variables that may hold a token which is sent as a Bearer; they win over those of keys. */
	readonly bearer: readonly string[];
	/** Sets of variables with which the provider's own SDK finds an identity; no key is needed then. */
	readonly ambient: readonly (readonly string[])[];
	/** Variables without which no request can be sent; the address or the account stands in them. */
	readonly needs: readonly string[];
	/** Its name at models.dev, if it is there. */
	readonly modelsDev: string | undefined;
	readonly headers: Texts;
	/** Protocol to flags that hold for all models of the provider. */
	readonly compat: Readonly<Record<string, Json>>;
	readonly subscription: boolean;
};

/** Catalog names of protocols that the configuration files spell otherwise. */
const apiNames: Texts = {mistral: 'mistral-conversations'};

const apiOf = (protocol: string): string => apiNames[protocol] ?? protocol;

const byApi = <Value>(value: unknown, toValue: (inner: unknown) => Value) =>
	Object.fromEntries(
		Object.entries(record(value)).map(([protocol, inner]) => [apiOf(protocol), toValue(inner)]),
	);

const texts = (value: unknown): Texts =>
	Object.fromEntries(Object.entries(record(value)).map(([name, inner]) => [name, text(inner)]));

const toProvider = (row: Json): Provider => ({
	id: text(row.id),
	name: text(row.name),
	protocols: list(row.protocols).map(text).map(apiOf),
	baseUrl: byApi(row.baseUrl, text),
	env: list(row.env).map(text),
	bearer: list(row.bearer).map(text),
	ambient: list(row.ambient).map(set => list(set).map(text)),
	needs: list(row.needs).map(text),
	modelsDev: row.modelsDev === undefined ? undefined : text(row.modelsDev),
	headers: texts(row.headers),
	compat: byApi(row.compat, record),
	subscription: record(row.oauth).subscription === true,
});

/** All providers of the catalog; small enough to be there at once. */
export const catalogProviders: readonly Provider[] = list(table.providers).map(row =>
	toProvider(record(row)),
);

const byId = new Map(catalogProviders.map(provider => [provider.id, provider]));

export const findProvider = (id: string): Provider | undefined => byId.get(id);

/** A row as the script writes it: short names, and only what differs from the provider. */
type Row = {
	readonly id: string;
	readonly name: string;
	readonly protocol: string;
	readonly context: number;
	readonly maxOutput: number;
	readonly input: Model['input'];
	readonly reasoning: boolean;
	readonly levels?: Model['thinkingLevelMap'];
	readonly price?: Partial<Model['cost']>;
	readonly cacheSeconds?: Model['promptCache'];
	readonly limits?: Model['inputLimits'];
	readonly compat?: Json;
	readonly baseUrl?: string;
	readonly headers?: Texts;
};

/** Those that ship are checked by a test; those of a home were written by us, and may have been edited. */
const isRow = (value: unknown): value is Row =>
	isRecord(value) &&
	[value.id, value.name, value.protocol].every(field => typeof field === 'string') &&
	[value.context, value.maxOutput].every(field => typeof field === 'number' && field > 0) &&
	Array.isArray(value.input);

function toModel(row: Row, provider: Provider): Model {
	const api = apiOf(row.protocol);
	const headers = {...provider.headers, ...row.headers};
	const compat = {...provider.compat[api], ...row.compat};
	return {
		id: row.id,
		name: row.name,
		api,
		provider: provider.id,
		baseUrl: row.baseUrl ?? provider.baseUrl[api] ?? '',
		reasoning: row.reasoning,
		input: row.input,
		cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...row.price},
		contextWindow: row.context,
		maxTokens: row.maxOutput,
		...(row.levels ? {thinkingLevelMap: row.levels} : {}),
		...(row.cacheSeconds ? {promptCache: row.cacheSeconds} : {}),
		...(row.limits ? {inputLimits: row.limits} : {}),
		...(Object.keys(compat).length > 0 ? {compat} : {}),
		...(Object.keys(headers).length > 0 ? {headers} : {}),
	};
}

const loaded = new Map<string, Promise<readonly Model[]>>();

/** The day of the facts that ship, as YYYY-MM-DD. */
export const catalogAsOf: string = text(table.asOf);

/** The rows of one provider as they ship. */
export async function catalogRows(id: string): Promise<readonly unknown[]> {
	const read = Object.hasOwn(rows, id) ? rows[id] : undefined;
	return read ? read() : [];
}

/** Rows of a catalog file, from wherever it came; what is no row is left out. */
export function toCatalogModels(id: string, given: readonly unknown[]): readonly Model[] {
	const provider = findProvider(id);
	return provider ? given.filter(isRow).map(row => toModel(row, provider)) : [];
}

const load = async (id: string): Promise<readonly Model[]> =>
	toCatalogModels(id, await catalogRows(id));

/** The chat models of one provider. Reads that provider's file and no other, once. */
export function catalogModels(providerId: string): Promise<readonly Model[]> {
	const models = loaded.get(providerId) ?? load(providerId);
	loaded.set(providerId, models);
	return models;
}

/**
 * First choices, best first, by the last part of an id without regard to case, dots or dashes. Ids vanish from
 * catalogs: a name that is not there is passed over.
 */
const preferred: readonly string[] = [
	'claude-opus-5-5',
	'gpt-6-2-sol',
	'gemini-4-argon',
	'kimi-k2-7-code',
	'grok-4-7',
	'glm-5-3',
	'qwen3-8-max',
	'deepseek-v4-pro',
	'muse-spark-1-3',
	'mimo-v2-6-pro',
	'minimax-m3',
	'mistral-large-4',
	'ling-2-6-1t',
	'gpt-oss-120b',
];

/** Where another choice than the first is the sensible one. */
const ownChoice: Texts = {
	'github-copilot': 'gpt-6-2-sol',
	openrouter: 'kimi-k2-7-code',
	'vercel-ai-gateway': 'kimi-k2-7-code',
};

const plainName = (id: string): string =>
	(id.split('/').at(-1) ?? id).toLowerCase().replace(/[._]/g, '-');

/** Which of a provider's models to take when nobody has chosen. */
export function pickDefault(models: readonly Model[], providerId: string): Model | undefined {
	for (const name of [ownChoice[providerId], ...preferred]) {
		const found = models.find(({id}) => plainName(id) === name);
		if (found) return found;
	}

	return models.find(({reasoning}) => reasoning) ?? models[0];
}

export async function defaultModel(providerId: string): Promise<Model | undefined> {
	return pickDefault(await catalogModels(providerId), providerId);
}
