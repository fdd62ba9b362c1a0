import {describe, expect, test} from 'vitest';
import {toUsage} from '../../../source/ai/cost.ts';
import {toFailure} from '../../../source/ai/failure.ts';
import {toAcceptable} from '../../../source/ai/history.ts';
import {
	catalogModels,
	catalogProviders,
	createAssembler,
	defaultModel,
	streamModel,
	type Tool,
} from '../../../source/ai/index.ts';
import {toStrictSchema} from '../../../source/ai/protocols/strict-schema.ts';
import {apis, bodyFor, hello, modelFor} from '../../helpers/payload.ts';
import {codexToken} from '../../helpers/strict/openai-codex-responses.ts';
import {strictServer} from '../../helpers/strict-server.ts';
import {call, image, result, says, text, thought, user} from '../../helpers/talk.ts';

describe('lessons', () => {
	test.each(apis)(
		'tool output of only whitespace → placeholder; image-only user message carries no empty text part: %s',
		async api => {
			const output = [user(text('go')), says(call('a')), result('a', text('\r\n'))];
			const body = JSON.stringify(await bodyFor(api, {messages: output}));
			expect(body).toMatch(/no output/i);
			expect(body).not.toContain('"\\r\\n"');
			const shown = JSON.stringify(await bodyFor(api, {messages: [user(image)]}));
			expect(shown).toContain(image.data);
			expect(shown).not.toMatch(/"text":""/);
		},
	);

	test('a schema node without `type` or with `minimum`/`maximum` cannot be strict; say `strict: false` explicitly to Responses servers; keep `additionalProperties`, `$defs`, `definitions` of non-strict tools', async () => {
		const objectOf = (property: object) => ({
			type: 'object',
			properties: {a: property},
			required: ['a'],
			additionalProperties: false,
		});
		expect(toStrictSchema(objectOf({type: 'array', items: {}}))).toBeUndefined();
		expect(toStrictSchema(objectOf({type: 'number', minimum: 1}))).toBeUndefined();
		expect(toStrictSchema(objectOf({type: 'number'}))).toBeDefined();
		const parameters = {
			...objectOf({$ref: '#/$defs/x'}),
			$defs: {x: {type: 'string'}},
			definitions: {y: {type: 'number'}},
		};
		const tool: Tool = {name: 't', description: 'd', parameters};
		const messages = [
			{role: 'system', content: '', toolsAdded: [tool], timestamp: 0} as const,
			...hello,
		];
		for (const api of ['openai-responses', 'azure-openai-responses', 'openai-completions']) {
			const tools = JSON.stringify((await bodyFor(api, {messages})).tools);
			if (api !== 'openai-completions') expect(tools).toContain('"strict":false');
			for (const word of ['additionalProperties', '$defs', 'definitions']) {
				expect(tools).toContain(word);
			}
		}
	});

	test('stop by length in the middle of a tool call: never run it, and leave out both call and result in history', () => {
		const cut = {...says(text('I will'), call('a')), stopReason: 'length'} as const;
		const made = toAcceptable(
			[user(text('go')), cut, result('a', text('The call was cut.')), user(text('on'))],
			modelFor('openai-completions'),
		);
		expect(made.map(({role}) => role)).toEqual(['user', 'assistant', 'user', 'user']);
		expect(JSON.stringify(made)).not.toContain('toolCall');
	});

	test('"same model" compares with the model asked for, not with the name a relay reports', () => {
		const model = modelFor('anthropic-messages');
		const own = {
			...says(thought('hm', 'c2ln'), text('ok')),
			api: model.api,
			model: model.id,
			responseModel: 'a-relay-name',
		};
		const kept = toAcceptable([user(text('a')), own, user(text('b'))], model)[1]?.content;
		expect(kept).toContainEqual(thought('hm', 'c2ln'));
	});

	test('unparseable `retry-after` → back-off; status numbers inside request ids or byte counts are not status codes', () => {
		const refusal = {status: 429, headers: new Headers({'retry-after': 'soon'}), body: ''};
		expect(toFailure(new Error('x'), {provider: 'acme', refusal})).not.toHaveProperty(
			'retryAfterMs',
		);
		const message = 'Request req_401_429 failed after 500 bytes';
		expect(toFailure(new Error(message), {provider: 'acme'})).toMatchObject({code: 'unknown'});
	});

	test('1-hour cache writes and price tiers are billed right; negative placeholder prices (router models) → 0', () => {
		const price = {input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5};
		const model = modelFor('anthropic-messages', {
			cost: {
				...price,
				tiers: [{above: 200_000, input: 20, output: 75, cacheRead: 2, cacheWrite: 25}],
			},
		});
		const tokens = {input: 0, output: 0, cacheRead: 0, cacheWrite: 100_000, cacheWrite1h: 40_000};
		expect(toUsage(model, tokens).cost.total).toBeCloseTo(0.06 * 12.5 + 0.04 * 20, 9);
		const large = {...tokens, cacheRead: 200_000};
		expect(toUsage(model, large).cost.total).toBeCloseTo(0.06 * 25 + 0.04 * 40 + 0.2 * 2, 9);
		const router = modelFor('openai-completions', {
			cost: {input: -1_000_000, output: -1_000_000, cacheRead: -1, cacheWrite: -1},
		});
		expect(toUsage(router, {...tokens, input: 5}).cost.total).toBe(0);
	});

	test('default model per provider: a preference list checked against the catalog', async () => {
		for (const {id} of catalogProviders) {
			const chosen = await defaultModel(id);
			const known = (await catalogModels(id)).map(model => model.id);
			expect([id, known.includes(chosen?.id ?? '')]).toEqual([id, true]);
		}
	});

	test.each(apis)(
		'200-KB tool arguments, repeated retries: no quadratic parsing, no listener left on the abort signal: %s',
		async api => {
			const content = 'x'.repeat(200_000);
			const answer = {
				calls: [{name: 'write', args: {content}}],
				framing: {packet: 16_384},
			};
			const server = await strictServer(api, [answer]);
			const controller = new AbortController();
			const {signal} = controller;
			const added: string[] = [];
			const removed: string[] = [];
			const {addEventListener, removeEventListener} = signal;
			signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
				added.push(args[0]);
				return addEventListener.apply(signal, args);
			};
			signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
				removed.push(args[0]);
				return removeEventListener.apply(signal, args);
			};
			const model = modelFor(api, {baseUrl: server.baseUrl});
			try {
				for (let round = 0; round < 2; round += 1) {
					const assembler = createAssembler(model, () => 0);
					const options = {apiKey: codexToken, environment: {}, signal};
					for await (const event of streamModel({model, messages: hello}, options)) {
						assembler.add(event);
					}

					expect(assembler.message().content).toMatchObject([{arguments: {content}}]);
				}

				expect(removed).toEqual(added);
			} finally {
				await server.close();
			}
		},
	);

	test('detection by provider id and by URL, so that a proxy base URL keeps the provider’s rules', async () => {
		const [known] = await catalogModels('deepseek');
		if (!known) throw new Error('no models');
		const options = {level: 'high'} as const;
		const proxied = {...known, baseUrl: 'https://proxy.example/v1'};
		const byId = await bodyFor('openai-completions', {model: proxied, options});
		expect(byId).toMatchObject({thinking: {type: 'enabled'}});
		const byUrl = await bodyFor('openai-completions', {
			model: {provider: 'mine', baseUrl: 'https://api.deepseek.com/v1'},
			options,
		});
		expect(byUrl).toMatchObject({thinking: {type: 'enabled'}});
	});
});
