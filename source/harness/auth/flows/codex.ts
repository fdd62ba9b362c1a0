import {type Answer, ask, demand, textOf} from '../authority.ts';
import {withBrowserCode} from '../browser-code.ts';
import {pollForTokens} from '../device-code.ts';
import {SignInError, type SignInFlow, type SignInPort, type Tokens} from '../sign-in-flow.ts';
import {claimsOf, grant} from '../tokens.ts';
import {type FlowContext, trimmedUrl} from './flow-context.ts';

/** Public; under it the vendor's own open program is known. The setting `signIn` names another one. */
const usualClientId = 'app_EMoamEEZ73f0CkXaXp7hrann';
const claim = 'https://api.openai.com/auth';
const deviceSeconds = 15 * 60;

const inBrowser = 'In a browser on this machine';
const withCode = 'With a code, on any device';

type Server = {readonly url: string; readonly clientId: string; readonly context: FlowContext};

/** Requests name the account that pays; only the token knows it. */
function withAccount(tokens: Tokens): Tokens {
	const about = claimsOf(tokens.access)[claim];
	const accountId =
		typeof about === 'object' && about !== null && 'chatgpt_account_id' in about
			? textOf(about.chatgpt_account_id)
			: undefined;
	if (accountId === undefined) throw new SignInError('The token names no ChatGPT account.');
	return {...tokens, accountId};
}

type Code = {readonly code: string; readonly verifier: string; readonly redirect: string};

async function exchange(server: Server, code: Code, signal: AbortSignal): Promise<Tokens> {
	const {url, clientId, context} = server;
	const form = {
		...{grant_type: 'authorization_code', code: code.code, redirect_uri: code.redirect},
		...{client_id: clientId, code_verifier: code.verifier},
	};
	const {fetch, now} = context;
	return withAccount(await grant({url: `${url}/oauth/token`, fetch, signal, form, now: now()}));
}

const fromBrowser = (server: Server, port: SignInPort): Promise<Tokens> =>
	withBrowserCode(
		port,
		{
			port: server.context.callbackPort ?? 1455,
			path: '/auth/callback',
			hostname: 'localhost',
			pageFor: ({redirect: redirect_uri, challenge, state}) =>
				`${server.url}/oauth/authorize?${new URLSearchParams({
					...{response_type: 'code', client_id: server.clientId, redirect_uri, state},
					scope: 'openid profile email offline_access',
					code_challenge: challenge,
					code_challenge_method: 'S256',
					id_token_add_organizations: 'true',
					codex_cli_simplified_flow: 'true',
					originator: 'bough',
				})}`,
		},
		code => exchange(server, code, port.signal),
	);

/** Neither found nor allowed yet: the person is still typing. */
const isPending = ({status}: Answer): boolean => status === 403 || status === 404;

async function fromDevice(server: Server, port: SignInPort): Promise<Tokens> {
	const {url, clientId, context} = server;
	const {fetch, now, sleep} = context;
	const {signal} = port;
	const base = `${url}/api/accounts/deviceauth`;
	const begun = await demand({
		...{url: `${base}/usercode`, fetch, signal},
		json: {client_id: clientId},
	});
	const device = textOf(begun.device_auth_id);
	const code = textOf(begun.user_code);
	if (device === undefined || code === undefined) throw new SignInError('The server sent no code.');
	port.show({url: `${url}/codex/device`, code});
	const {body} = await pollForTokens({
		...{url, signal, now, isPending, expiresIn: deviceSeconds},
		...(sleep ? {sleep} : {}),
		interval: Number(begun.interval) || undefined,
		poll: () =>
			ask({
				...{url: `${base}/token`, fetch, signal},
				json: {device_auth_id: device, user_code: code},
			}),
	});
	const granted = textOf(body.authorization_code);
	const verifier = textOf(body.code_verifier);
	if (granted === undefined || verifier === undefined)
		throw new SignInError('The server sent no code.');
	const redirect = `${url}/deviceauth/callback`;
	return exchange(server, {code: granted, verifier, redirect}, signal);
}

/** The plan of a ChatGPT account pays. Not made for other programs than the vendor's: unofficial. */
export function codex(context: FlowContext): SignInFlow {
	const {server: chosen, clientId = usualClientId} = context.choiceFor('openai-codex');
	const server = {url: trimmedUrl(chosen ?? 'https://auth.openai.com'), clientId, context};
	return {
		provider: 'openai-codex',
		label: 'ChatGPT plan (unofficial)',
		async signIn(port) {
			const way = await port.choose('How do you want to sign in?', [inBrowser, withCode]);
			const tokens = await (way === withCode ? fromDevice : fromBrowser)(server, port);
			return {type: 'oauth', tokens};
		},
		async refresh(before, signal) {
			const form = {
				...{grant_type: 'refresh_token', refresh_token: before.refresh, client_id: clientId},
			};
			const {fetch, now} = context;
			const url = `${server.url}/oauth/token`;
			return withAccount(await grant({url, fetch, signal, form, now: now(), before}));
		},
		toAccess: ({access}) => ({apiKey: access}),
	};
}
