import type {Model} from './model.ts';

type Json = Readonly<Record<string, unknown>>;

/** A model server that answered on this machine. */
export type LocalServer = {
	readonly kind: 'ollama' | 'lmstudio' | 'llama.cpp' | 'vllm' | 'sglang' | 'other';
	readonly url: string;
	readonly models: readonly Model[];
	readonly warnings: readonly string[];
};

type Fetch = typeof globalThis.fetch;
type Probe = {readonly fetch: Fetch; readonly base: string; readonly signal: AbortSignal};

const record = (value: unknown): Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value))
		: {};
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);
const number = (value: unknown): number | undefined =>
	typeof value === 'number' && value > 0 ? value : undefined;

const smallContext = 16_384;

async function get(
	{fetch, base, signal}: Probe,
	path: string,
	body?: unknown,
): Promise<Json | undefined> {
	try {
		const response = await fetch(base + path, {
			signal,
			// A redirect could lead away from this machine.
			redirect: 'error',
			...(body === undefined
				? {}
				: {
						method: 'POST',
						body: JSON.stringify(body),
						headers: {'content-type': 'application/json'},
					}),
		});
		return response.ok ? record(await response.json()) : undefined;
	} catch {
		// Nothing there, too slow, or something that speaks otherwise: no server for us.
		return undefined;
	}
}

function toModel(
	kind: LocalServer['kind'],
	base: string,
	row: {id: string; context: number; images?: boolean},
): Model {
	return {
		id: row.id,
		name: `${row.id} (${kind})`,
		api: 'openai-completions',
		provider: kind === 'other' ? 'local' : kind,
		baseUrl: `${base}/v1`,
		reasoning: false,
		input: row.images ? ['text', 'image'] : ['text'],
		cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0},
		contextWindow: row.context,
		maxTokens: Math.min(8192, Math.floor(row.context / 2)),
		compat: {
			supportsStore: false,
			supportsDeveloperRole: false,
			supportsReasoningEffort: false,
			maxTokensField: 'max_tokens',
		},
	};
}

const tooSmall = (models: readonly Model[], remedy: string): readonly string[] =>
	models
		.filter(({contextWindow}) => contextWindow < smallContext)
		.map(
			({id, contextWindow}) =>
				`${id} is served with a context of only ${contextWindow} tokens; ${remedy}`,
		);

async function ollama(probe: Probe): Promise<LocalServer | undefined> {
	const version = await get(probe, '/api/version');
	if (typeof version?.version !== 'string') return undefined;
	const [tags, loaded] = await Promise.all([get(probe, '/api/tags'), get(probe, '/api/ps')]);
	const running = new Map(list(loaded?.models).map(row => [row.name, number(row.context_length)]));
	const models = await Promise.all(
		list(tags?.models).map(async row => {
			const id = String(row.name);
			const shown = await get(probe, '/api/show', {model: id});
			const abilities = Array.isArray(shown?.capabilities) ? shown.capabilities : ['tools'];
			if (!abilities.includes('tools')) return undefined;
			// What is loaded counts; the server's own default is small whatever the model could do.
			const context = running.get(id) ?? 4096;
			return toModel('ollama', probe.base, {id, context, images: abilities.includes('vision')});
		}),
	);
	const usable = models.filter(model => model !== undefined);
	const warnings = tooSmall(
		usable,
		'set OLLAMA_CONTEXT_LENGTH, since longer prompts are cut silently',
	);
	return {kind: 'ollama', url: probe.base, models: usable, warnings};
}

async function lmStudio(probe: Probe): Promise<LocalServer | undefined> {
	const answer = (await get(probe, '/api/v1/models')) ?? (await get(probe, '/api/v0/models'));
	const rows = list(answer?.data ?? answer?.models);
	if (rows.length === 0) return undefined;
	const models = rows
		.filter(row => !Array.isArray(row.capabilities) || row.capabilities.includes('tool_use'))
		.map(row =>
			toModel('lmstudio', probe.base, {
				id: String(row.id ?? row.key),
				context: number(row.loaded_context_length) ?? number(row.max_context_length) ?? 8192,
			}),
		);
	return {
		kind: 'lmstudio',
		url: probe.base,
		models,
		warnings: tooSmall(models, 'load it with a longer one'),
	};
}

async function llamaCpp(probe: Probe): Promise<LocalServer | undefined> {
	const [props, models] = await Promise.all([get(probe, '/props'), get(probe, '/v1/models')]);
	const rows = list(models?.data);
	const isRouter = rows.some(row => record(row.status).value !== undefined);
	const running = number(record(props?.default_generation_settings).n_ctx);
	if (!isRouter && running === undefined) return undefined;
	const found = rows
		.filter(row => !isRouter || record(row.status).value === 'loaded')
		.map(row => {
			const meta = record(row.meta);
			const context = number(meta.n_ctx) ?? running ?? number(meta.n_ctx_train) ?? 8192;
			return toModel('llama.cpp', probe.base, {id: String(row.id), context});
		});
	return {
		kind: 'llama.cpp',
		url: probe.base,
		models: found,
		warnings: tooSmall(found, 'start the server with a larger --ctx-size'),
	};
}

async function openAiLike(probe: Probe): Promise<LocalServer | undefined> {
	const rows = list((await get(probe, '/v1/models'))?.data);
	if (rows.length === 0) return undefined;
	const kind = rows.some(row => row.owned_by === 'vllm')
		? 'vllm'
		: rows.some(row => row.owned_by === 'sglang')
			? 'sglang'
			: 'other';
	const models = rows.map(row =>
		toModel(kind, probe.base, {id: String(row.id), context: number(row.max_model_len) ?? 8192}),
	);
	return {kind, url: probe.base, models, warnings: []};
}

/** Port to how a server there is recognised: by what it answers, never by the port alone. */
const places: readonly (readonly [
	port: number,
	recognise: (probe: Probe) => Promise<LocalServer | undefined>,
])[] = [
	[11_434, ollama],
	[1234, lmStudio],
	[8080, llamaCpp],
	[9931, llamaCpp],
	[8000, openAiLike],
	[30_000, openAiLike],
	[1337, openAiLike],
];

export type LocalSearch = {
	readonly fetch?: Fetch;
	readonly timeoutMs?: number;
	/** Other ports for the same servers, for tests. */
	readonly places?: readonly (readonly [
		port: number,
		kind: 'ollama' | 'lmstudio' | 'llama.cpp' | 'openai',
	])[];
};

const byKind = {ollama, lmstudio: lmStudio, 'llama.cpp': llamaCpp, openai: openAiLike} as const;

/** Looks at the usual ports of this machine, all at once; loads nothing. */
export async function findLocalServers({
	fetch = globalThis.fetch,
	timeoutMs = 300,
	places: other,
}: LocalSearch = {}): Promise<readonly LocalServer[]> {
	const all = other?.map(([port, kind]) => [port, byKind[kind]] as const) ?? places;
	const signal = AbortSignal.timeout(timeoutMs);
	const found = await Promise.all(
		all.map(([port, recognise]) => recognise({fetch, base: `http://127.0.0.1:${port}`, signal})),
	);
	return found
		.filter(server => server !== undefined && server.models.length > 0)
		.filter(server => server !== undefined);
}
