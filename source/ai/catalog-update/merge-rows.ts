import {globToRegExp} from '../../lib/glob.ts';
import {isRecord} from '../../lib/is-record.ts';
import {type Json, list, record, text} from '../protocols/wire-json.ts';

/** A model as a catalog file has it: short names, and only what differs from its provider. */
export type CatalogRow = Json & {
	readonly id: string;
	readonly name: string;
	readonly protocol: string;
	readonly context: number;
	readonly maxOutput: number;
	readonly input: readonly ('text' | 'image')[];
	readonly reasoning: boolean;
};

/** What models.dev does not know, or has wrong. */
export type Overlay = {
	/** Globs of ids that stay although they are not there. */
	readonly keep: readonly string[];
	/** Globs of ids that are no models to talk to. */
	readonly drop: readonly string[];
	/** Glob of ids to fields that win. */
	readonly models: Readonly<Record<string, Json>>;
};

export type MergeRequest = {
	/** What models.dev has for the provider. */
	readonly models: Json;
	readonly protocols: readonly string[];
	/** The rows so far: they know levels, flags and limits. */
	readonly before: readonly CatalogRow[];
	readonly overlay: Overlay;
};

/** The kind of SDK that models.dev names for a model that differs from its provider. */
const protocolOfSdk: Readonly<Record<string, string>> = {
	'@ai-sdk/anthropic': 'anthropic-messages',
	'@ai-sdk/openai': 'openai-responses',
	'@ai-sdk/google': 'google-generative-ai',
	'@ai-sdk/openai-compatible': 'openai-completions',
};

const fits = (globs: readonly string[], id: string): boolean =>
	globs.some(glob => globToRegExp(glob, {ignoreCase: true}).test(id));

const positive = (value: unknown): number | undefined =>
	typeof value === 'number' && value > 0 ? value : undefined;

/** Prices below nothing stand for "depends"; nobody is billed by them. */
const rate = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : undefined;

function ratesOf(cost: Json) {
	const rates = {
		input: rate(cost.input) ?? 0,
		output: rate(cost.output) ?? 0,
		cacheRead: rate(cost.cache_read),
		cacheWrite: rate(cost.cache_write),
	};
	return Object.fromEntries(Object.entries(rates).filter(([, value]) => value !== undefined));
}

/** One price above a length of the prompt is what models.dev can say. */
const tierName = /^context_over_(\d+)k$/;

function priceOf(cost: Json, before: Json) {
	const tiers = Object.entries(cost).flatMap(([name, value]) => {
		const [, thousands] = tierName.exec(name) ?? [];
		return thousands === undefined
			? []
			: [{above: Number(thousands) * 1000, ...ratesOf(record(value))}];
	});
	const known = tiers.length > 0 ? tiers : before.tiers;
	return {...ratesOf(cost), ...(known === undefined ? {} : {tiers: known})};
}

const familyOf = (id: string): string => /^[^\d]*/.exec(id.split('/').at(-1) ?? id)?.[0] ?? '';

function sharedLength(a: string, b: string): number {
	let length = 0;
	while (length < a.length && a[length] === b[length]) length += 1;
	return length;
}

/** The nearest of the same family and kind: what holds for it will hold for a new one, until somebody says otherwise. */
function relativeOf(id: string, isReasoning: boolean, before: readonly CatalogRow[]) {
	const family = familyOf(id);
	if (family.length < 2) return undefined;
	return before
		.filter(row => row.reasoning === isReasoning && familyOf(row.id) === family)
		.toSorted(
			(a, b) => sharedLength(id, b.id) - sharedLength(id, a.id) || (a.id < b.id ? 1 : -1),
		)[0];
}

function protocolOf(
	entry: Json,
	like: CatalogRow | undefined,
	protocols: readonly string[],
): string {
	const named = protocolOfSdk[text(record(entry.provider).npm)];
	if (named !== undefined && protocols.includes(named)) return named;
	return like?.protocol ?? protocols[0] ?? '';
}

const inherited = ['levels', 'cacheSeconds', 'limits', 'compat', 'baseUrl', 'headers'] as const;

const withoutUndefined = (row: Json): Json =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

/** Models to talk to that can use tools; undefined for all others. */
function toRow(id: string, entry: Json, request: MergeRequest): CatalogRow | undefined {
	const {before, protocols} = request;
	const limit = record(entry.limit);
	const modalities = record(entry.modalities);
	const old = before.find(row => row.id === id);
	const reasoning = entry.reasoning === true;
	const like = old ?? relativeOf(id, reasoning, before);
	const context = positive(limit.context) ?? old?.context;
	const maxOutput = positive(limit.output) ?? old?.maxOutput;
	const isChat = modalities.output === undefined || list(modalities.output).includes('text');
	const isOffered = entry.status !== 'deprecated' && entry.tool_call !== false;
	if (!isChat || !isOffered || context === undefined || maxOutput === undefined) return undefined;
	const price =
		entry.cost === undefined ? old?.price : priceOf(record(entry.cost), record(old?.price));
	const facts = Object.fromEntries(inherited.map(name => [name, like?.[name]]));
	return {
		id,
		name: text(entry.name) || id,
		protocol: old?.protocol ?? protocolOf(entry, like, protocols),
		context,
		maxOutput: Math.min(maxOutput, context),
		input: list(modalities.input).includes('image') ? ['text', 'image'] : ['text'],
		reasoning,
		...withoutUndefined({...facts, levels: reasoning ? facts.levels : undefined, price}),
	};
}

function corrected(row: CatalogRow, {models}: Overlay): CatalogRow {
	const patches = Object.entries(models).filter(([glob]) => fits([glob], row.id));
	return Object.assign({}, row, ...patches.map(([, patch]) => patch));
}

/** Fields in one order, so that two runs write the same. */
const order = [
	...['id', 'name', 'protocol', 'context', 'maxOutput', 'input', 'reasoning', 'levels', 'price'],
	...['cacheSeconds', 'limits', 'baseUrl', 'compat', 'headers'],
];

export const toLine = (row: CatalogRow): string =>
	JSON.stringify(
		Object.fromEntries(order.flatMap(name => (row[name] === undefined ? [] : [[name, row[name]]]))),
	);

/** A catalog file: one model a line, sorted, so that a diff can be read. */
export const toFile = (rows: readonly CatalogRow[]): string =>
	`[\n${rows.map(toLine).join(',\n')}\n]\n`;

/** What models.dev says now, what the rows so far know beside it, and over both the overlay. */
export function mergeRows(request: MergeRequest): readonly CatalogRow[] {
	const {models, before, overlay} = request;
	const fresh = Object.entries(models).flatMap(([id, entry]) =>
		isRecord(entry) && !fits(overlay.drop, id) ? (toRow(id, entry, request) ?? []) : [],
	);
	const there = new Set(fresh.map(({id}) => id));
	const kept = before.filter(({id}) => !there.has(id) && fits(overlay.keep, id));
	return [...fresh, ...kept]
		.map(row => corrected(row, overlay))
		.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
