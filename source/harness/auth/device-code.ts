import {wait} from '../../lib/deadline.ts';
import {type Answer, refusal} from './authority.ts';
import {SignInError} from './sign-in-flow.ts';

export type Polling = {
	/** Seconds; servers that say nothing mean 5. */
	readonly interval: number | undefined;
	/** Seconds from now on. */
	readonly expiresIn: number;
	readonly signal: AbortSignal;
	/** Of the server that is asked, for people. */
	readonly url: string;
	poll(): Promise<Answer>;
	/** undefined: the person is not done yet. Default: as RFC 8628 has it. */
	readonly isPending?: (answer: Answer) => boolean;
	/** For tests; waits for real without it. */
	readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly now?: () => number;
};

const usualSeconds = 5;
const slowerBySeconds = 5;

const wordOf = ({body}: Answer): unknown => body.error;

/** Asks until the person has entered the code (RFC 8628). Waits before the first question, too. */
export async function pollForTokens(polling: Polling): Promise<Answer> {
	const {signal, url, poll, sleep = wait, now = Date.now} = polling;
	const {isPending = answer => wordOf(answer) === 'authorization_pending'} = polling;
	const deadline = now() + polling.expiresIn * 1000;
	let seconds = Math.max(1, polling.interval ?? usualSeconds);
	let wasTooFast = false;
	while (now() < deadline) {
		await sleep(Math.min(seconds * 1000, Math.max(0, deadline - now())), signal);
		const answer = await poll();
		const word = wordOf(answer);
		if (word === 'slow_down') {
			wasTooFast = true;
			const {interval} = answer.body;
			seconds = typeof interval === 'number' ? interval : seconds + slowerBySeconds;
		} else if (word === 'access_denied') {
			throw new SignInError('The sign-in was denied in the browser.', word);
		} else if (answer.ok && word === undefined) return answer;
		else if (!isPending(answer)) throw refusal(answer, url);
	}

	throw new SignInError(
		`The code has expired.${wasTooFast ? ' If you were in time, compare the clock of this machine.' : ''} Start again.`,
		'expired_token',
	);
}
