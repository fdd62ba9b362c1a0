import {describe, expect, test} from 'vitest';
import {toAcceptable} from '../../../source/ai/history.ts';
import type {AssistantMessage, Message} from '../../../source/ai/index.ts';
import {apis, bodyFor, modelFor} from '../../helpers/payload.ts';
import {createMemory, strictProtocols} from '../../helpers/strict-server.ts';
import {call, image, result, says, text, thought, user} from '../../helpers/talk.ts';

/** What the strict server of every protocol says against these messages. */
async function problems(...messages: readonly Message[]): Promise<readonly string[]> {
	const found = apis.map(async api => {
		const problem = strictProtocols[api]?.problem(await bodyFor(api, {messages}), createMemory());
		return problem === undefined ? [] : [`${api}: ${problem}`];
	});
	return (await Promise.all(found)).flat();
}

async function bodies(...messages: readonly Message[]) {
	return Promise.all(apis.map(async api => JSON.stringify(await bodyFor(api, {messages}))));
}

const by = (api: string, message: AssistantMessage, id = modelFor(api).id): AssistantMessage => ({
	...message,
	api,
	provider: 'acme',
	model: id,
});

describe('history', () => {
	test('id rewriting: 450-character ids with `|+/=`, two calls sharing a call id, 9-character Mistral ids with collision, call and result stay paired', async () => {
		const long = `call_${'x|+/='.repeat(89)}`;
		const messages = [
			user(text('go')),
			says(call(long), call(`${long}2`), call('same|fc_1'), call('same|fc_2'), call('abcdefghi')),
			...[long, `${long}2`, 'same|fc_1', 'same|fc_2', 'abcdefghi'].map((id, index) =>
				result(id, text(`r${index}`)),
			),
			says(call('abcdefghi'), call('abcdefghi')),
			result('abcdefghi', text('r5')),
			result('abcdefghi', text('r6')),
			user(text('and?')),
		];
		expect(await problems(...messages)).toEqual([]);
		for (const api of apis) {
			const made = toAcceptable(messages, modelFor(api));
			const calls = made.flatMap(message =>
				message.role === 'assistant' ? message.content.filter(({type}) => type === 'toolCall') : [],
			);
			const results = made.filter(({role}) => role === 'toolResult');
			const idsOf = calls.map(block => ('id' in block ? block.id : ''));
			expect(new Set(idsOf).size).toBe(7);
			expect(results.map(one => ('toolCallId' in one ? one.toolCallId : ''))).toEqual(idsOf);
			expect(results.map(({content}) => content)).toEqual(
				[0, 1, 2, 3, 4, 5, 6].map(index => [text(`r${index}`)]),
			);
		}
	});

	test('same provider, other model: thinking dropped, item ids dropped; same model: thinking, signature, redacted, reasoning item replayed unchanged', async () => {
		const item = {type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA'};
		const signed: Readonly<Record<string, string>> = {
			'openai-completions': 'reasoning_content',
			'openai-responses': JSON.stringify(item),
			'azure-openai-responses': JSON.stringify(item),
			'openai-codex-responses': JSON.stringify(item),
			'anthropic-messages': 'c2lnbmVk',
			'bedrock-converse-stream': 'c2lnbmVk',
			'google-generative-ai': 'c2lnbmVk',
			'google-vertex': 'c2lnbmVk',
		};
		for (const [api, signature] of Object.entries(signed)) {
			const answer = says(thought('secret plan', signature), text('said'), call('c|fc_1'));
			const messages = (model: string) => [
				user(text('go')),
				by(api, answer, model),
				result('c|fc_1', text('r')),
				user(text('and?')),
			];
			const own = JSON.stringify(await bodyFor(api, {messages: messages(modelFor(api).id)}));
			const other = JSON.stringify(await bodyFor(api, {messages: messages('another')}));
			const trace = signature.startsWith('{') ? JSON.stringify(item) : signature;
			expect([api, own.includes(trace), other.includes(trace)]).toEqual([api, true, false]);
			expect(other).not.toContain('secret plan');
			expect(other).not.toContain('"id":"fc_1"');
		}

		for (const api of ['anthropic-messages', 'bedrock-converse-stream']) {
			const withheld = {...thought('[withheld]', 'b3BhcXVl'), redacted: true};
			const messages = [user(text('go')), by(api, says(withheld, text('ok'))), user(text('and?'))];
			const body = JSON.stringify(await bodyFor(api, {messages}));
			expect(body).toContain('b3BhcXVl');
			expect(body).not.toContain('[withheld]');
		}
	});

	test('reasoning-only turn after abort is skipped; abort, then a new message works', async () => {
		const thinking = says(thought('half a th'));
		const messages = [
			user(text('go')),
			{...thinking, stopReason: 'aborted'} as const,
			user(text('again')),
			{...says(call('never-answered')), stopReason: 'aborted'} as const,
			result('never-answered', text('late')),
			user(text('and now?')),
		];
		expect(await problems(...messages)).toEqual([]);
		for (const body of await bodies(...messages)) {
			expect(body).not.toContain('half a th');
			expect(body).not.toContain('late');
			expect(body).toContain('and now?');
		}
	});

	test('orphaned calls at end / before user / before assistant; results out of order; system message in between', async () => {
		const go = user(text('go'));
		const system: Message = {role: 'system', content: 'New rules.', timestamp: 2};
		const histories: readonly (readonly Message[])[] = [
			[go, says(call('a'))],
			[go, says(call('a')), user(text('well?'))],
			[go, says(call('a')), says(text('done')), user(text('well?'))],
			[go, says(call('a'), call('b')), result('b', text('2')), result('a', text('1'))],
			[go, says(call('a')), system, result('a', text('1'))],
			[result('nobody', text('x')), go],
		];
		for (const history of histories) expect(await problems(...history)).toEqual([]);
	});

	test('empty user text, empty array, whitespace only, empty assistant message, empty tool output, null content', async () => {
		const gone: unknown = null;
		const without = <T extends Message>(message: T): T => ({...message, content: gone});
		const messages = [
			user(text('')),
			user(),
			user(text(' \n\t')),
			user(text('go')),
			says(),
			says(text('')),
			without(says(text('lost'))),
			says(call('a'), call('b'), call('c')),
			result('a'),
			result('b', text('\r\n')),
			without(result('c', text('lost'))),
			without(user(text('lost'))),
			user(text('and?')),
		];
		expect(await problems(...messages)).toEqual([]);
		expect(await problems(user(text('')), says(), user(text('x')))).toEqual([]);
	});

	test('image to a text-only model; tool result with only an image; with text and image; several results with images batched; error result with image', async () => {
		const messages = [
			user(text('look'), image),
			says(call('a'), call('b'), call('c')),
			result('a', image),
			result('b', text('and'), image),
			{...result('c', text('broken'), image), isError: true},
			user(image),
		];
		expect(await problems(...messages)).toEqual([]);
		for (const api of apis) {
			const seeing = JSON.stringify(await bodyFor(api, {messages}));
			const blind = JSON.stringify(await bodyFor(api, {messages, model: {input: ['text']}}));
			expect([api, seeing.split(image.data).length - 1]).toEqual([api, 5]);
			expect([api, blind.includes(image.data)]).toEqual([api, false]);
		}
	});

	test('lone high/low surrogates in user text, tool results, arguments; emoji kept', async () => {
		const messages = [
			user(text('a\uD83D 👍')),
			says(text('b\uDE00'), call('1', {'k\uD83D': 'c\uD83D👩‍👩‍👧'})),
			result('1', text('\uDC00d 文')),
			user(text('e')),
		];
		for (const body of await bodies(...messages)) {
			expect(body).not.toMatch(/\\ud[89a-f]/i);
			for (const whole of ['👍', '👩‍👩‍👧', '文']) expect(body).toContain(whole);
		}
	});

	test('unsigned Gemini calls; invalid base64 signature; signature on an empty text part; `thought` vs signature', async () => {
		for (const api of ['google-generative-ai', 'google-vertex']) {
			const own = (...content: AssistantMessage['content']) => by(api, says(...content));
			const memory = createMemory();
			memory.issued.add('c2lnbmVk');
			const messages = [
				user(text('go')),
				own({...text(''), textSignature: 'c2lnbmVk'}),
				user(text('on')),
				own(thought('hm', 'not base64!'), text('so'), call('a')),
				result('a', text('r')),
			];
			const body = await bodyFor(api, {messages});
			expect(strictProtocols[api]?.problem(body, memory)).toBeUndefined();
			expect(JSON.stringify(body)).toContain('{"text":"","thoughtSignature":"c2lnbmVk"}');
			expect(JSON.stringify(body)).toContain('{"text":"hm","thought":true}');
			expect(JSON.stringify(body)).not.toContain('not base64!');
		}
	});
});
