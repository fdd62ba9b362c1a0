import {demand, textOf} from '../authority.ts';
import {withBrowserCode} from '../browser-code.ts';
import {secretText} from '../pkce.ts';
import {SignInError, type SignInFlow} from '../sign-in-flow.ts';
import {type FlowContext, trimmedUrl} from './flow-context.ts';

/** Ends in a lasting key of the person's own, which can be taken back on the page of the account. */
export function openRouter({fetch, choiceFor}: FlowContext): SignInFlow {
	const server = trimmedUrl(choiceFor('openrouter').server ?? 'https://openrouter.ai');
	return {
		provider: 'openrouter',
		label: 'OpenRouter account',
		signIn: port =>
			withBrowserCode(
				port,
				{
					port: 0,
					// No state comes back, so nobody may guess where the answer is awaited.
					path: `/${secretText(16)}`,
					hostname: 'localhost',
					hasState: false,
					pageFor: ({redirect, challenge}) =>
						`${server}/auth?${new URLSearchParams({
							callback_url: redirect,
							code_challenge: challenge,
							code_challenge_method: 'S256',
						})}`,
				},
				async ({code, verifier}) => {
					const body = await demand({
						url: `${server}/api/v1/auth/keys`,
						fetch,
						signal: port.signal,
						json: {code, code_verifier: verifier, code_challenge_method: 'S256'},
					});
					const key = textOf(body.key);
					if (key === undefined) throw new SignInError('The server sent no key.');
					return {type: 'api_key', key};
				},
			),
		toAccess: ({access}) => ({apiKey: access}),
	};
}
