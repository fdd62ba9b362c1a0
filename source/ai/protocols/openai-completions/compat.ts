import {findProvider} from '../../catalog.ts';
import type {Model} from '../../model.ts';
import type {Json} from '../wire-json.ts';

/** What a server does differently; names as in models.json. */
export type Compat = Json;

const defaults: Compat = {
	supportsStore: true,
	supportsReasoningEffort: true,
	supportsUsageInStreaming: true,
	supportsLongCacheRetention: true,
	maxTokensField: 'max_completion_tokens',
	thinkingFormat: 'openai',
};

const isOpenAi = /^https:\/\/api\.openai\.com(?:[:/]|$)/;

/** Known hosts behind addresses that people enter by hand. Later rows win. */
const guesses: readonly (readonly [address: RegExp, flags: Compat])[] = [
	[isOpenAi, {supportsDeveloperRole: true}],
	[
		/nvidia|cerebras|\bx\.ai|together|chutes\.ai|deepseek|\bz\.ai|bigmodel|moonshot|opencode\.ai|cloudflare|ant-ling/,
		{supportsStore: false},
	],
	[
		/chutes\.ai|deepseek|moonshot|gateway\.ai\.cloudflare|together|nvidia|ant-ling|\bz\.ai|bigmodel/,
		{maxTokensField: 'max_tokens'},
	],
	[
		/\bx\.ai|\bz\.ai|bigmodel|moonshot|together|gateway\.ai\.cloudflare|nvidia|ant-ling/,
		{supportsReasoningEffort: false},
	],
	[/together|cloudflare|nvidia|ant-ling/, {supportsLongCacheRetention: false}],
	[/deepseek/, {thinkingFormat: 'deepseek', requiresReasoningContentOnAssistantMessages: true}],
	[/\bz\.ai|bigmodel/, {thinkingFormat: 'zai'}],
	[/together/, {thinkingFormat: 'together'}],
	[/ant-ling/, {thinkingFormat: 'ant-ling'}],
	[/openrouter/, {thinkingFormat: 'openrouter'}],
	[
		/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)\b/,
		{supportsStore: false, maxTokensField: 'max_tokens', supportsReasoningEffort: false},
	],
];

/**
 * The flags that hold: what the model says, else what its server is known or guessed to want. Providers of the
 * catalog are not guessed at, so that they keep their rules behind a proxy.
 */
export function compatOf({provider, baseUrl, compat}: Model): Compat {
	const guessed = findProvider(provider)
		? []
		: guesses.filter(([address]) => address.test(baseUrl)).map(([, flags]) => flags);
	return Object.assign({}, defaults, ...guessed, compat);
}

/** OpenAI itself, whose cache is asked for by key. */
export const isOpenAiItself = ({baseUrl}: Model): boolean => isOpenAi.test(baseUrl);
