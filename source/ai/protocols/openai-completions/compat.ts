import type {Model} from '../../model.ts';
import type {Json} from '../wire-json.ts';

/** Flags of a server; names as in models.json. */
export type Compat = Json;

/** What this kind of server can do, unless the catalog or the user says otherwise. */
const defaults: Compat = {
	supportsStore: true,
	supportsDeveloperRole: false,
	supportsReasoningEffort: true,
	supportsUsageInStreaming: true,
	supportsLongCacheRetention: true,
	maxTokensField: 'max_completion_tokens',
	thinkingFormat: 'openai',
};

const hostGuesses: readonly (readonly [pattern: RegExp, flags: Compat])[] = [
	[/\/\/api\.openai\.com/, {supportsDeveloperRole: true}],
	[
		/nvidia|cerebras|api\.x\.ai|together|chutes\.ai|deepseek|z\.ai|bigmodel|moonshot|opencode\.ai|cloudflare|ant-ling/,
		{supportsStore: false},
	],
	[
		/chutes\.ai|deepseek|moonshot|gateway\.ai\.cloudflare|together|nvidia|ant-ling|z\.ai|bigmodel/,
		{maxTokensField: 'max_tokens'},
	],
	[
		/api\.x\.ai|z\.ai|bigmodel|moonshot|together|gateway\.ai\.cloudflare|nvidia|ant-ling/,
		{supportsReasoningEffort: false},
	],
	[/together|cloudflare|nvidia|ant-ling/, {supportsLongCacheRetention: false}],
	[/deepseek/, {thinkingFormat: 'deepseek'}],
	[/z\.ai|bigmodel/, {thinkingFormat: 'zai'}],
	[/together/, {thinkingFormat: 'together'}],
	[/ant-ling/, {thinkingFormat: 'ant-ling'}],
	[/openrouter/, {thinkingFormat: 'openrouter'}],
	[
		/\/\/(localhost|127\.0\.0\.1|\[::1\])/,
		{supportsStore: false, maxTokensField: 'max_tokens', supportsReasoningEffort: false},
	],
];

export function compatOf({baseUrl, compat}: Model): Compat {
	const guessed = hostGuesses
		.filter(([pattern]) => pattern.test(baseUrl))
		.map(([, flags]) => flags);
	return Object.assign({}, defaults, ...guessed, compat);
}
