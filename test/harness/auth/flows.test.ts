import {createHash} from 'node:crypto';
import net from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {readPasted} from '../../../source/harness/auth/browser-code.ts';
import type {FlowChoice} from '../../../source/harness/auth/flows/flow-context.ts';
import {builtInFlows} from '../../../source/harness/auth/flows/index.ts';
import {
	SignInCancelled,
	type SignInFlow,
	type SignInPage,
	type SignInPort,
	type SignInResult,
} from '../../../source/harness/auth/sign-in-flow.ts';
import {type Authority, browse, startAuthority, tokenWith} from '../../helpers/authority.ts';

const now = () => 1_000_000;

type Clock = {now: number; readonly waits: number[]};

type Choice = FlowChoice & {readonly port?: number};

function flowOf(provider: string, {port = 0, ...choice}: Choice, clock?: Clock): SignInFlow {
	const flow = builtInFlows({
		fetch,
		choiceFor: id => (id === provider ? choice : {}),
		installationId: () => '11111111-2222-4333-8444-555555555555',
		callbackPort: port,
		now: clock ? () => clock.now : now,
		sleep: async (ms, signal) => {
			signal.throwIfAborted();
			clock?.waits.push(ms);
			if (clock) clock.now += ms;
		},
	}).get(provider);
	if (!flow) throw new Error(`There is no way to sign in to ${provider}`);
	return flow;
}

type Person = SignInPort & {
	readonly pages: SignInPage[];
	readonly told: string[];
	readonly questions: string[];
	/** Resolves with the next page that is shown. */
	nextPage(): Promise<SignInPage>;
};

/** Somebody at the terminal: `pastes` are typed one after the other when asked; without one they wait. */
function person({
	pastes = [],
	way = 0,
	signal = new AbortController().signal,
}: {
	pastes?: readonly (string | Promise<string>)[];
	way?: number;
	signal?: AbortSignal;
} = {}): Person {
	const left = [...pastes];
	const shown = Promise.withResolvers<SignInPage>();
	const pages: SignInPage[] = [];
	const questions: string[] = [];
	const told: string[] = [];
	return {
		signal,
		pages,
		told,
		questions,
		nextPage: () => shown.promise,
		show(page) {
			pages.push(page);
			shown.resolve(page);
		},
		ask({title}, done) {
			questions.push(title);
			const next = left.shift();
			if (next !== undefined) return Promise.resolve(next);
			return new Promise((_resolve, reject) => {
				const stop = () => reject(new SignInCancelled());
				done?.addEventListener('abort', stop, {once: true});
				signal.addEventListener('abort', stop, {once: true});
			});
		},
		choose: async (_title, options) => options[way] ?? '',
		tell: text => void told.push(text),
	};
}

const challengeOf = (verifier: unknown): string =>
	createHash('sha256').update(String(verifier)).digest('base64url');

/** A page that says yes at once, and a token endpoint that holds to what it was told before. */
async function codeServer(paths: {authorize: string; token: string}, extra: object = {}) {
	let asked = new URLSearchParams();
	const authority = await startAuthority({
		[`GET ${paths.authorize}`]({query}) {
			asked = query;
			const back = new URL(query.get('redirect_uri') ?? '');
			back.searchParams.set('code', 'the-code');
			back.searchParams.set('state', query.get('state') ?? '');
			for (const [name, value] of Object.entries(extra)) back.searchParams.set(name, value);
			return {redirect: back.href};
		},
		[`POST ${paths.token}`]({body}) {
			if (body.grant_type === 'refresh_token') {
				return body.refresh_token === 'r1'
					? {json: {access_token: accessToken('second'), expires_in: 60}}
					: {status: 400, json: {error: 'invalid_grant', error_description: 'It was used before'}};
			}

			const isRight =
				body.code === 'the-code' &&
				challengeOf(body.code_verifier) === asked.get('code_challenge') &&
				body.redirect_uri === asked.get('redirect_uri');
			return isRight
				? {json: {access_token: accessToken('first'), refresh_token: 'r1', expires_in: 3600}}
				: {status: 400, json: {error: 'invalid_request'}};
		},
	});
	return {authority, asked: () => Object.fromEntries(asked)};
}

const accessToken = (name: string): string =>
	tokenWith({name, 'https://api.openai.com/auth': {chatgpt_account_id: 'acc-1'}});

/** Signs in with a browser that follows the page. */
async function withBrowser(flow: SignInFlow, someone = person()): Promise<SignInResult> {
	const result = flow.signIn(someone);
	const page = await someone.nextPage();
	const {status} = await browse(page.url);
	expect(status).toBe(200);
	return result;
}

