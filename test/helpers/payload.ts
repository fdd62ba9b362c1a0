import type {Message, Model, StreamOptions} from '../../source/ai/index.ts';
import {protocols} from '../../source/ai/protocols/index.ts';
import type {Protocol} from '../../source/ai/protocols/protocol.ts';
import {type Json, record} from '../../source/ai/protocols/wire-json.ts';
import {toCall} from '../../source/ai/stream.ts';
import {isRecord} from '../../source/lib/is-record.ts';
import {testModel} from './model.ts';

/** Every protocol that reaches a server. */
export const apis = Object.keys(protocols).filter(name => name !== 'demo');

export async function protocolOf(api: string): Promise<Protocol> {
	const protocol = await protocols[api]?.();
	if (!protocol) throw new Error(`no protocol ${api}`);
	return protocol;
}

const ids: Readonly<Record<string, string>> = {
	'google-generative-ai': 'gemini-3-test',
	'google-vertex': 'gemini-3-test',
	'bedrock-converse-stream': 'anthropic.claude-sonnet-4-5',
};

/** A thinking model with eyes. */
export const modelFor = (api: string, changes: Partial<Model> = {}): Model =>
	testModel({
		api,
		id: ids[api] ?? 'm-1',
		baseUrl: 'https://models.example',
		reasoning: true,
		input: ['text', 'image'],
		contextWindow: 200_000,
		maxTokens: 32_000,
		...changes,
	});

export const hello: readonly Message[] = [{role: 'user', content: 'hello', timestamp: 1}];

export type Asked = {
	readonly model?: Partial<Model>;
	readonly messages?: readonly Message[];
	readonly options?: StreamOptions;
};

const callFor = (api: string, {model, messages = hello, options = {}}: Asked) =>
	toCall({model: modelFor(api, model), messages}, options);

/** The body as it goes over the wire; Google's SDK unpacks the configuration. */
export async function bodyFor(api: string, asked: Asked = {}): Promise<Json> {
	const protocol = await protocolOf(api);
	const {config, ...payload} = record(protocol.toPayload(callFor(api, asked)));
	return {...payload, ...(isRecord(config) ? config : {})};
}

export async function headersFor(api: string, asked: Asked = {}) {
	const protocol = await protocolOf(api);
	return protocol.toHeaders?.(callFor(api, asked)) ?? {};
}
