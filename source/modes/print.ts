import type {AssistantMessage, ImageContent} from '../ai/index.ts';
import {type RunLimits, type SessionStore, watchLimits} from '../harness/index.ts';

export type PrintOptions = {
	readonly session: SessionStore;
	readonly prompts: readonly {readonly text: string; readonly images: readonly ImageContent[]}[];
	readonly limits: RunLimits;
	write(text: string): void;
	complain(text: string): void;
};

/** How it went, the same for text and JSON. */
export type Outcome = 'ok' | 'modelError' | 'aborted' | 'limit';

function report(answer: AssistantMessage | undefined, {write, complain}: PrintOptions): Outcome {
	const {stopReason, errorMessage} = answer ?? {};
	if (stopReason === 'error') {
		complain(errorMessage ?? 'The model failed without words.');
		return 'modelError';
	}

	if (stopReason === 'aborted') {
		complain('The run was stopped.');
		return 'aborted';
	}

	for (const part of answer?.content ?? []) if (part.type === 'text') write(`${part.text}\n`);
	if (stopReason !== 'length') return 'ok';
	complain('The answer was cut off at its length limit.');
	return 'modelError';
}

const isBad = (answer: AssistantMessage | undefined): boolean =>
	answer?.stopReason === 'error' || answer?.stopReason === 'aborted';

/** One prompt after the other, until one fails; prints the text of the last answer. */
export async function runPrint(options: PrintOptions): Promise<Outcome> {
	const {session, prompts} = options;
	// Told as it comes: a failed answer is hidden from what the model is shown, but is what there is to report.
	let last: AssistantMessage | undefined;
	const undo = session.onEvent(event => {
		if (event.type === 'message_end' && event.message.role === 'assistant') last = event.message;
	});
	const watch = watchLimits(session, options.limits);
	try {
		for (const {text, images} of prompts) {
			await session.prompt(text, {images});
			await session.waitForIdle();
			if (watch.reached() !== undefined || isBad(last)) break;
		}
	} finally {
		undo();
		watch.stop();
	}

	const limit = watch.reached();
	if (limit === undefined) return report(last, options);
	options.complain(`Stopped at a limit: ${limit}.`);
	return 'limit';
}