describe('OpenRouter', () => {
	const server = () =>
		startAuthority({
			'GET /auth': ({query}) => ({redirect: `${query.get('callback_url')}?code=or-code`}),
			'POST /api/v1/auth/keys': ({body}) =>
				body.code === 'or-code' && typeof body.code_verifier === 'string'
					? {json: {key: 'sk-or-v1-secret'}}
					: {status: 403, json: {error: {message: 'Invalid code'}}},
		});

	it('hands out a lasting key for the code that the page sends back', async () => {
		const authority = await server();
		const flow = flowOf('openrouter', {server: authority.url});
		expect(await withBrowser(flow)).toEqual({type: 'api_key', key: 'sk-or-v1-secret'});
		const [page, exchange] = authority.visits;
		expect(page?.query.get('code_challenge')).toBe(challengeOf(exchange?.body.code_verifier));
		expect(page?.query.get('code_challenge_method')).toBe('S256');
	});

	it('waits at a path that nobody can guess, and takes one answer only', async () => {
		const authority = await startAuthority({
			'GET /auth': ({query}) => ({json: query.get('callback_url')}),
			'POST /api/v1/auth/keys': () => 'hang',
		});
		const leaving = new AbortController();
		const someone = person({signal: leaving.signal});
		const result = flowOf('openrouter', {server: authority.url}).signIn(someone);
		const {url} = await someone.nextPage();
		const back = new URL(new URL(url).searchParams.get('callback_url') ?? '');
		expect(back.pathname).toMatch(/^\/[\w-]{20,}$/);
		expect((await browse(`${back.origin}/?code=x`)).status).toBe(404);
		expect((await browse(`${back}?code=1`)).status).toBe(200);
		expect((await browse(`${back}?code=2`)).status).toBe(409);
		leaving.abort(new SignInCancelled());
		await expect(result).rejects.toThrow(SignInCancelled);
	});

	it('takes what was pasted instead of the browser, and asks again when there is no code in it', async () => {
		const authority = await server();
		const someone = person({pastes: ['  ', 'https://page.example/x?code=or-code']});
		const flow = flowOf('openrouter', {server: authority.url});
		expect(await flow.signIn(someone)).toEqual({type: 'api_key', key: 'sk-or-v1-secret'});
		expect(someone.questions[1]).toContain('There is no code in it.');
	});

	it('fails with the words of the server, and without the code', async () => {
		const authority = await server();
		const flow = flowOf('openrouter', {server: authority.url});
		const failure = await flow.signIn(person({pastes: ['wrong-code']})).catch(String);
		expect(failure).toMatch(/refused \(403: Invalid code\)/);
		expect(failure).not.toContain('wrong-code');
	});
});

const redirectOf = (page: string): string => new URL(page).searchParams.get('redirect_uri') ?? '';

