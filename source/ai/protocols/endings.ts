import type {FailureCode, ModelEvent} from '../events.ts';
import {toFailure} from '../failure.ts';
import {mayRetry} from '../failure-rules.ts';
import {ModelError} from '../model-error.ts';

type Ending = Extract<ModelEvent, {type: 'error'}>;

/** The end of an answer by an error frame, or by a fault of ours. */
export const failedBy = (error: unknown, provider: string): Ending => ({
	type: 'error',
	reason: 'error',
	failure: toFailure(error, {provider}),
});

/** The body ended before the provider said that the answer is complete. */
export const brokeOff = (provider: string, what = 'the answer broke off before its end'): Ending =>
	failedBy(new ModelError('truncated', what), provider);

/** The provider ended the answer for a reason of its own, which it named. */
export const endedFor = (reason: string, code: FailureCode, provider: string): Ending => ({
	type: 'error',
	reason: 'error',
	failure: {
		code,
		message: `${provider} ended the answer: ${reason}`,
		retryable: mayRetry(code),
	},
});
