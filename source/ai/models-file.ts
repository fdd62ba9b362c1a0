import {type ParseError, parse, printParseErrorCode} from 'jsonc-parser';
import type {Model} from './model.ts';
import {protocols} from './protocols/index.ts';

/** One thing that is wrong with a configuration file, and what to do about it. */
export type FileProblem = {
	readonly path: string;
	readonly line: number | undefined;
	readonly message: string;
};

type Json = Readonly<Record<string, unknown>>;

export type ConfiguredProvider = {
	readonly id: string;
	readonly name: string;
	readonly baseUrl: string | undefined;
	readonly api: string | undefined;
	/** As it stands in the file: literal, `$NAME` or `!command`. */
	readonly apiKey: string | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly authHeader: boolean;
	readonly compat: Json;
	readonly models: readonly Json[];
	readonly modelOverrides: Readonly<Record<string, Json>>;
};

export type ModelsFile = {
	readonly providers: readonly ConfiguredProvider[];
	readonly problems: readonly FileProblem[];
};

const isRecord = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Json => (isRecord(value) ? value : {});
const text = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

const lineAt = (source: string, offset: number): number =>
	source.slice(0, offset).split('\n').length;

/** Comments, trailing commas and a BOM are fine; anything else is a problem with its line. */
export function parseConfig(
	source: string,
	path: string,
): {readonly value: Json; readonly problems: readonly FileProblem[]} {
	const errors: ParseError[] = [];
	const plain = source.replace(/^\uFEFF/, '');
	const value: unknown = parse(plain, errors, {allowTrailingComma: true});
	const [first] = errors;
	if (first) {
		const message = `not valid JSON (${printParseErrorCode(first.error)})`;
		return {value: {}, problems: [{path, line: lineAt(plain, first.offset), message}]};
	}

	if (!isRecord(value)) {
		return {value: {}, problems: [{path, line: 1, message: 'must hold one JSON object'}]};
	}

	return {value, problems: []};
}

function toProvider(id: string, value: Json): ConfiguredProvider {
	const models = Array.isArray(value.models) ? value.models.filter(isRecord) : [];
	return {
		id,
		name: text(value.name) ?? id,
		baseUrl: text(value.baseUrl),
		api: text(value.api),
		apiKey: text(value.apiKey),
		headers: Object.fromEntries(
			Object.entries(record(value.headers)).flatMap(([name, header]) =>
				typeof header === 'string' ? [[name, header]] : [],
			),
		),
		authHeader: value.authHeader === true,
		compat: record(value.compat),
		models,
		modelOverrides: Object.fromEntries(
			Object.entries(record(value.modelOverrides)).filter((pair): pair is [string, Json] =>
				isRecord(pair[1]),
			),
		),
	};
}

const knownApis = Object.keys(protocols).filter(name => name !== 'demo');

function problemOf(provider: ConfiguredProvider, isBuiltIn: boolean): string | undefined {
	const {id, models, baseUrl, api} = provider;
	if (!isBuiltIn && models.length === 0)
		return `provider "${id}" has no models: add "models": [{"id": "…"}]`;
	if (!isBuiltIn && baseUrl === undefined) return `provider "${id}" needs a "baseUrl"`;
	const bare = models.find(model => api === undefined && text(model.api) === undefined);
	if (!isBuiltIn && bare)
		return `provider "${id}" needs an "api", for example "openai-completions"`;
	const strange = [api, ...models.map(model => text(model.api))].find(
		name => name !== undefined && !knownApis.includes(name),
	);
	if (strange !== undefined) {
		return `"${strange}" is no "api" of provider "${id}"; it is one of ${knownApis.join(', ')}`;
	}

	const nameless = models.findIndex(model => text(model.id) === undefined);
	if (nameless >= 0) return `models[${nameless}] of provider "${id}" needs an "id"`;
	return undefined;
}

/** Providers and models of a person's own. One bad entry loses nothing but itself. */
export function parseModelsFile(
	source: string,
	path: string,
	isBuiltIn: (id: string) => boolean,
): ModelsFile {
	const {value, problems} = parseConfig(source, path);
	if (problems.length > 0) return {providers: [], problems};
	const providers: ConfiguredProvider[] = [];
	const found: FileProblem[] = [];
	if (value.providers !== undefined && !isRecord(value.providers)) {
		return {
			providers: [],
			problems: [{path, line: 1, message: '"providers" must be an object: {"id": {…}}'}],
		};
	}

	for (const [id, entry] of Object.entries(record(value.providers))) {
		const at = source.indexOf(`"${id}"`);
		const line = at >= 0 ? lineAt(source, at) : undefined;
		const provider = isRecord(entry) ? toProvider(id, entry) : undefined;
		const message = provider
			? problemOf(provider, isBuiltIn(id))
			: `provider "${id}" must be an object`;
		if (message !== undefined) found.push({path, line, message});
		else if (provider) providers.push(provider);
	}

	return {providers, problems: found};
}

const count = (value: unknown, fallback: number): number =>
	typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : fallback;

/** A model entry of the file; what it does not say is assumed as documented. */
export function toConfiguredModel(
	entry: Json,
	provider: ConfiguredProvider,
	fallback?: Model,
): Model {
	const cost = record(entry.cost);
	const compat = {...provider.compat, ...record(entry.compat)};
	const headers = {...provider.headers, ...(record(entry.headers) as Record<string, string>)};
	const input = Array.isArray(entry.input)
		? entry.input.filter(kind => kind === 'text' || kind === 'image')
		: [];
	const levels = record(entry.thinkingLevelMap);
	const sampling = record(entry.samplingParams);
	const id = text(entry.id) ?? '';
	return {
		id,
		name: text(entry.name) ?? id,
		api: text(entry.api) ?? provider.api ?? fallback?.api ?? 'openai-completions',
		provider: provider.id,
		baseUrl: text(entry.baseUrl) ?? provider.baseUrl ?? fallback?.baseUrl ?? '',
		reasoning: entry.reasoning === true,
		input: input.length > 0 ? input : ['text'],
		cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...cost},
		contextWindow: count(entry.contextWindow, 128_000),
		maxTokens: count(entry.maxTokens, 16_384),
		...(Object.keys(compat).length > 0 ? {compat} : {}),
		...(Object.keys(headers).length > 0 ? {headers} : {}),
		...(Object.keys(levels).length > 0 ? {thinkingLevelMap: levels} : {}),
		...(Object.keys(sampling).length > 0 ? {samplingParams: sampling} : {}),
	};
}
