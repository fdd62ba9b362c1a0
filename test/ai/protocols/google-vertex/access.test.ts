import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Environment} from '../../../../source/ai/network.ts';
import {accessTo} from '../../../../source/ai/protocols/google-vertex/access.ts';
import {googleVertex} from '../../../../source/ai/protocols/google-vertex/index.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {tempFolder} from '../../../helpers/temp-folder.ts';
import {type WireServer, wireServer} from '../../../helpers/wire-server.ts';

const connection = (environment: Environment, more: {apiKey?: string} = {}) => ({
	model: testCall().model,
	headers: {},
	fetch,
	signal: new AbortController().signal,
	environment,
	...more,
});

/** Credentials of a workload; what they are changed for a token at is a server of ours. */
function workload(folder: string, server: WireServer): string {
	const subject = path.join(folder, 'subject');
	const file = path.join(folder, 'account.json');
	const account = {
		type: 'external_account',
		audience:
			'//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/a/providers/b',
		subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
		token_url: `${server.url}/token`,
		credential_source: {file: subject},
	};
	fs.writeFileSync(subject, 'who-i-am');
	fs.writeFileSync(file, JSON.stringify(account));
	return file;
}

const tokenReply = {
	headers: {'content-type': 'application/json'},
	frames: [
		JSON.stringify({
			access_token: 'cloud-token',
			issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
			expires_in: 3600,
			token_type: 'Bearer',
		}),
	],
};

describe('Vertex key vs ADC', () => {
	test('a key needs no project and no place', async () => {
		const access = await accessTo(connection({GOOGLE_CLOUD_PROJECT: 'p'}, {apiKey: 'k'}));
		expect(access).toEqual({project: '', location: 'global', headers: {}});
	});

	test('the credentials of the machine give a token for a project in a place', async () => {
		const server = await wireServer(tokenReply);
		const folder = tempFolder();
		try {
			const environment = {
				GCLOUD_PROJECT: 'p-1',
				GOOGLE_CLOUD_LOCATION: 'europe-west4',
				GOOGLE_APPLICATION_CREDENTIALS: workload(folder, server),
			};
			const first = await accessTo(connection(environment));
			expect(first).toEqual({
				project: 'p-1',
				location: 'europe-west4',
				headers: {'x-goog-api-key': null, authorization: 'Bearer cloud-token'},
			});
			// The token is kept: the server would not give a second one.
			expect(await accessTo(connection(environment))).toEqual(first);
			expect(server.seen).toHaveLength(1);
		} finally {
			await server.close();
		}
	});

	test('the token goes to the place of the project and no key beside it', async () => {
		const server = await wireServer(tokenReply);
		const folder = tempFolder();
		const sent: Request[] = [];
		try {
			const environment = {
				GOOGLE_CLOUD_PROJECT: 'p-1',
				GOOGLE_CLOUD_LOCATION: 'europe-west4',
				GOOGLE_APPLICATION_CREDENTIALS: workload(folder, server),
			};
			const baseUrl = 'https://{location}-aiplatform.googleapis.com';
			const call = testCall({model: {baseUrl, id: 'gemini-3-x'}});
			await googleVertex.open(googleVertex.toPayload(call), {
				...connection(environment),
				model: call.model,
				fetch: async (input, init) => {
					sent.push(new Request(input, init));
					return new Response('data: {}\n\n');
				},
			});
			expect(sent.map(({url}) => url)).toEqual([
				'https://europe-west4-aiplatform.googleapis.com/v1beta1/projects/p-1/locations/europe-west4/publishers/google/models/gemini-3-x:streamGenerateContent?alt=sse',
			]);
			expect(sent[0]?.headers.get('authorization')).toBe('Bearer cloud-token');
			expect(sent[0]?.headers.has('x-goog-api-key')).toBe(false);
		} finally {
			await server.close();
		}
	});

	test('what is wrong with the credentials is said with what to do', async () => {
		const environment = {
			GOOGLE_CLOUD_PROJECT: 'p-1',
			GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/account.json',
		};
		await expect(accessTo(connection(environment))).rejects.toMatchObject({
			code: 'auth',
			message: expect.stringMatching(/\/nowhere\/account\.json.*GOOGLE_CLOUD_API_KEY.*gcloud auth/),
		});
		await expect(accessTo(connection({}))).rejects.toMatchObject({code: 'auth'});
	});

	test("a header of one's own needs no credentials", async () => {
		const own = {
			...connection({GOOGLE_CLOUD_PROJECT: 'p'}),
			headers: {Authorization: 'Bearer own'},
		};
		expect((await accessTo(own)).headers).toEqual({'x-goog-api-key': null});
	});
});
