import fs from 'node:fs';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {tempFolder} from './temp-folder.ts';
import {type Frame, type WireServer, wireServer} from './wire-server.ts';

const data = (value: unknown): string =>
	`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const event = (value: {type: string}): string => `event: ${value.type}\n${data(value)}`;

type Plan = {readonly text?: string; readonly call?: readonly [name: string, args: unknown]};

/** The frames with which each protocol says the same. */
export const wireFormats: Readonly<Record<string, (plan: Plan) => readonly Frame[]>> = {
	'openai-completions': ({text, call}) => [
		...(text ? [data({id: 'c', choices: [{delta: {content: text}}]})] : []),
		...(call
			? [
					data({
						id: 'c',
						choices: [
							{
								delta: {
									tool_calls: [
										{
											index: 0,
											id: 'call_1',
											function: {name: call[0], arguments: JSON.stringify(call[1])},
										},
									],
								},
							},
						],
					}),
				]
			: []),
		data({id: 'c', choices: [{delta: {}, finish_reason: call ? 'tool_calls' : 'stop'}]}),
		data({id: 'c', choices: [], usage: {prompt_tokens: 10, completion_tokens: 5}}),
		data('[DONE]'),
	],
	'openai-responses': ({text, call}) => {
		const message = {
			type: 'message',
			id: 'msg_1',
			role: 'assistant',
			content: [{type: 'output_text', text, annotations: []}],
		};
		const item = call && {
			type: 'function_call',
			id: 'fc_1',
			call_id: 'call_1',
			name: call[0],
			arguments: JSON.stringify(call[1]),
		};
		return [
			event({type: 'response.created', response: {id: 'r', model: 'm'}} as never),
			...(text
				? [
						event({
							type: 'response.output_item.added',
							output_index: 0,
							item: {...message, content: []},
						} as never),
						event({type: 'response.output_text.delta', output_index: 0, delta: text} as never),
						event({type: 'response.output_item.done', output_index: 0, item: message} as never),
					]
				: []),
			...(item
				? [
						event({
							type: 'response.output_item.added',
							output_index: 1,
							item: {...item, arguments: ''},
						} as never),
						event({type: 'response.output_item.done', output_index: 1, item} as never),
					]
				: []),
			event({
				type: 'response.completed',
				response: {id: 'r', status: 'completed', usage: {input_tokens: 10, output_tokens: 5}},
			} as never),
		];
	},
	'anthropic-messages': ({text, call}) => [
		event({
			type: 'message_start',
			message: {id: 'm', model: 'm', usage: {input_tokens: 10, output_tokens: 1}},
		} as never),
		...(text
			? [
					event({
						type: 'content_block_start',
						index: 0,
						content_block: {type: 'text', text: ''},
					} as never),
					event({
						type: 'content_block_delta',
						index: 0,
						delta: {type: 'text_delta', text},
					} as never),
					event({type: 'content_block_stop', index: 0} as never),
				]
			: []),
		...(call
			? [
					event({
						type: 'content_block_start',
						index: 1,
						content_block: {type: 'tool_use', id: 'call_1', name: call[0], input: {}},
					} as never),
					event({
						type: 'content_block_delta',
						index: 1,
						delta: {type: 'input_json_delta', partial_json: JSON.stringify(call[1])},
					} as never),
					event({type: 'content_block_stop', index: 1} as never),
				]
			: []),
		event({
			type: 'message_delta',
			delta: {stop_reason: call ? 'tool_use' : 'end_turn'},
			usage: {output_tokens: 5},
		} as never),
		event({type: 'message_stop'}),
	],
	'google-generative-ai': ({text, call}) => [
		data({
			candidates: [
				{
					content: {
						role: 'model',
						parts: [
							...(text ? [{text}] : []),
							...(call ? [{functionCall: {name: call[0], args: call[1]}}] : []),
						],
					},
					finishReason: 'STOP',
				},
			],
			usageMetadata: {promptTokenCount: 10, candidatesTokenCount: 5},
		}),
	],
};

export type Setup = {
	readonly server: WireServer;
	readonly home: string;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
};

/** A home with one provider that speaks `api` to a scripted server, and a working folder. */
export async function setUpModel(
	api: string,
	plans: readonly Plan[],
	files: Readonly<Record<string, string>> = {},
): Promise<Setup> {
	const format = wireFormats[api];
	const server = await wireServer(...plans.map(plan => ({frames: format?.(plan) ?? []})));
	onTestFinished(() => server.close());
	const home = tempFolder();
	const base = {'anthropic-messages': '', 'google-generative-ai': '/v1beta'}[api] ?? '/v1';
	const provider = {
		baseUrl: server.url + base,
		api,
		apiKey: 'test',
		models: [{id: 'm', name: 'Test model'}],
	};
	fs.writeFileSync(path.join(home, 'models.json'), JSON.stringify({providers: {test: provider}}));
	return {server, home, cwd: tempFolder(files), env: {BOUGH_HOME: home, BOUGH_OFFLINE: '1'}};
}
