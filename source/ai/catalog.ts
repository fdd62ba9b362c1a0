import table from './catalog/providers.json' with {type: 'json'};
import {rows} from './catalog/rows.ts';
import type {Model} from './model.ts';

type Flags = Readonly<Record<string, unknown>>;

/** A vendor or service that serves models. */
export type Provider = {
	readonly id: string;
	readonly name: string;
	readonly protocols: readonly string[];
	/** Protocol to URL; empty: the person must give one. */
	readonly baseUrl: Readonly<Record<string, string>>;
	/** Environment variables that may hold the key; the first that is set counts. */
	readonly env: readonly string[];
	readonly headers: Readonly<Record<string, string>>;
	readonly compat: Readonly<Record<string, Flags>>;
	readonly subscription: boolean;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

type ProviderRow = {
	readonly id: string;
	readonly name: string;
	readonly protocols: readonly string[];
	readonly baseUrl?: Readonly<Record<string, string>>;
	readonly env?: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
	readonly compat?: Readonly<Record<string, Flags>>;
	readonly oauth?: {readonly subscription?: boolean};
};

const toProvider = (row: ProviderRow): Provider => ({
	id: row.id,
	name: row.name,
	protocols: row.protocols,
	baseUrl: row.baseUrl ?? {},
	env: row.env ?? [],
	headers: row.headers ?? {},
	compat: row.compat ?? {},
	subscription: row.oauth?.subscription === true,
});

/** All providers of the catalog; small enough to be there at once. */
export const catalogProviders: readonly Provider[] = (
	table.providers as unknown as readonly ProviderRow[]
).map(toProvider);

export const findProvider = (id: string): Provider | undefined =>
	catalogProviders.find(provider => provider.id === id);

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
	readonly compat?: Flags;
	readonly baseUrl?: string;
	readonly headers?: Readonly<Record<string, string>>;
};

const isRow = (value: unknown): value is Row =>
	isRecord(value) && typeof value.id === 'string' && typeof value.protocol === 'string';

/** Catalog names of protocols that the configuration files spell otherwise. */
const apiNames: Readonly<Record<string, string>> = {mistral: 'mistral-conversations'};

function toModel(row: Row, provider: Provider): Model {
	const headers = {...provider.headers, ...row.headers};
	const compat = {...provider.compat[row.protocol], ...row.compat};
	return {
		id: row.id,
		name: row.name,
		api: apiNames[row.protocol] ?? row.protocol,
		provider: provider.id,
		baseUrl: row.baseUrl ?? provider.baseUrl[row.protocol] ?? '',
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

/** The chat models of one provider. Reads that provider's file and no other. */
export function catalogModels(providerId: string): Promise<readonly Model[]> {
	const known = loaded.get(providerId);
	if (known !== undefined) return known;
	const provider = findProvider(providerId);
	const read = rows[providerId];
	const models =
		provider && read
			? read().then(list => list.filter(isRow).map(row => toModel(row, provider)))
			: Promise.resolve([]);
	loaded.set(providerId, models);
	return models;
}

/** First choices, best first; names that the catalog does not know are passed over. */
const preferred: Readonly<Record<string, readonly string[]>> = {
	anthropic: ['claude-opus-5-5', 'claude-sonnet-5', 'claude-opus-5'],
	openai: ['gpt-6.2-sol', 'gpt-6', 'gpt-5.5'],
	google: ['gemini-4-argon', 'gemini-3-pro-preview'],
	openrouter: ['moonshotai/kimi-k2.7-code'],
};

export async function defaultModel(providerId: string): Promise<Model | undefined> {
	const models = await catalogModels(providerId);
	const wanted = preferred[providerId] ?? [];
	for (const id of wanted) {
		const found = models.find(model => model.id === id);
		if (found) return found;
	}

	return models.find(({reasoning}) => reasoning) ?? models[0];
}
