import type {AssistantMessage, ImageContent} from '../ai/index.ts';
import {type RunLimits, type SessionStore, watchLimits} from '../harness/index.ts';

export type PrintOptions = {
	readonly session: SessionStore;
	readonly prompts: readonly {readonly text: string; readonly images: readonly ImageContent[]}[];
	write(text: string): void;
	complain(text: string): void;
	readonly limits: RunLimits;
};

export type Outcome = 'ok' | 'modelError' | 'aborted' | 'limit';

const lastAnswer = (session: SessionStore): AssistantMessage | undefined =>
	session
		.messages()
		.findLast((message): message is AssistantMessage => message.role === 'assistant');

function report(answer: AssistantMessage | undefined, options: PrintOptions): Outcome {
	const texts = answer?.content.flatMap(part => (part.type === 'text' ? [part.text] : [])) ?? [];
	const {stopReason} = answer ?? {};
	for (const text of stopReason === 'error' || stopReason === 'aborted' ? [] : texts)
		options.write(`${text}\n`);
	if (stopReason === 'length') options.complain('The answer was cut off at its length limit.');
	if (stopReason === 'aborted') {
		options.complain('The run was stopped.');
		return 'aborted';
	}

	if (stopReason !== 'error') return stopReason === 'length' ? 'modelError' : 'ok';
	options.complain(answer?.errorMessage ?? 'The model failed without words.');
	return 'modelError';
}

/** One prompt after the other; prints the text of the last answer. */
export async function runPrint(options: PrintOptions): Promise<Outcome> {
	const {session, prompts} = options;
	let failed: AssistantMessage | undefined;
	const undo = session.onEvent(event => {
		if (event.type === 'message_end' && event.message.role === 'assistant') {
			failed = event.message;
		}
	});
	const watch = watchLimits(session, options.limits);
	for (const {text, images} of prompts) {
		await session.prompt(text, {images});
		await session.waitForIdle();
		if (watch.reached() !== undefined) break;
	}

	undo();
	watch.stop();
	const limit = watch.reached();
	if (limit !== undefined) {
		options.complain(`Stopped at a limit: ${limit}.`);
		return 'limit';
	}

	// A failed answer is hidden from the model, but it is what there is to report.
	return report(failed ?? lastAnswer(session), options);
}
