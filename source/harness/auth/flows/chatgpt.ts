import {textOf} from '../authority.ts';
import {type BrowserRequest, withBrowserCode} from '../browser-code.ts';
import {secretText} from '../pkce.ts';
import {SignInError, type SignInFlow} from '../sign-in-flow.ts';
import {grant} from '../tokens.ts';
import {type FlowContext, trimmedUrl} from './flow-context.ts';

const resource = 'https://api.openai.com/v1';
const scope = 'openid profile email offline_access resource.invoke chatgpt.tokens.use.direct';

/** Fields that are refused when a plan pays. */
const refusedFields = [
	'max_output_tokens',
	'temperature',
	'prompt_cache_retention',
	'prompt_cache_options',
];

/** "Sign in with ChatGPT", made for agents of any vendor: the page registers the program and names its id. */
export function chatGpt(context: FlowContext): SignInFlow {
	const {fetch, choiceFor, installationId, now, callbackPort = 1455} = context;
	const {server: chosen, clientId = 'dynamic_agent_client'} = choiceFor('openai');
	const server = trimmedUrl(chosen ?? 'https://auth.openai.com');
	const url = `${server}/api/accounts/oauth/token`;
	const pageFor: BrowserRequest['pageFor'] = ({redirect: redirect_uri, challenge, state}) =>
		`${server}/api/accounts/authorize?${new URLSearchParams({
			...{response_type: 'code', client_id: clientId, redirect_uri, scope, state, resource},
			code_challenge: challenge,
			code_challenge_method: 'S256',
			nonce: secretText(),
			agent_name_hint: 'bough',
			ext_agent_host_id: `urn:uuid:${installationId()}`,
		})}`;
	return {
		provider: 'openai',
		label: 'ChatGPT account',
		signIn: port =>
			withBrowserCode(
				port,
				{port: callbackPort, path: '/auth/callback', pageFor},
				async ({code, verifier, redirect, query}) => {
					const issued = query.get('client_id') ?? clientId;
					const form = {
						...{grant_type: 'authorization_code', code, redirect_uri: redirect},
						...{client_id: issued, code_verifier: verifier, resource},
					};
					const tokens = await grant({url, fetch, signal: port.signal, form, now: now()});
					return {type: 'oauth', tokens: {...tokens, clientId: issued}};
				},
			),
		async refresh(tokens, signal) {
			const client_id = textOf(tokens.clientId);
			if (client_id === undefined)
				throw new SignInError('It is not known which program signed in.', 'invalid_grant');
			const form = {
				...{grant_type: 'refresh_token', refresh_token: tokens.refresh, client_id, resource},
			};
			return grant({url, fetch, signal, form, now: now(), before: tokens});
		},
		toAccess: ({access}) => ({apiKey: access, omit: refusedFields}),
	};
}
