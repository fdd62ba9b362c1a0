import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import type {Environment} from '../../../../source/ai/network.ts';
import {createBedrock} from '../../../../source/ai/protocols/bedrock-converse-stream/index.ts';
import {protocols} from '../../../../source/ai/protocols/index.ts';
import type {Connection} from '../../../../source/ai/protocols/protocol.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {tempFolder} from '../../../helpers/temp-folder.ts';

beforeEach(() => {
	vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
	vi.stubEnv('HOME', tempFolder());
});
afterEach(() => vi.unstubAllEnvs());

const amazon = 'https://bedrock-runtime.us-east-1.amazonaws.com';
const keys = {AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'not-a-secret'};

type Changes = Partial<Omit<Connection, 'model'>> & {
	readonly id?: string;
	readonly baseUrl?: string;
	readonly environment?: Environment;
};

async function sent({id = 'anthropic.claude-sonnet-5', baseUrl = amazon, ...more}: Changes) {
	const {model} = testCall({model: {id, baseUrl, api: 'bedrock-converse-stream'}});
	const requests: Request[] = [];
	const protocol = await protocols['bedrock-converse-stream']?.();
	await protocol?.open(protocol.toPayload(testCall({model})), {
		model,
		headers: {},
		signal: new AbortController().signal,
		environment: keys,
		fetch: async (input, init) => {
			requests.push(new Request(input, init));
			return new Response('');
		},
		...more,
	});
	const [request] = requests;
	if (!request) throw new Error('nothing was sent');
	return request;
}

const signed = (region: string) =>
	new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d+/${region}/bedrock/aws4_request`);

describe('Bedrock region order', () => {
	const arn = 'arn:aws:bedrock:ap-south-1:123456789012:inference-profile/x';
	const host = 'https://bedrock-runtime.eu-central-1.amazonaws.com';

	test.each<readonly [title: string, changes: Changes, region: string]>([
		['an ARN', {id: arn, environment: {...keys, AWS_REGION: 'us-west-2'}}, 'ap-south-1'],
		[
			'AWS_REGION',
			{baseUrl: host, environment: {...keys, AWS_REGION: 'us-west-2', AWS_DEFAULT_REGION: 'x-1'}},
			'us-west-2',
		],
		['AWS_DEFAULT_REGION', {environment: {...keys, AWS_DEFAULT_REGION: 'us-west-1'}}, 'us-west-1'],
		['the address of the catalog', {baseUrl: host}, 'eu-central-1'],
		['nothing', {}, 'us-east-1'],
	])('%s decides over what stands behind it', async (_title, changes, region) => {
		const request = await sent(changes);
		expect(new URL(request.url).host).toBe(`bedrock-runtime.${region}.amazonaws.com`);
		expect(request.headers.get('authorization')).toMatch(signed(region));
	});

	test('an address that is not of Amazon is kept', async () => {
		const request = await sent({baseUrl: 'https://gateway.example/bedrock'});
		expect(request.url).toBe(
			'https://gateway.example/bedrock/model/anthropic.claude-sonnet-5/converse-stream',
		);
	});

	test('a profile brings its keys and its region, and beats keys of the environment', async () => {
		const folder = tempFolder({
			config: '[profile work]\nregion = eu-north-1\n[profile bare]\noutput = json\n',
			credentials:
				'[work]\naws_access_key_id = AKIDWORK\naws_secret_access_key = w\n[bare]\naws_access_key_id = AKIDBARE\naws_secret_access_key = b\n',
		});
		vi.stubEnv('AWS_CONFIG_FILE', `${folder}/config`);
		vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', `${folder}/credentials`);
		vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDOTHER');
		vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'o');
		const work = await sent({environment: {...keys, AWS_PROFILE: 'work'}});
		expect(work.headers.get('authorization')).toMatch(/AKIDWORK\/\d+\/eu-north-1\//);
		const bare = await sent({environment: {AWS_PROFILE: 'bare'}});
		expect(bare.headers.get('authorization')).toMatch(/AKIDBARE\/\d+\/us-east-1\//);
	});
});

describe('who asks Bedrock', () => {
	test('a key is a token and nothing is signed', async () => {
		const request = await sent({apiKey: 'bedrock-api-key'});
		expect(request.headers.get('authorization')).toBe('Bearer bedrock-api-key');
	});

	test('a session token goes along', async () => {
		const request = await sent({environment: {...keys, AWS_SESSION_TOKEN: 'session'}});
		expect(request.headers.get('x-amz-security-token')).toBe('session');
	});

	test('reserved headers stay as they were signed', async () => {
		const headers = {
			authorization: 'Bearer mine',
			Host: 'evil.example',
			'X-Amz-Date': null,
			'x-own': 'yes',
		};
		const request = await sent({headers});
		expect(request.headers.get('authorization')).toMatch(signed('us-east-1'));
		expect(request.headers.get('x-amz-date')).toMatch(/^\d{8}T\d{6}Z$/);
		expect(request.headers.get('x-own')).toBe('yes');
	});
});

test('without its SDK Bedrock says what to install', async () => {
	const protocol = createBedrock(() => Promise.reject(new Error('Cannot find package')));
	const {model} = testCall();
	const connection = {
		model,
		headers: {},
		fetch,
		signal: new AbortController().signal,
		environment: {},
	};
	await expect(protocol.open(protocol.toPayload(testCall()), connection)).rejects.toMatchObject({
		code: 'bad_request',
		message: expect.stringMatching(/npm install -g @aws-sdk\/client-bedrock-runtime/),
	});
});

test('images and withheld thinking are sent as the bytes they are', async () => {
	const call = testCall({
		model: {api: 'bedrock-converse-stream', id: 'anthropic.claude-sonnet-5', baseUrl: amazon},
		messages: [
			{
				role: 'user',
				content: [{type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png'}],
				timestamp: 1,
			},
		],
	});
	const bodies: unknown[] = [];
	const protocol = await protocols['bedrock-converse-stream']?.();
	await protocol?.open(protocol.toPayload(call), {
		model: call.model,
		headers: {},
		signal: new AbortController().signal,
		environment: keys,
		fetch: async (input, init) => {
			bodies.push(await new Request(input, init).json());
			return new Response('');
		},
	});
	expect(bodies).toEqual([
		{
			inferenceConfig: {maxTokens: 1000},
			messages: [
				{
					role: 'user',
					content: [{image: {format: 'png', source: {bytes: 'iVBORw0KGgo='}}}],
				},
			],
		},
	]);
});
