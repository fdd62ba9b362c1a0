import {isRecord} from '../../../lib/is-record.ts';

/** What requests may not say that are paid by a plan instead of a key. */
const refused = new Set([
	'max_output_tokens',
	'temperature',
	'prompt_cache_retention',
	'prompt_cache_options',
]);

/** A body as plans accept it. */
export const planBody = (payload: unknown): unknown =>
	isRecord(payload)
		? Object.fromEntries(Object.entries(payload).filter(([name]) => !refused.has(name)))
		: payload;
