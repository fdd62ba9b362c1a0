import http from 'node:http';
import {describe, expect, it, onTestFinished} from 'vitest';
import {
	findLocalServers,
	type LocalServer,
	localServerUrls,
	type Model,
} from '../../source/ai/index.ts';

/** What is sent for a path; a function gets the body of the request. */
type Answer = object | string | number | 'hang' | ((body: string) => Answer);

type FakeServer = {
	readonly port: number;
	/** Method and path of each request. */
	readonly asked: readonly string[];
};

const readAll = async (request: http.IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString();
};

/** A number is a status, a text a page, an object JSON; what is not listed is a page with 404. */
async function serve(
	routes: Readonly<Record<string, Answer>>,
	{otherwise = 404, host = '127.0.0.1'}: {otherwise?: Answer; host?: string} = {},
): Promise<FakeServer> {
	const asked: string[] = [];
	const server = http.createServer(async (request, response) => {
		const {method = '', url = ''} = request;
		asked.push(`${method} ${url}`);
		const body = await readAll(request);
		let answer = routes[url] ?? otherwise;
		while (typeof answer === 'function') answer = answer(body);
		if (answer === 'hang') return;
		if (typeof answer === 'number') response.writeHead(answer).end('<html>nothing here</html>');
		else if (typeof answer === 'string') response.end(answer);
		else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
	});
	await new Promise<void>(resolve => server.listen(0, host, resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The server has no port');
	return {port: address.port, asked};
}

const find = (...servers: readonly {readonly port: number}[]) =>
	findLocalServers({ports: servers.map(({port}) => port), timeoutMs: 2000});

/** Id, context, and `+images`. */
const summary = ({models}: LocalServer) =>
	models.map(
		({id, contextWindow, input}) =>
			`${id} ${contextWindow}${input.includes('image') ? ' +images' : ''}`,
	);

const ollamaRoutes: Readonly<Record<string, Answer>> = {
	'/api/version': {version: '0.12.0'},
	'/v1/models': {object: 'list', data: [{id: 'qwen3:8b', owned_by: 'library'}]},
	'/api/tags': {
		models: [
			{name: 'old:latest'},
			{name: 'tuned:latest'},
			{name: 'qwen3:8b'},
			{name: 'plain:latest'},
			{name: 'giant:cloud', remote_host: 'https://ollama.example'},
		],
	},
	'/api/ps': {models: [{name: 'qwen3:8b', context_length: 32_768}]},
	'/api/show': body => {
		const {model} = JSON.parse(body);
		const limits = {'qwen3.context_length': 40_960};
		if (model === 'plain:latest') return {capabilities: ['completion'], model_info: limits};
		if (model === 'old:latest') return {capabilities: ['completion', 'tools']};
		const parameters = model === 'tuned:latest' ? 'temperature 0.7\nnum_ctx 65536' : '';
		return {capabilities: ['completion', 'tools', 'vision'], model_info: limits, parameters};
	},
};

describe('model servers on this machine', () => {
	it('are described by models that the Chat Completions protocol can use', async () => {
		const server = await serve(ollamaRoutes);
		const [found] = await find(server);
		const expected: Model = {
			id: 'qwen3:8b',
			name: 'qwen3:8b (Ollama)',
			api: 'openai-completions',
			provider: 'ollama',
			baseUrl: `http://127.0.0.1:${server.port}/v1`,
			reasoning: false,
			input: ['text', 'image'],
			cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0},
			contextWindow: 32_768,
			maxTokens: 8192,
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
		expect(found?.models[0]).toEqual(expected);
	});

	it('Ollama: what is loaded counts, not what the model could do; without tools or from afar is not offered', async () => {
		const server = await serve(ollamaRoutes);
		const [found] = await find(server);
		if (!found) throw new Error('Nothing was found');
		expect(found.kind).toBe('ollama');
		expect(summary(found)).toEqual([
			'qwen3:8b 32768 +images',
			'tuned:latest 40960 +images',
			'old:latest 4096',
		]);
		expect(found.loaded).toEqual(['qwen3:8b']);
		expect(found.warnings).toEqual([
			'old:latest is served with a context of only 4096 tokens. To change that, set OLLAMA_CONTEXT_LENGTH for the server, or num_ctx in a Modelfile; longer prompts are cut without a word.',
		]);
		expect(server.asked.filter(line => !/^GET|\/api\/show$/.test(line))).toEqual([]);
	});

	it('LM Studio: the newer list, with the context of what is loaded', async () => {
		const model = (key: string, part: object) => ({
			type: 'llm',
			key,
			loaded_instances: [],
			max_context_length: 131_072,
			capabilities: {vision: false, trained_for_tool_use: true},
			...part,
		});
		const server = await serve(
			{
				'/v1/models': {data: [{id: 'a'}, {id: 'b'}]},
				'/api/v1/models': {
					models: [
						model('asleep', {}),
						model('awake', {
							loaded_instances: [{id: 'awake', config: {context_length: 8192}}],
							capabilities: {vision: true, trained_for_tool_use: true},
						}),
						model('toolless', {capabilities: {vision: true, trained_for_tool_use: false}}),
						{type: 'embedding', key: 'vectors', loaded_instances: [], max_context_length: 512},
					],
				},
			},
			{otherwise: {error: 'Unexpected endpoint or method.'}},
		);
		const [found] = await find(server);
		if (!found) throw new Error('Nothing was found');
		expect([found.kind, summary(found), found.loaded]).toEqual([
			'lmstudio',
			['awake 8192 +images', 'asleep 131072'],
			['awake'],
		]);
		expect(found.warnings).toEqual([
			'awake is served with a context of only 8192 tokens. To change that, load it with a longer one in LM Studio.',
		]);
	});

	it('LM Studio: the older list', async () => {
		const server = await serve({
			'/v1/models': {data: [{id: 'a'}]},
			'/api/v0/models': {
				data: [
					{id: 'a', type: 'llm', state: 'not-loaded', max_context_length: 32_768},
					{
						id: 'b',
						type: 'vlm',
						state: 'loaded',
						max_context_length: 32_768,
						loaded_context_length: 16_384,
						capabilities: ['tool_use'],
					},
					{id: 'c', type: 'llm', state: 'loaded', max_context_length: 4096, capabilities: []},
					{id: 'd', type: 'embeddings', state: 'loaded', max_context_length: 512},
				],
			},
		});
		const [found] = await find(server);
		if (!found) throw new Error('Nothing was found');
		expect([found.kind, summary(found), found.loaded]).toEqual([
			'lmstudio',
			['b 16384 +images', 'a 32768'],
			['b'],
		]);
	});

	it('llama.cpp with one model', async () => {
		const props = {
			default_generation_settings: {n_ctx: 24_576},
			modalities: {vision: true},
			chat_template: '{% if tools %}…{% endif %}',
		};
		const list = {data: [{id: 'local.gguf', owned_by: 'llamacpp'}]};
		const good = await serve({'/props': props, '/v1/models': list});
		const bare = await serve({
			'/props': {...props, chat_template: '{{ messages }}'},
			'/v1/models': list,
		});
		const found = await find(bare, good);
		expect(found.map(server => [server.kind, summary(server), server.loaded])).toEqual([
			['llama.cpp', ['local.gguf 24576 +images'], ['local.gguf']],
			['llama.cpp', [], []],
		]);
		expect(found[1]?.warnings).toEqual([
			`No model of llama.cpp at http://127.0.0.1:${bare.port} can use tools.`,
		]);
	});

	it('llama.cpp as a router, which is not made to load anything', async () => {
		const server = await serve({
			'/props': {role: 'router'},
			'/models': {
				data: [
					{id: 'cold', status: {value: 'unloaded', args: ['llama-server', '-c', '20000']}},
					{id: 'warm', status: {value: 'loaded'}, meta: {n_ctx: 16_384, n_ctx_train: 131_072}},
					{
						id: 'asleep',
						status: {value: 'sleeping'},
						meta: {n_ctx_train: 131_072},
						architecture: {input_modalities: ['text', 'image']},
					},
					{id: 'unknown', status: {value: 'unloaded'}},
					{id: 'coming', status: {value: 'downloading'}},
					{id: 'broken', status: {value: 'unloaded', failed: true}},
				],
			},
			'/v1/models': {data: []},
		});
		const [found] = await find(server);
		if (!found) throw new Error('Nothing was found');
		expect([found.kind, summary(found), found.loaded]).toEqual([
			'llama.cpp',
			['warm 16384', 'asleep 131072 +images', 'unknown 128000', 'cold 20000'],
			['warm'],
		]);
		expect(server.asked.every(line => /^GET \/[\w/]*$/.test(line))).toBe(true);
	});

	it('vLLM and SGLang, with what they need to run tools', async () => {
		const vllm = await serve({
			'/v1/models': {data: [{id: 'big', owned_by: 'vllm', max_model_len: 65_536}]},
			'/version': {version: '0.11.0'},
		});
		const sglang = await serve({
			'/v1/models': {data: [{id: 'fast', owned_by: 'sglang', max_model_len: 32_768}]},
			'/get_model_info': {model_path: 'org/fast', is_generation: true},
		});
		const found = await find(vllm, sglang);
		expect(found.map(server => [server.kind, summary(server), server.warnings])).toEqual([
			[
				'vllm',
				['big 65536'],
				[
					'vLLM runs tools only if it was started with --enable-auto-tool-choice and --tool-call-parser; otherwise it refuses every request of ours.',
				],
			],
			[
				'sglang',
				['fast 32768'],
				[
					'SGLang runs tools only if it was started with --tool-call-parser; otherwise it refuses every request of ours.',
				],
			],
		]);
	});

	it('any other that lists models, with a context that is only assumed', async () => {
		const server = await serve({
			'/v1/models': {data: [{id: 'mystery'}, {id: 'nomic-embed-text'}, {no: 'id'}, 7]},
		});
		const [found] = await find(server);
		if (!found) throw new Error('Nothing was found');
		expect([found.kind, found.models[0]?.provider, summary(found)]).toEqual([
			'other',
			'local',
			['mystery 8192'],
		]);
		expect(found.warnings).toEqual([
			'How long a prompt mystery takes is not known; 8192 tokens are assumed. To change that, give its contextWindow in models.json.',
		]);
	});

	it('are not what merely listens there', async () => {
		const impostors = await Promise.all([
			serve({}),
			serve({}, {otherwise: '<html>a page for every path</html>'}),
			serve({}, {otherwise: {}}),
			serve({}, {otherwise: {data: 'no list', models: {}, version: 7}}),
			serve({}, {otherwise: [1, 2, 3]}),
			serve({}, {otherwise: 'null'}),
			serve({}, {otherwise: '{"data": [{"id": "cut"'}),
			serve({'/api/version': {version: '2.0'}}),
			serve({'/v1/models': {data: []}}),
			serve({}, {otherwise: 500}),
			serve({}, {otherwise: `{"data": "${'x'.repeat(5 * 1024 * 1024)}"}`}),
		]);
		expect(await find(...impostors)).toEqual([]);
	});

	it('are not waited for when they hang, at the door or half-way', async () => {
		const silent = await serve({}, {otherwise: 'hang'});
		const halting = await serve({...ollamaRoutes, '/api/show': 'hang'}, {otherwise: 'hang'});
		const good = await serve({'/v1/models': {data: [{id: 'm', owned_by: 'vllm'}]}});
		const found = await findLocalServers({
			ports: [silent.port, halting.port, good.port, 1],
			timeoutMs: 150,
		});
		expect(found.map(({kind}) => kind)).toEqual(['ollama', 'vllm']);
	});

	it('are not followed to another place', async () => {
		const target = await serve(ollamaRoutes);
		const server = http.createServer((request, response) => {
			response.writeHead(302, {location: `http://127.0.0.1:${target.port}${request.url}`}).end();
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => {
			server.closeAllConnections();
			server.close();
		});
		const address = server.address();
		const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
		expect(await find({port})).toEqual([]);
		expect(target.asked).toEqual([]);
	});

	it('are looked for at both addresses of this machine and nowhere else', async () => {
		const hosts = new Set<string>();
		await findLocalServers({
			fetch: async input => {
				hosts.add(new URL(String(input)).host);
				throw new TypeError('fetch failed');
			},
			ports: [11_434],
		});
		expect([...hosts]).toEqual(['127.0.0.1:11434', '[::1]:11434']);
	});

	it('may be elsewhere when the person says so, however they write it, and are found once', async () => {
		const server = await serve({'/v1/models': {data: [{id: 'm', owned_by: 'vllm'}]}});
		const written = [
			`127.0.0.1:${server.port}`,
			`http://127.0.0.1:${server.port}/v1/`,
			`0.0.0.0:${server.port}`,
			'not a url at all',
			'',
		];
		const found = await findLocalServers({urls: written, ports: [server.port], timeoutMs: 2000});
		expect(found.map(({url}) => url)).toEqual([`http://127.0.0.1:${server.port}`]);
	});

	it('have variables that say where they are', () => {
		expect(localServerUrls({})).toEqual([]);
		expect(
			localServerUrls({
				OLLAMA_HOST: 'big-machine',
				LLAMA_BASE_URL: 'http://127.0.0.1:9931',
				LMSTUDIO_BASE_URL: '',
			}),
		).toEqual(['big-machine:11434', 'http://127.0.0.1:9931']);
		expect(localServerUrls({OLLAMA_HOST: '0.0.0.0:8000'})).toEqual(['0.0.0.0:8000']);
		expect(localServerUrls({OLLAMA_HOST: 'https://ollama.example'})).toEqual([
			'https://ollama.example',
		]);
	});
});