describe('the ChatGPT account', () => {
	const paths = {authorize: '/api/accounts/authorize', token: '/api/accounts/oauth/token'};

	it('keeps the client id that the page issues, and renews with it', async () => {
		const {authority, asked} = await codeServer(paths, {client_id: 'issued-7'});
		const flow = flowOf('openai', {server: authority.url});
		const result = await withBrowser(flow);
		expect(result).toEqual({
			type: 'oauth',
			tokens: {
				access: accessToken('first'),
				refresh: 'r1',
				expires: now() + 3_600_000,
				clientId: 'issued-7',
			},
		});
		expect(asked()).toMatchObject({
			client_id: 'dynamic_agent_client',
			agent_name_hint: 'bough',
			ext_agent_host_id: 'urn:uuid:11111111-2222-4333-8444-555555555555',
			resource: 'https://api.openai.com/v1',
			redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/auth\/callback$/),
		});
		if (result.type !== 'oauth') throw new Error('There are no tokens');
		const renewed = await flow.refresh?.(result.tokens, new AbortController().signal);
		// The server sends no new refresh token: the old one stays.
		expect(renewed).toEqual({
			...result.tokens,
			access: accessToken('second'),
			expires: now() + 60_000,
		});
		expect(authority.visits.at(-1)?.body).toMatchObject({client_id: 'issued-7'});
		expect(flow.toAccess(result.tokens).omit).toContain('max_output_tokens');
	});

	it('refuses an answer with another state, and goes on waiting for the right one', async () => {
		const {authority} = await codeServer(paths);
		const someone = person();
		const result = flowOf('openai', {server: authority.url}).signIn(someone);
		const {url} = await someone.nextPage();
		const foreign = await browse(`${redirectOf(url)}?code=evil&state=other`);
		expect([foreign.status, foreign.text]).toEqual([
			400,
			expect.stringContaining('another sign-in'),
		]);
		await browse(url);
		expect(await result).toMatchObject({type: 'oauth'});
	});

	it('says so when the person denies it in the browser', async () => {
		const {authority} = await codeServer(paths);
		const someone = person();
		const result = flowOf('openai', {server: authority.url}).signIn(someone);
		const settled = expect(result).rejects.toThrow('The sign-in was denied in the browser.');
		const {url} = await someone.nextPage();
		const state = new URL(url).searchParams.get('state');
		await browse(`${redirectOf(url)}?error=access_denied&state=${state}`);
		await settled;
	});

	it('falls back to pasting when the port is taken', async () => {
		const squatter = net.createServer().listen(0, '127.0.0.1');
		onTestFinished(() => void squatter.close());
		await new Promise(resolve => squatter.once('listening', resolve));
		const address = squatter.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		if (!port) throw new Error('The server has no port');
		const {authority} = await codeServer(paths);
		const last = Promise.withResolvers<string>();
		const someone = person({pastes: [last.promise]});
		const result = flowOf('openai', {server: authority.url, port}).signIn(someone);
		const {url} = await someone.nextPage();
		const page = await fetch(url, {redirect: 'manual'});
		last.resolve(page.headers.get('location') ?? '');
		expect(await result).toMatchObject({type: 'oauth'});
		expect(someone.told).toEqual([expect.stringContaining(`Port ${port} is taken`)]);
	});

	it('gives the port back when the person gives up', async () => {
		const {authority} = await codeServer(paths);
		const leaving = new AbortController();
		const someone = person({signal: leaving.signal});
		const result = flowOf('openai', {server: authority.url}).signIn(someone);
		const {url} = await someone.nextPage();
		leaving.abort(new SignInCancelled());
		await expect(result).rejects.toThrow(SignInCancelled);
		await expect(browse(redirectOf(url))).rejects.toThrow();
	});
});

describe('Codex', () => {
	const paths = {authorize: '/oauth/authorize', token: '/oauth/token'};

	it('signs in with a browser and keeps the account that the token names', async () => {
		const {authority, asked} = await codeServer(paths);
		const flow = flowOf('openai-codex', {server: authority.url, clientId: 'my-app'});
		expect(await withBrowser(flow)).toMatchObject({
			type: 'oauth',
			tokens: {access: accessToken('first'), refresh: 'r1', accountId: 'acc-1'},
		});
		expect(asked()).toMatchObject({client_id: 'my-app', originator: 'bough'});
	});

	it('signs in with a code on any device', async () => {
		const {authority} = await codeServer(paths);
		let polls = 0;
		authority.routes['POST /api/accounts/deviceauth/usercode'] = () => ({
			json: {device_auth_id: 'd1', user_code: 'ABCD-1234', interval: '2'},
		});
		authority.routes['POST /api/accounts/deviceauth/token'] = () => {
			polls += 1;
			return polls < 3
				? {status: polls === 1 ? 403 : 404, json: {error: {code: 'pending'}}}
				: {json: {authorization_code: 'device-code', code_verifier: 'device-verifier'}};
		};
		authority.routes['POST /oauth/token'] = ({body}) =>
			body.code === 'device-code' &&
			body.code_verifier === 'device-verifier' &&
			body.redirect_uri === `${authority.url}/deviceauth/callback`
				? {json: {access_token: accessToken('first'), refresh_token: 'r1', expires_in: 3600}}
				: {status: 400, json: {error: 'invalid_request'}};
		const clock = {now: 0, waits: []};
		const someone = person({way: 1});
		const flow = flowOf('openai-codex', {server: authority.url}, clock);
		expect(await flow.signIn(someone)).toMatchObject({type: 'oauth'});
		expect(someone.pages).toEqual([{url: `${authority.url}/codex/device`, code: 'ABCD-1234'}]);
		expect(clock.waits).toEqual([2000, 2000, 2000]);
	});

	it('says that a refused renewal needs a new sign-in', async () => {
		const {authority} = await codeServer(paths);
		const flow = flowOf('openai-codex', {server: authority.url});
		const tokens = {access: accessToken('old'), refresh: 'used', expires: 0};
		await expect(flow.refresh?.(tokens, new AbortController().signal)).rejects.toMatchObject({
			code: 'invalid_grant',
			message: expect.stringContaining('It was used before'),
		});
	});
});

