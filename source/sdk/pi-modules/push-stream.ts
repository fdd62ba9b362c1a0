import type {AssistantMessage} from '../../ai/index.ts';

type StreamEvent = {
	readonly type: string;
	readonly message?: AssistantMessage;
	readonly error?: AssistantMessage;
};

/** Events that a provider of an extension pushes, read with `for await`; `result` is the whole answer. */
export class PushStream implements AsyncIterable<StreamEvent> {
	readonly #events: StreamEvent[] = [];
	readonly #whole = Promise.withResolvers<AssistantMessage | undefined>();
	#wake: () => void = () => {};
	#isOver = false;

	push(event: StreamEvent): void {
		if (this.#isOver) return;
		this.#events.push(event);
		if (event.type === 'done' || event.type === 'error') this.end(event.message ?? event.error);
		else this.#wake();
	}

	end(result?: AssistantMessage): void {
		this.#isOver = true;
		this.#whole.resolve(result);
		this.#wake();
	}

	result(): Promise<AssistantMessage | undefined> {
		return this.#whole.promise;
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent, void, void> {
		for (;;) {
			const next = this.#events.shift();
			if (next) yield next;
			else if (this.#isOver) return;
			else {
				await new Promise<void>(resolve => {
					this.#wake = resolve;
				});
			}
		}
	}
}

export const createAssistantMessageEventStream = (): PushStream => new PushStream();
