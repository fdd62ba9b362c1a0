import {ask, checkedPage, demand, numberOf, refusal, textOf} from '../authority.ts';
import {pollForTokens} from '../device-code.ts';
import {SignInError, type SignInFlow, type SignInPort, type Tokens} from '../sign-in-flow.ts';
import {type FlowContext, trimmedUrl} from './flow-context.ts';

/** Public; under it the vendor's own editor extension is known. The setting `signIn` names another one. */
const usualClientId = 'Iv1.b507a08c87ecfe98';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const apiOf = (server: string): string => server.replace('://', '://api.');

/** The server that a short token is for stands in the token. */
function baseUrlOf(token: string): string | undefined {
	const [, host] = /(?:^|;)proxy-ep=proxy\.([\w.-]+)(?:;|$)/.exec(token) ?? [];
	return host === undefined ? undefined : `https://api.${host}`;
}

async function githubToken(context: FlowContext, port: SignInPort): Promise<string> {
	const {clientId = usualClientId, server = 'https://github.com'} =
		context.choiceFor('github-copilot');
	const {fetch, now, sleep} = context;
	const {signal} = port;
	const base = `${trimmedUrl(server)}/login`;
	const begun = await demand({
		...{url: `${base}/device/code`, fetch, signal},
		form: {client_id: clientId, scope: 'read:user'},
	});
	const device = textOf(begun.device_code);
	const code = textOf(begun.user_code);
	const page = textOf(begun.verification_uri);
	if (device === undefined || code === undefined || page === undefined)
		throw new SignInError('The server sent no code.');
	port.show({url: checkedPage(page), code});
	const url = `${base}/oauth/access_token`;
	const {body} = await pollForTokens({
		...{url, signal, now, interval: numberOf(begun.interval)},
		...(sleep ? {sleep} : {}),
		expiresIn: numberOf(begun.expires_in) ?? 900,
		poll: () =>
			ask({
				...{url, fetch, signal},
				form: {client_id: clientId, device_code: device, grant_type: deviceGrant},
			}),
	});
	const token = textOf(body.access_token);
	if (token === undefined) throw new SignInError('The server sent no token.');
	return token;
}

/** A token of GitHub stands for a person; one of Copilot, which lives for minutes, is what requests need. */
export function githubCopilot(context: FlowContext): SignInFlow {
	const {server = 'https://github.com', api} = context.choiceFor('github-copilot');
	const company = new URL(server).host === 'github.com' ? undefined : new URL(server).host;
	const url = `${trimmedUrl(api ?? apiOf(server))}/copilot_internal/v2/token`;

	async function exchange(github: string, signal: AbortSignal): Promise<Tokens> {
		const {fetch} = context;
		const question = {url, fetch, signal, headers: {authorization: `Bearer ${github}`}};
		const answer = await ask(question);
		if (answer.status === 401)
			throw new SignInError('GitHub does not know this sign-in any more.', 'invalid_grant');
		if (!answer.ok) throw refusal(answer, url);
		const access = textOf(answer.body.token);
		const seconds = numberOf(answer.body.expires_at);
		if (access === undefined || seconds === undefined)
			throw new SignInError('The server sent no token.');
		return {access, refresh: github, expires: seconds * 1000};
	}

	return {
		provider: 'github-copilot',
		label: 'GitHub Copilot plan (unofficial)',
		async signIn(port) {
			const tokens = await exchange(await githubToken(context, port), port.signal);
			return {type: 'oauth', tokens};
		},
		refresh: ({refresh}, signal) => exchange(refresh, signal),
		toAccess({access}) {
			const baseUrl =
				baseUrlOf(access) ?? (company === undefined ? undefined : `https://copilot-api.${company}`);
			return {apiKey: access, ...(baseUrl === undefined ? {} : {baseUrl})};
		},
	};
}
