import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	type AssistantMessage,
	createAssembler,
	emptyUsage,
	type Message,
	type Model,
	streamModel,
	type ToolResultMessage,
} from '../../../source/ai/index.ts';
import {protocols} from '../../../source/ai/protocols/index.ts';
import {toCall} from '../../../source/ai/stream.ts';
import {isRecord} from '../../../source/lib/is-record.ts';
import {testModel} from '../../helpers/model.ts';
import {codexToken} from '../../helpers/strict/openai-codex-responses.ts';
import {
	type Answer,
	createMemory,
	type StrictServer,
	strictProtocols,
	strictServer,
} from '../../helpers/strict-server.ts';

const apis = Object.keys(strictProtocols);
const pairs = apis.flatMap(from => apis.filter(to => to !== from).map(to => [from, to] as const));

const image = {type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png'} as const;
const text = (words: string) => ({type: 'text', text: words}) as const;
const user = (words: string): Message => ({
	role: 'user',
	content: [text(words), image],
	timestamp: 1,
});

/** One side of a conversation: a model, and the strict server that plays it. */
type Side = {readonly model: Model; readonly server: StrictServer};

/** Families that sign what they think. */
const ids: Readonly<Record<string, string>> = {
	'google-generative-ai': 'gemini-3-test',
	'google-vertex': 'gemini-3-test',
	'bedrock-converse-stream': 'anthropic.claude-sonnet-4-5',
};

const modelFor = (api: string, baseUrl: string): Model =>
	testModel({
		api,
		baseUrl,
		provider: `of-${api}`,
		id: ids[api] ?? 'm-1',
		reasoning: true,
		input: ['text', 'image'],
		contextWindow: 200_000,
	});

/** Signatures in the alphabet of each provider. */
const signature = (api: string, words: string): string =>
	api.startsWith('google') ? Buffer.from(words).toString('base64') : `${api}-${words}/+==`;

const answersOf = (api: string): readonly Answer[] => [
	{
		thinking: `${api} thinks first`,
		signature: signature(api, 'one'),
		text: 'I look at both.',
		calls: [
			{name: 'read', args: {path: 'a'}, id: 'x|/+= 1', signature: signature(api, 'call')},
			{name: 'read', args: {path: 'b'}, id: `long-${'z'.repeat(80)}`},
		],
	},
	{thinking: `${api} thinks again`, signature: signature(api, 'two'), text: 'Two cats.'},
];

/** Responses checks the ids that it gave itself; the others give what they like. */
const ownIds = (answers: readonly Answer[], api: string): readonly Answer[] =>
	api.endsWith('-responses')
		? answers.map(answer => ({
				...answer,
				...(answer.calls ? {calls: answer.calls.map(({name, args}) => ({name, args}))} : {}),
			}))
		: answers;

async function sideOf(api: string): Promise<Side> {
	const server = await strictServer(api, ownIds(answersOf(api), api));
	return {server, model: modelFor(api, server.baseUrl)};
}

async function ask({model}: Side, messages: readonly Message[]): Promise<AssistantMessage> {
	const assembler = createAssembler(model, () => 0);
	for await (const event of streamModel({model, messages}, {apiKey: codexToken, level: 'low'})) {
		assembler.add(event);
	}

	const message = assembler.message();
	expect(message.errorMessage).toBeUndefined();
	return message;
}

/** A failed result with an image, and one that says nothing. */
const resultsFor = ({content}: AssistantMessage): readonly ToolResultMessage[] =>
	content
		.filter(block => block.type === 'toolCall')
		.map(({id, name}, index) => ({
			role: 'toolResult',
			toolCallId: id,
			toolName: name,
			content: index === 0 ? [text('broken'), image] : [text('\r\n')],
			isError: index === 0,
			timestamp: 3,
		}));

/** A question, an answer with calls, their results, an answer. */
async function round(side: Side, before: readonly Message[]): Promise<readonly Message[]> {
	const asked = [...before, user('What do you see?')];
	const calls = await ask(side, asked);
	const results = [...asked, calls, ...resultsFor(calls)];
	return [...results, await ask(side, results)];
}

const lastBody = ({server}: Side): string => JSON.stringify(server.requests.at(-1)?.body);

/** What the messages of one provider carry that nobody else can read. */
function opaqueIn(messages: readonly Message[], {model}: Side): readonly string[] {
	return messages.flatMap(message => {
		if (message.role !== 'assistant' || message.api !== model.api) return [];
		return message.content.flatMap(block => {
			// Mistral signs nothing; there its thinking itself has to come back.
			if (block.type === 'thinking') return block.thinkingSignature ?? block.thinking;
			return (block.type === 'text' ? block.textSignature : block.thoughtSignature) ?? [];
		});
	});
}

/** Chat Completions have no signatures: they keep the name of a field in their place. */
const field = 'reasoning_content';

/** As it stands in a body: a whole item, its id, or the bytes themselves. */
function traceOf(opaque: string): string {
	if (opaque === field) return `"${field}":`;
	if (!opaque.startsWith('{')) return JSON.stringify(opaque);
	const value: unknown = JSON.parse(opaque);
	return isRecord(value) && value.type !== 'reasoning' ? JSON.stringify(value.id) : opaque;
}

async function between(
	from: string,
	to: string,
	use: (a: Side, b: Side) => Promise<void>,
): Promise<void> {
	const [a, b] = [await sideOf(from), await sideOf(to)];
	try {
		await use(a, b);
		for (const {server} of [a, b]) {
			expect(server.requests.map(({problem}) => problem).filter(Boolean)).toEqual([]);
		}
	} finally {
		await Promise.all([a.server.close(), b.server.close()]);
	}
}

describe('handoff between every pair of protocols with text, thinking, tool calls, images', () => {
	test.each(pairs)(
		'a conversation of %s goes on at %s and comes back with its own signatures',
		async (from, to) => {
			await between(from, to, async (a, b) => {
				const atHome = await round(a, []);
				const abroad = await round(b, atHome);
				const own = opaqueIn(atHome, a);
				expect(own.length).toBeGreaterThan(1);
				const foreigners = opaqueIn(abroad, b);
				for (const opaque of own.filter(one => one !== field && !foreigners.includes(one))) {
					expect(lastBody(b)).not.toContain(traceOf(opaque));
				}

				await ask(a, [...abroad, user('And now?')]);
				for (const opaque of own) expect(lastBody(a)).toContain(traceOf(opaque));
				for (const foreign of foreigners.filter(one => one !== field && !own.includes(one))) {
					expect(lastBody(a)).not.toContain(traceOf(foreign));
				}
			});
		},
	);

	test.each(pairs)(
		'a conversation of %s goes on at %s in the middle of its work',
		async (from, to) => {
			await between(from, to, async (a, b) => {
				const asked = [user('What do you see?')];
				const calls = await ask(a, asked);
				const results = [...asked, calls, ...resultsFor(calls)];
				const more = await ask(b, results);
				const moreResults = [...results, more, ...resultsFor(more)];
				await ask(b, moreResults);
				await ask(a, moreResults);
			});
		},
	);
});

const says = (model: Model, content: AssistantMessage['content']): Message => ({
	role: 'assistant',
	content,
	api: model.api,
	provider: model.provider,
	model: model.id,
	usage: emptyUsage,
	stopReason: 'stop',
	timestamp: 2,
});

/** Pieces of histories as crashes, edits and other programs leave them. */
function brokenHistories(model: Model): fc.Arbitrary<readonly Message[]> {
	const other = {...model, id: 'other'};
	const words = fc.constantFrom('', ' \n', 'ok', 'a\uD83D', '👍');
	const id = fc.constantFrom('a', 'b', 'a|fc_1', '', 'x|/+='.repeat(30));
	const block = fc.oneof(
		words.map(text),
		fc.record({type: fc.constant('thinking' as const), thinking: words}),
		fc.record({
			type: fc.constant('toolCall' as const),
			id,
			name: fc.constant('read'),
			arguments: fc.constant({path: 'x'}),
		}),
	);
	const parts = fc.array(fc.oneof(words.map(text), fc.constant(image)), {maxLength: 2});
	const message = fc.oneof(
		parts.map((content): Message => ({role: 'user', content, timestamp: 1})),
		fc
			.tuple(fc.constantFrom(model, other), fc.array(block, {maxLength: 3}))
			.map(([by, content]) => says(by, content)),
		fc.tuple(id, parts, fc.boolean()).map(
			([toolCallId, content, isError]): Message => ({
				role: 'toolResult',
				toolCallId,
				toolName: 'read',
				content,
				isError,
				timestamp: 3,
			}),
		),
	);
	return fc.array(message, {maxLength: 10});
}

describe('any history', () => {
	test.each(apis)('is accepted by %s', async api => {
		const protocol = await protocols[api]?.();
		const strict = strictProtocols[api];
		const model = modelFor(api, 'http://127.0.0.1:9');
		fc.assert(
			fc.property(brokenHistories(model), history => {
				const messages = [...history, user('go on')];
				const payload = protocol?.toPayload(toCall({model, messages}, {level: 'low'}));
				const {config, ...body} = isRecord(payload) ? payload : {};
				expect(
					strict?.problem({...body, ...(isRecord(config) ? config : {})}, createMemory()),
				).toBe(undefined);
				expect(JSON.stringify(payload)).toContain('go on');
			}),
			{numRuns: 400},
		);
	});
});
