import http from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {complete, demoModel, findLocalServers, type Message} from '../../source/ai/index.ts';

/** A server that answers these paths with JSON, and anything else with a page. Returns its port. */
async function serve(routes: Readonly<Record<string, unknown>>): Promise<number> {
	const server = http.createServer((request, response) => {
		request.resume().on('end', () => {
			const answer = routes[request.url ?? ''];
			if (answer === 'redirect')
				return response.writeHead(302, {location: 'http://192.0.2.1/'}).end();
			if (answer === 'hang') return;
			if (answer === undefined) return response.writeHead(404).end('<html>nothing</html>');
			response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(answer));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}

describe('model servers on this machine', () => {
	it('are recognised by what they answer, with the context they really serve', async () => {
		const ollama = await serve({
			'/api/version': {version: '1'},
			'/api/tags': {models: [{name: 'qwen'}, {name: 'old'}]},
			'/api/ps': {models: [{name: 'qwen', context_length: 32_768}]},
			'/api/show': {capabilities: ['tools', 'vision']},
		});
		const llama = await serve({
			'/props': {default_generation_settings: {n_ctx: 8192}},
			'/v1/models': {data: [{id: 'local.gguf'}]},
		});
		const vllm = await serve({
			'/v1/models': {data: [{id: 'big', owned_by: 'vllm', max_model_len: 65_536}]},
		});
		const found = await findLocalServers({
			places: [
				[ollama, 'ollama'],
				[llama, 'llama.cpp'],
				[vllm, 'openai'],
			],
			timeoutMs: 2000,
		});
		expect(
			found.map(({kind, models}) => [
				kind,
				models.map(({id, contextWindow}) => [id, contextWindow]),
			]),
		).toEqual([
			[
				'ollama',
				[
					['qwen', 32_768],
					['old', 4096],
				],
			],
			['llama.cpp', [['local.gguf', 8192]]],
			['vllm', [['big', 65_536]]],
		]);
		expect(found[0]?.warnings).toEqual([
			expect.stringContaining('old is served with a context of only 4096'),
		]);
	});

	it('are not what merely listens there', async () => {
		const page = await serve({});
		const elsewhere = await serve({'/v1/models': 'redirect', '/api/version': 'redirect'});
		const silent = await serve({'/v1/models': 'hang'});
		expect(
			await findLocalServers({
				places: [
					[page, 'ollama'],
					[elsewhere, 'openai'],
					[silent, 'openai'],
					[1, 'lmstudio'],
				],
				timeoutMs: 300,
			}),
		).toEqual([]);
	});
});

describe('the demo', () => {
	const tools = ['ls', 'read', 'bash'].map(name => ({
		name,
		description: name,
		parameters: {type: 'object'},
	}));
	const ask = (text: string, ...after: readonly Message[]) =>
		complete({
			model: demoModel,
			messages: [
				{role: 'system', content: '', toolsAdded: tools, timestamp: 0},
				{role: 'user', content: text, timestamp: 0},
				...after,
			],
		});

	it.each([
		['list files', 'ls', {path: '.'}],
		[
			'Please show me the file README.md lines 2-4.',
			'read',
			{path: 'README.md', offset: 2, limit: 3},
		],
		['can you run `git status`?', 'bash', {command: 'git status'}],
		['what changed?', 'bash', {command: 'git status --short'}],
		['run the tests', 'ls', {path: '.'}],
	])('understands %j', async (text, name, args) => {
		const {content, stopReason} = await ask(text);
		expect(stopReason).toBe('toolUse');
		expect(content).toEqual([expect.objectContaining({type: 'toolCall', name, arguments: args})]);
	});

	it('says what it is when it does not understand, or lacks the tool', async () => {
		expect(JSON.stringify((await ask('Refactor the parser to be faster')).content)).toContain(
			'I am a fixed script',
		);
		expect(JSON.stringify((await ask('search for TODO')).content)).toContain(
			'needs the tool \\"grep\\"',
		);
	});
});
