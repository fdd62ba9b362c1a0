import {
	type AssistantMessage,
	createAssembler,
	type ModelEvent,
	type ModelFailure,
	streamModel,
	toFailure,
} from '../ai/index.ts';
import type {AgentRequest} from './hooks.ts';
import {createPatience} from './patience.ts';
import type {Run} from './run.ts';

export type Answer = {
	readonly message: AssistantMessage;
	readonly failure: ModelFailure | undefined;
};

const isLast = ({type}: ModelEvent): boolean => type === 'done' || type === 'error';

const failed = (failure: ModelFailure): ModelEvent => ({
	type: 'error',
	reason: failure.code === 'aborted' ? 'aborted' : 'error',
	failure,
});

const brokenOff = (provider: string): ModelFailure => ({
	code: 'truncated',
	message: `${provider}: the answer broke off before its end`,
	retryable: true,
});

/** Of an answer that ends early its maker is told; nobody waits for what becomes of that. */
async function leave(stream: AsyncIterator<ModelEvent> | undefined): Promise<void> {
	try {
		await stream?.return?.();
	} catch {
		// The answer has its end already, and with it the reason.
	}
}

/** Never throws, always ends in `done` or `error`, and soon after an abort, whoever makes the stream. */
async function* answerTo(request: AgentRequest, run: Run): AsyncGenerator<ModelEvent, void, void> {
	const {model, level} = request;
	const {hooks, signal} = run;
	const patience = createPatience(signal, run.graceMs);
	let stream: AsyncIterator<ModelEvent> | undefined;
	try {
		const transformed = hooks.transformContext?.(request.messages, signal);
		const shown = transformed === undefined ? request.messages : await patience.wait(transformed);
		signal.throwIfAborted();
		const messages = hooks.convertToLlm(shown);
		const open = hooks.stream ?? streamModel;
		stream = open({model, messages}, {...request.options, level, signal})[Symbol.asyncIterator]();
		for (;;) {
			const next = await patience.wait(stream.next());
			if (next.done) return yield failed(brokenOff(model.provider));
			yield next.value;
			if (isLast(next.value)) return;
		}
	} catch (error) {
		yield failed(toFailure(error, {provider: model.provider, aborted: signal.aborted}));
	} finally {
		patience.stop();
		void leave(stream);
	}
}

/** One request and its answer. Whatever goes wrong on the way is an answer that failed. */
export async function askModel(request: AgentRequest, run: Run): Promise<Answer> {
	const startedAt = run.now();
	const assembler = createAssembler(request.model, run.date);
	let hasStarted = false;
	for await (const event of answerTo(request, run)) {
		if (event.type === 'start') assembler.add(event);
		if (!hasStarted) {
			hasStarted = true;
			await run.tell({type: 'message_start', message: assembler.message()});
		}

		if (event.type === 'start') continue;
		assembler.add(event);
		if (isLast(event)) break;
		const told = run.tell({type: 'message_update', message: assembler.message(), event});
		// Thousands of deltas come in a row: no turn of the event loop where nobody asks for it.
		if (told !== undefined) await told;
	}

	const message = {
		...assembler.message(),
		thinkingLevel: request.level,
		durationMs: Math.round(run.now() - startedAt),
	};
	await run.tell({type: 'message_end', message});
	run.messages.push(message);
	return {message, failure: assembler.failure()};
}
