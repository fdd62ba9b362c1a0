import type {
	BedrockRuntimeClientConfig,
	ConverseStreamCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import {isRecord} from '../../../lib/is-record.ts';
import {ModelError} from '../../model-error.ts';
import type {Environment} from '../../network.ts';
import type {Connection} from '../protocol.ts';
import {endpointOf, fallbackRegion, regionOf} from './region.ts';

type Sdk = typeof import('@aws-sdk/client-bedrock-runtime');
export type LoadSdk = () => Promise<Sdk>;

async function loaded(load: LoadSdk): Promise<Sdk> {
	try {
		return await load();
	} catch (error) {
		const name = '@aws-sdk/client-bedrock-runtime';
		const ways = `\`npm install -g ${name}\`, or install bough again without --omit=optional`;
		const message = `models at Amazon Bedrock need the package ${name}, which is not there: ${ways}`;
		throw new ModelError('bad_request', message, {cause: error});
	}
}

/** Where bytes stand in a request; there they are base64 until they are sent. */
const bytesIn = new Set(['bytes', 'redactedContent']);

function withBytes(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withBytes);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			bytesIn.has(name) && typeof inner === 'string'
				? Uint8Array.from(Buffer.from(inner, 'base64'))
				: withBytes(inner),
		]),
	);
}

const isInput = (value: unknown): value is ConverseStreamCommandInput =>
	isRecord(value) && typeof value.modelId === 'string' && Array.isArray(value.messages);

/** Tool input and schemas are the model's own and stay as they are. */
function toInput(payload: unknown): ConverseStreamCommandInput {
	const {messages, ...rest} = isRecord(payload) ? payload : {};
	const input = {...rest, messages: withBytes(messages)};
	if (isInput(input)) return input;
	throw new ModelError('bad_request', 'a request to Bedrock has a modelId and messages');
}

const reserved = /^(authorization|host|x-amz-.*)$/i;

function headersFor(signed: Record<string, string>, wanted: Connection['headers']): Headers {
	const headers = new Headers(signed);
	for (const [name, value] of Object.entries(wanted)) {
		if (reserved.test(name)) continue;
		if (value === null) headers.delete(name);
		else headers.set(name, value);
	}

	return headers;
}

/** As the SDK hands it to whoever sends it. */
type SignedRequest = {
	readonly protocol: string;
	readonly hostname: string;
	readonly port?: number;
	readonly path: string;
	readonly method: string;
	readonly headers: Record<string, string>;
	readonly body?: Uint8Array<ArrayBuffer>;
};

/** Sends with our own fetch, which knows proxies and keeps refusals, and keeps the body from the SDK's reader. */
function handlerFor({fetch, headers, signal}: Connection, keep: (response: Response) => void) {
	const handle = async (request: SignedRequest) => {
		const {protocol, hostname, port, path, method, body} = request;
		const host = port === undefined ? hostname : `${hostname}:${port}`;
		const response = await fetch(`${protocol}//${host}${path}`, {
			method,
			headers: headersFor(request.headers, headers),
			body: body ?? null,
			signal,
		});
		keep(response);
		const answer = response.ok ? new Response('').body : await response.bytes();
		return {
			response: {
				statusCode: response.status,
				headers: Object.fromEntries(response.headers),
				body: answer,
			},
		};
	};
	return {handle};
}

const silent = {trace() {}, debug() {}, info() {}, warn() {}, error() {}};

/** A key speaks for itself, a profile beats keys in the environment, and the SDK knows the rest. */
function identityOf(
	apiKey: string | undefined,
	environment: Environment,
): BedrockRuntimeClientConfig {
	if (apiKey !== undefined) {
		return {token: {token: apiKey}, authSchemePreference: ['httpBearerAuth']};
	}

	const {AWS_PROFILE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN} = environment;
	const signing = {authSchemePreference: ['aws.auth#sigv4']};
	if (AWS_PROFILE) return {...signing, profile: AWS_PROFILE};
	if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return signing;
	return {
		...signing,
		credentials: {
			accessKeyId: AWS_ACCESS_KEY_ID,
			secretAccessKey: AWS_SECRET_ACCESS_KEY,
			...(AWS_SESSION_TOKEN ? {sessionToken: AWS_SESSION_TOKEN} : {}),
		},
	};
}

async function regionOfProfile(sdk: Sdk, profile: string): Promise<string> {
	try {
		return await new sdk.BedrockRuntimeClient({profile}).config.region();
	} catch {
		// A profile need not name a region.
		return fallbackRegion;
	}
}

function named(error: unknown): never {
	if (!(error instanceof Error) || error.name !== 'CredentialsProviderError') throw error;
	const ways =
		'set AWS_BEARER_TOKEN_BEDROCK, AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
	throw new ModelError('auth', `${error.message}; ${ways}`, {cause: error});
}

/** Signs and sends a Converse request; the answer is not read yet. */
export async function send(
	payload: unknown,
	connection: Connection,
	load: LoadSdk,
): Promise<Response> {
	const {model, apiKey, environment} = connection;
	const input = toInput(payload);
	const sdk = await loaded(load);
	const endpoint = endpointOf(model);
	const region =
		regionOf(model, environment) ?? (await regionOfProfile(sdk, environment.AWS_PROFILE ?? ''));
	let response: Response | undefined;
	const client = new sdk.BedrockRuntimeClient({
		...identityOf(apiKey, environment),
		region,
		...(endpoint === undefined ? {} : {endpoint}),
		maxAttempts: 1,
		logger: silent,
		requestHandler: handlerFor(connection, kept => {
			response = kept;
		}),
	});
	await client.send(new sdk.ConverseStreamCommand(input)).catch(named);
	return response ?? new Response(null);
}