describe('GitHub Copilot', () => {
	/** `answers`: of the questions whether the person is done, one after the other. */
	async function server(answers: readonly object[], extra: object = {}): Promise<Authority> {
		const left = [...answers];
		const authority: Authority = await startAuthority({
			'POST /login/device/code': () => ({
				json: {
					device_code: 'dev',
					user_code: 'WDJB-MJHT',
					verification_uri: 'https://github.com/login/device',
					expires_in: 100,
					...extra,
				},
			}),
			'POST /login/oauth/access_token': () => ({json: left.shift() ?? {error: 'expired_token'}}),
			'GET /copilot_internal/v2/token': ({headers}) =>
				headers.authorization === 'Bearer gho_1'
					? {json: {token: 'tid=1;proxy-ep=proxy.business.example.com;x=1', expires_at: 2000}}
					: {status: 401, json: {message: 'Bad credentials'}},
		});
		return authority;
	}

	const flowAt = ({url}: Authority, clock?: Clock) =>
		flowOf('github-copilot', {server: url, api: url}, clock);

	it('waits as long as the server says, slows down when told, and knows the address of the account', async () => {
		const authority = await server(
			[
				{error: 'authorization_pending'},
				{error: 'slow_down', interval: 9},
				{error: 'slow_down'},
				{access_token: 'gho_1'},
			],
			{interval: 3},
		);
		const clock = {now: 0, waits: []};
		const someone = person();
		const flow = flowAt(authority, clock);
		const result = await flow.signIn(someone);
		expect(someone.pages).toEqual([{url: 'https://github.com/login/device', code: 'WDJB-MJHT'}]);
		expect(clock.waits).toEqual([3000, 3000, 9000, 14_000]);
		if (result.type !== 'oauth') throw new Error('There are no tokens');
		expect(result.tokens).toMatchObject({refresh: 'gho_1', expires: 2_000_000});
		expect(flow.toAccess(result.tokens)).toEqual({
			apiKey: result.tokens.access,
			baseUrl: 'https://api.business.example.com',
		});
		// Renewing is the same question again.
		expect(await flow.refresh?.(result.tokens, new AbortController().signal)).toEqual(
			result.tokens,
		);
	});

	it('asks every five seconds when the server says nothing', async () => {
		const authority = await server([{access_token: 'gho_1'}]);
		const clock = {now: 0, waits: []};
		await flowAt(authority, clock).signIn(person());
		expect(clock.waits).toEqual([5000]);
	});

	it.each([
		['denied', [{error: 'access_denied'}], 'The sign-in was denied in the browser.'],
		[
			'expired',
			Array(30).fill({error: 'authorization_pending'}),
			'The code has expired. Start again.',
		],
		[
			'expired after being told to slow down',
			Array(30).fill({error: 'slow_down'}),
			'compare the clock of this machine',
		],
		['refused', [{error: 'incorrect_client_credentials'}], 'incorrect_client_credentials'],
	])('ends when it is %s', async (_name, answers, words) => {
		const flow = flowAt(await server(answers), {now: 0, waits: []});
		await expect(flow.signIn(person())).rejects.toThrow(words);
	});

	it('ends at once when the person gives up', async () => {
		const authority = await server([]);
		const leaving = new AbortController();
		leaving.abort(new SignInCancelled());
		await expect(flowAt(authority).signIn(person({signal: leaving.signal}))).rejects.toThrow(
			SignInCancelled,
		);
	});

	it('opens nothing but web pages, whatever a server sends', async () => {
		const authority = await server([], {verification_uri: 'file:///etc/passwd'});
		const someone = person();
		await expect(flowAt(authority).signIn(someone)).rejects.toThrow('no web page');
		expect(someone.pages).toEqual([]);
	});

	it('that GitHub does not know any more needs a new sign-in', async () => {
		const flow = flowAt(await server([]));
		const tokens = {access: 'x', refresh: 'gho_gone', expires: 0};
		await expect(flow.refresh?.(tokens, new AbortController().signal)).rejects.toMatchObject({
			code: 'invalid_grant',
		});
	});
});

describe('what was pasted', () => {
	it.each([
		['http://localhost:1455/auth/callback?code=a&state=b', {code: 'a', state: 'b'}],
		['?code=a&state=b', {code: 'a', state: 'b'}],
		['code=a&state=b', {code: 'a', state: 'b'}],
		[' a#b ', {code: 'a', state: 'b'}],
		['a', {code: 'a'}],
	])('%j', (text, expected) => {
		expect(Object.fromEntries(readPasted(text))).toEqual(expected);
	});
});
