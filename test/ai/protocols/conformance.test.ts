import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {frameEvents} from '../../../source/ai/protocols/bedrock-converse-stream/frames.ts';
import {protocols} from '../../../source/ai/protocols/index.ts';
import {codexToken} from '../../helpers/strict/openai-codex-responses.ts';
import {describeConformance, type Expected} from './conformance.ts';

const overloaded = {message: 'The servers are overloaded.', type: 'overloaded_error'};

const responses: Expected = {
	api: 'openai-responses',
	tail: 0,
	signatures: {
		thinking:
			'{"type":"reasoning","id":"rs_0","summary":[{"type":"summary_text","text":"Hmm, let me see: 文字."}],"encrypted_content":"gAAA0=="}',
		text: '{"v":1,"id":"msg_0","phase":"commentary"}',
	},
	callIds: ['call_0_0|fc_0_0', 'call_0_1|fc_0_1'],
	stops: [
		['completed', 'stop'],
		['max_output_tokens', 'length'],
		['content_filter', 'refused: acme ended the answer: content_filter'],
		['failed', 'server, again: acme: The model failed.'],
		['bored', 'unknown: acme ended the answer: bored'],
	],
	fault: {event: 'error', data: {...overloaded, type: 'error', code: 'overloaded'}},
};

const gemini: Expected = {
	api: 'google-generative-ai',
	tail: 0,
	signatures: {call: 'c2lnbmVkIDAu'},
	callIds: ['call_1_2', 'call_1_3'],
	stops: [
		['STOP', 'stop'],
		['MAX_TOKENS', 'length'],
		['CONTINUATION', 'length'],
		['SAFETY', 'refused: acme ended the answer: SAFETY'],
		['RECITATION', 'refused: acme ended the answer: RECITATION'],
		['BLOCKLIST', 'refused: acme ended the answer: BLOCKLIST'],
		['PROHIBITED_CONTENT', 'refused: acme ended the answer: PROHIBITED_CONTENT'],
		['SPII', 'refused: acme ended the answer: SPII'],
		['IMAGE_SAFETY', 'refused: acme ended the answer: IMAGE_SAFETY'],
		['LANGUAGE', 'unknown: acme ended the answer: LANGUAGE'],
		['OTHER', 'server, again: acme ended the answer: OTHER'],
		['MALFORMED_FUNCTION_CALL', 'server, again: acme ended the answer: MALFORMED_FUNCTION_CALL'],
		['BORED', 'unknown: acme ended the answer: BORED'],
	],
	fault: {data: {error: {code: 503, message: overloaded.message, status: 'UNAVAILABLE'}}},
	model: {id: 'gemini-3-test'},
	hidesWrites: true,
};

const all: readonly Expected[] = [
	{
		api: 'openai-completions',
		// Usage and the mark of the end.
		tail: 2,
		signatures: {thinking: 'reasoning_content'},
		callIds: ['call_0_0', 'call_0_1'],
		stops: [
			['stop', 'stop'],
			['length', 'length'],
			['tool_calls', 'stop'],
			['content_filter', 'refused: acme ended the answer: content_filter'],
			['network_error', 'network, again: acme ended the answer: network_error'],
			['bored', 'unknown: acme ended the answer: bored'],
		],
		fault: {data: {error: overloaded}},
	},
	responses,
	{...responses, api: 'azure-openai-responses'},
	{
		...responses,
		api: 'openai-codex-responses',
		key: codexToken,
		keyless: /HTTP 400\): Unknown account/,
	},
	{
		api: 'anthropic-messages',
		tail: 0,
		signatures: {thinking: 'c2lnbmVk0'},
		callIds: ['toolu_0_0', 'toolu_0_1'],
		stops: [
			['end_turn', 'stop'],
			['stop_sequence', 'stop'],
			['pause_turn', 'stop'],
			['max_tokens', 'length'],
			['model_context_window_exceeded', 'length'],
			['refusal', 'refused: acme ended the answer: refusal'],
			['sensitive', 'refused: acme ended the answer: sensitive'],
			['bored', 'unknown: acme ended the answer: bored'],
		],
		fault: {event: 'error', data: {type: 'error', error: overloaded}},
	},
	gemini,
	{...gemini, api: 'google-vertex', keyless: /^auth: acme: there is no project and no key/},
	{
		api: 'bedrock-converse-stream',
		// Usage.
		tail: 1,
		signatures: {thinking: 'c2lnbmVk0'},
		callIds: ['tooluse_0_0', 'tooluse_0_1'],
		stops: [
			['end_turn', 'stop'],
			['stop_sequence', 'stop'],
			['max_tokens', 'length'],
			['model_context_window_exceeded', 'length'],
			['guardrail_intervened', 'refused: acme ended the answer: guardrail_intervened'],
			['content_filtered', 'refused: acme ended the answer: content_filtered'],
			['malformed_tool_use', 'server, again: acme ended the answer: malformed_tool_use'],
			['bored', 'unknown: acme ended the answer: bored'],
		],
		fault: {event: 'serviceUnavailableException', data: {message: overloaded.message}},
		model: {id: 'anthropic.claude-sonnet-4-5'},
		decode: response => frameEvents(response.body),
		hidesModel: true,
		hidesReasoning: true,
		keyless: /^auth: acme: .*AWS_BEARER_TOKEN_BEDROCK/,
	},
	{
		api: 'mistral-conversations',
		// The mark of the end.
		tail: 1,
		signatures: {},
		callIds: ['call00000', 'call00001'],
		stops: [
			['stop', 'stop'],
			['length', 'length'],
			['model_length', 'length'],
			['tool_calls', 'stop'],
			['error', 'server, again: acme: the model stopped with an error'],
			['bored', 'unknown: acme ended the answer: bored'],
		],
		fault: {data: {object: 'error', error: overloaded}},
		hidesWrites: true,
		hidesReasoning: true,
	},
];

// Who has no key for Amazon asks this machine, files and a server of the cloud.
beforeEach(() => {
	vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
	vi.stubEnv('HOME', '/nowhere');
});
afterEach(() => vi.unstubAllEnvs());

test('every protocol that reaches a server is measured here', () => {
	const names = Object.keys(protocols).filter(name => name !== 'demo');
	expect(all.map(({api}) => api)).toEqual(names);
});

for (const expected of all) describeConformance(expected);
