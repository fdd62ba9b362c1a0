import type {FailureCode} from './events.ts';
import type {FailureFacts} from './failure-facts.ts';

/** All that a rule names must hold. */
type Rule = {
	readonly is: FailureCode;
	readonly provider?: string;
	/** `none`: nobody gave a number. */
	readonly status?: readonly (number | 'none')[];
	readonly notStatus?: readonly number[];
	/** Names meant for programs. */
	readonly codes?: RegExp;
	/** What people read, links left out. */
	readonly words?: RegExp;
	/** Without a body. */
	readonly isEmpty?: true;
	/** Default: by the code. */
	readonly retryable?: false;
};

const any = (...patterns: readonly RegExp[]): RegExp =>
	new RegExp(patterns.map(({source}) => source).join('|'), 'i');

const overflowWords = any(
	/(prompt|input|request|context) (is |was )?too (long|large)/,
	/exceed(s|ed|ing)? (the |this |our )?(model'?s? |available )?(maximum )?context/,
	/context (window|length|size)( is| was)? exceed/,
	/maximum context length/,
	/maximum (prompt|allowed input) length/,
	/input token count.*exceeds the maximum/,
	/longer than the model'?s context length/,
	/greater than the context length/,
	/reduce the length of the (messages|prompt|input)/,
	/prompt token count of \d+ exceeds/,
	/exceed(s|ed)? (the )?(model )?token limit/,
	/(prompt|input) exceeds (the )?max/,
	/range of input length should be/,
	/configured context size is/,
	/too many (input |prompt )?tokens/,
	/token limit exceeded/,
	/too many total text bytes/,
);

const rateWords = any(
	/rate.?limit/,
	/too many requests/,
	/throttl/,
	/tokens, please wait/,
	/(requests|tokens|queries)( used)? per (min|sec)/,
	/per (minute|second)/,
	/\b(tpm|rpm)\b/,
	/concurrency limit/,
);

const quotaWords = any(
	/quota exceeded/,
	/exceeded (your|the) (current |monthly |daily )?quota/,
	/out of (budget|credits?|tokens)/,
	/(available|account) balance/,
	/insufficient (balance|credits?|funds|quota)/,
	/credit balance is too low/,
	/usage limit/,
	/(monthly|free|spending|plan) (usage )?(limit|cap)/,
	/check your plan and billing/,
	/billing (hard limit|is not active|issue)/,
	/requires more credits/,
	/extra usage is required/,
);

const overloadWords = any(
	/overload/,
	/(at|over) capacity/,
	/high demand/,
	/(service|model|server)( is)? (temporarily |currently )?unavailable/,
	/resource.?exhausted/,
	/server (is )?busy/,
);

const keyWords = any(
	/(api.?key|token|credentials?) (is |was |has )?(not valid|invalid|incorrect|missing|expired|revoked|malformed)/,
	/(invalid|incorrect|missing|expired|no) (x-)?(api.?key|access token|credentials?|authentication)/,
	/unauthori[sz]ed|not authenticated|authentication (failed|required)/,
);

/** The first that fits counts, so what names itself stands before what is guessed from words. */
const rules: readonly Rule[] = [
	{is: 'overflow', status: [413]},
	{
		is: 'overflow',
		codes:
			/context_length_exceeded|context_window_exceeded|request_too_large|\b1261\b|exceed_context_size/i,
	},
	{is: 'overflow', provider: 'cerebras', status: [400], isEmpty: true},
	// A day's share is used up; the wait is not worth an attempt.
	{is: 'quota', codes: /per_?day/i},
	{
		is: 'quota',
		codes: any(
			/insufficient_?(quota|balance|credits?|funds)/,
			/usage_?limit_?(reached|exceeded|error)|usage_not_included/,
			/billing|credit_balance|out_of_credits|budget_exceeded|payment_required/,
			/freeusagelimit|gousagelimit|monthly_?limit|exceeded_current_quota/,
			/\b1308\b|\b1113\b/,
		),
	},
	// One request larger than what a minute allows is as large at every further attempt.
	{is: 'rate_limited', words: /request too large.*tokens per min/i, retryable: false},
	{is: 'overloaded', codes: /overloaded|at_capacity/i},
	// Google says "check your plan and billing" for every limit; only short ones come with a delay.
	{is: 'rate_limited', status: [429], codes: /retryinfo/i},
	{is: 'rate_limited', words: rateWords, notStatus: [401, 404]},
	{is: 'rate_limited', codes: /rate_?limit|throttl|too_many_requests/i},
	{is: 'quota', words: quotaWords},
	{is: 'overflow', words: overflowWords, notStatus: [401, 403, 404, 429]},
	{is: 'refused', codes: /content_?(filter|policy)|responsibleai|prohibited_content|safety/i},
	{
		is: 'auth',
		codes:
			/api_?key_(invalid|expired)|invalid_(api_?key|authentication)|authentication_error|unauthenticated/i,
	},
	{is: 'auth', words: keyWords, status: [400, 401, 403, 'none']},
	{is: 'bad_request', status: [403], words: /country|region|territory|location is not supported/i},
	{is: 'auth', status: [401, 403]},
	{is: 'quota', status: [402]},
	{is: 'not_found', status: [404, 410]},
	{is: 'network', status: [408]},
	{is: 'server', status: [409]},
	{is: 'overloaded', words: overloadWords, notStatus: [400, 422]},
	{is: 'rate_limited', status: [429]},
	{is: 'overloaded', status: [503, 529]},
];

/** For faults that came without a number: in the middle of a stream, or from the network. */
const rulesWithoutStatus: readonly Rule[] = [
	{is: 'stalled', codes: /UND_ERR_(HEADERS|BODY)_TIMEOUT/},
	{is: 'network', codes: /CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/, retryable: false},
	{is: 'bad_request', codes: /ERR_INVALID_(URL|ARG)/},
	{
		is: 'network',
		codes:
			/ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR|ERR_HTTP2|network_error/,
	},
	{
		is: 'network',
		words:
			/socket hang ?up|terminated|fetch failed|other side closed|connection (error|reset|closed)|premature close/i,
	},
	{is: 'overloaded', codes: /unavailable|resource_?exhausted/i},
	{is: 'bad_request', codes: /invalid_request|invalid_argument|validation/i},
	{is: 'not_found', codes: /not_found/i},
	{is: 'auth', codes: /permission/i},
	{
		is: 'server',
		codes: /server_error|internal|api_error|timeout|bad_gateway|model_?stream_?error/i,
	},
	{
		is: 'server',
		words:
			/internal (server )?error|server (had an )?error|bad gateway|gateway time-?out|upstream|try again|timed? ?out/i,
	},
];

type Subject = FailureFacts & {readonly readable: string};

function fits(rule: Rule, facts: Subject): boolean {
	const {status = 'none'} = facts;
	if (rule.provider !== undefined && rule.provider !== facts.provider) return false;
	if (rule.status && !rule.status.includes(status)) return false;
	if (status !== 'none' && rule.notStatus?.includes(status)) return false;
	if (rule.isEmpty && !facts.isEmpty) return false;
	if (rule.codes && !rule.codes.test(facts.codes)) return false;
	return rule.words === undefined || rule.words.test(facts.readable);
}

function byStatus(status: number): FailureCode {
	if (status >= 500) return 'server';
	return status >= 400 ? 'bad_request' : 'unknown';
}

const retryable: ReadonlySet<FailureCode> = new Set([
	'network',
	'overloaded',
	'rate_limited',
	'server',
	'stalled',
	'truncated',
]);

export const mayRetry = (code: FailureCode): boolean => retryable.has(code);

export function classify(facts: FailureFacts): {
	readonly code: FailureCode;
	readonly retryable: boolean;
} {
	// Links to help pages name limits that have nothing to do with the case.
	const subject = {...facts, readable: facts.words.replace(/https?:\/\/\S+/g, '')};
	const {status} = facts;
	const rest = status === undefined ? rulesWithoutStatus : [];
	const rule = [...rules, ...rest].find(one => fits(one, subject));
	const code = rule?.is ?? (status === undefined ? 'unknown' : byStatus(status));
	return {code, retryable: rule?.retryable ?? mayRetry(code)};
}
