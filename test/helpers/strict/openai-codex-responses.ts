import {openaiResponses} from './openai-responses.ts';
import {firstProblem, type StrictProtocol} from './strict-protocol.ts';

const refused = ['max_output_tokens', 'temperature', 'prompt_cache_retention', 'instructions'];

/** Responses, as the backend of ChatGPT plans serves it. */
export const openaiCodexResponses: StrictProtocol = {
	...openaiResponses,
	path: /^\/codex\/responses$/,
	problem(body, memory, headers) {
		if (headers && headers['chatgpt-account-id'] !== 'acc-1') return 'Unknown account.';
		if (body.store !== false) return 'Store must be set to false';
		const found = firstProblem(refused, name =>
			body[name] === undefined ? undefined : `Unsupported parameter: ${name}`,
		);
		return found ?? openaiResponses.problem(body, memory);
	},
};

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the sign-in gives it. */
export const codexToken = [
	part({alg: 'none'}),
	part({'https://api.openai.com/auth': {chatgpt_account_id: 'acc-1', note: 'ä?>~'}}),
	'c2lnbmVk',
].join('.');
