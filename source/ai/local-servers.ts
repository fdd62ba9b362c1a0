import {createAsk, type Reach} from './local-servers/ask.ts';
import type {Found, FoundModel, LocalServerKind, Recognise} from './local-servers/found.ts';
import {llamaCpp} from './local-servers/llama-cpp.ts';
import {lmStudio} from './local-servers/lm-studio.ts';
import {ollama} from './local-servers/ollama.ts';
import {otherServer, sglang, vllm} from './local-servers/openai-like.ts';
import type {Model} from './model.ts';

/** A model server that answered. */
export type LocalServer = {
	readonly kind: LocalServerKind;
	readonly url: string;
	/** Those that can use tools, or of which it is not known: loaded ones first, then by context. */
	readonly models: readonly Model[];
	/** Ids of the models that need not be loaded first. */
	readonly loaded: readonly string[];
	/** What a person should know before they rely on it. */
	readonly warnings: readonly string[];
};

export type LocalSearch = {
	readonly fetch?: typeof globalThis.fetch;
	/** On this machine. */
	readonly ports?: readonly number[];
	/** What the person named, wherever it is. */
	readonly urls?: readonly string[];
	/** For each question. */
	readonly timeoutMs?: number;
};

/** Ollama, LM Studio, llama.cpp and its router, vLLM, SGLang; Jan, KoboldCpp, text-generation-webui, GPT4All, Docker. */
const usualPorts = [11434, 1234, 8080, 9931, 8000, 30000, 1337, 5001, 5000, 4891, 12434];

/** The first that recognises its own is right: the later ones are content with less. */
const kinds: readonly Recognise[] = [ollama, lmStudio, llamaCpp, sglang, vllm, otherServer];

const names: Readonly<Record<LocalServerKind, string>> = {
	ollama: 'Ollama',
	lmstudio: 'LM Studio',
	'llama.cpp': 'llama.cpp',
	vllm: 'vLLM',
	sglang: 'SGLang',
	other: 'local server',
};

/** Who names an address means it, wherever and however slow it is. */
const namedTimeoutMs = 3000;

const assumedContext = 8192;
const smallContext = 16_384;
const longestAnswer = 8192;

const providerOf = (kind: LocalServerKind): string => (kind === 'other' ? 'local' : kind);

/** Providers that are servers on this machine. */
export const localProviders: readonly string[] = [
	...(['ollama', 'lmstudio', 'llama.cpp', 'vllm', 'sglang', 'other'] as const).map(providerOf),
];

function toModel(kind: LocalServerKind, url: string, found: FoundModel): Model {
	const contextWindow = found.context ?? assumedContext;
	return {
		id: found.id,
		name: `${found.id} (${names[kind]})`,
		api: 'openai-completions',
		provider: providerOf(kind),
		baseUrl: `${url}/v1`,
		reasoning: false,
		input: found.seesImages ? ['text', 'image'] : ['text'],
		cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0},
		contextWindow,
		maxTokens: Math.min(longestAnswer, Math.floor(contextWindow / 2)),
		compat: {
			supportsStore: false,
			supportsDeveloperRole: false,
			supportsReasoningEffort: false,
			supportsUsageInStreaming: true,
			supportsStrictMode: false,
			supportsLongCacheRetention: false,
			maxTokensField: 'max_tokens',
		},
	};
}

function contextWarning({id, context}: FoundModel, remedy: string): readonly string[] {
	if (context === undefined) {
		return [
			`How long a prompt ${id} takes is not known; ${assumedContext} tokens are assumed. To change that, ${remedy}.`,
		];
	}

	return context < smallContext
		? [`${id} is served with a context of only ${context} tokens. To change that, ${remedy}.`]
		: [];
}

function toServer(url: string, {kind, models, remedy, warnings = []}: Found): LocalServer {
	const usable = models
		.filter(({hasTools}) => hasTools !== false)
		.toSorted(
			(a, b) => Number(b.isLoaded) - Number(a.isLoaded) || (b.context ?? 0) - (a.context ?? 0),
		);
	const without =
		usable.length === 0 ? [`No model of ${names[kind]} at ${url} can use tools.`] : [];
	return {
		kind,
		url,
		models: usable.map(found => toModel(kind, url, found)),
		loaded: usable.filter(({isLoaded}) => isLoaded).map(({id}) => id),
		warnings: [
			...without,
			...(usable.length === 0 ? [] : warnings),
			...usable.flatMap(found => contextWarning(found, remedy)),
		],
	};
}

async function look(url: string, reach: Reach): Promise<LocalServer | undefined> {
	const ask = createAsk(url, reach);
	// All of them list their models; what does not is asked no more.
	const [list, version] = await Promise.all([ask('/v1/models'), ask('/api/version')]);
	if (!list && !version) return undefined;
	const answers = await Promise.all(kinds.map(recognise => recognise(ask)));
	const found = answers.find(answer => answer !== undefined);
	return found && toServer(url, found);
}

/** As people write it in a variable: with or without scheme, /v1 or a port. */
function toBase(given: string): string | undefined {
	const text = given.trim();
	const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
	if (!url || text === '') return undefined;
	// Addresses to listen on, not to call.
	if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
	if (url.hostname === '[::]') url.hostname = '[::1]';
	return (url.origin + url.pathname).replace(/(?:\/v1)?\/*$/, '');
}

/** Where the variables of these servers say that they are. */
export function localServerUrls(
	environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
	const {
		OLLAMA_HOST: host = '',
		LLAMA_BASE_URL: llama = '',
		LMSTUDIO_BASE_URL: studio = '',
	} = environment;
	// The one variable that leaves out what goes without saying.
	const ollamaUrl = /:\d+\/?$|^https?:/.test(host) || host === '' ? host : `${host}:11434`;
	return [ollamaUrl, llama, studio].filter(url => url !== '');
}

/** Both addresses of this machine; a server listens on one of them or on both. */
async function lookAt(port: number, reach: Reach): Promise<LocalServer | undefined> {
	const hosts = ['127.0.0.1', '[::1]'];
	const found = await Promise.all(hosts.map(host => look(`http://${host}:${port}`, reach)));
	return found.find(server => server !== undefined);
}

const rank = ({models, loaded}: LocalServer): number =>
	models.length === 0 ? 2 : loaded.length > 0 ? 0 : 1;

/**
 * Looks for model servers on this machine and where the person says, all at once; loads nothing. Those with a
 * loaded model come first, those without a usable one last.
 */
export async function findLocalServers({
	fetch = globalThis.fetch,
	ports = usualPorts,
	urls = [],
	timeoutMs = 300,
}: LocalSearch = {}): Promise<readonly LocalServer[]> {
	const reach = {fetch, timeoutMs};
	const named = [...new Set(urls.flatMap(url => toBase(url) ?? []))];
	const isNamed = (port: number) =>
		named.some(base => base === `http://127.0.0.1:${port}` || base === `http://localhost:${port}`);
	const found = await Promise.all([
		...named.map(base => look(base, {fetch, timeoutMs: Math.max(timeoutMs, namedTimeoutMs)})),
		...ports.filter(port => !isNamed(port)).map(port => lookAt(port, reach)),
	]);
	return found.filter(server => server !== undefined).toSorted((a, b) => rank(a) - rank(b));
}
