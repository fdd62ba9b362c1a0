import {randomUUID} from 'node:crypto';
import type {Question, QuestionOptions} from '../../harness/index.ts';

type Json = Readonly<Record<string, unknown>>;

export type UiRequests = {
	/** Asks the client; undefined: cancelled, timed out, aborted, or the client is gone. */
	ask(question: Question, options?: QuestionOptions): Promise<string | undefined>;
	/** Tells the client something that needs no answer. */
	tell(method: string, fields: Json): void;
	/** Takes an answer; one that nobody waits for is left alone. */
	answer(response: Json): void;
	/** The client is gone: nothing will be answered. */
	close(): void;
};

type Waiting = {
	readonly kind: Question['kind'];
	resolve(value: string | undefined): void;
};

/** What the protocol calls the parts of a question. */
function toFields(question: Question, timeoutMs: number | undefined): Json {
	const {kind: method, ...fields} = question;
	const timeout = timeoutMs === undefined || method === 'editor' ? {} : {timeout: timeoutMs};
	return {method, ...fields, ...timeout};
}

function toAnswer({kind}: Waiting, response: Json): string | undefined {
	if (response.cancelled === true) return undefined;
	if (kind === 'confirm') return response.confirmed === true ? 'yes' : 'no';
	return typeof response.value === 'string' ? response.value : undefined;
}

/** Questions to a client over the same line as everything else, each with an id of its own. */
export function createUiRequests(send: (record: Json) => void | Promise<void>): UiRequests {
	const waiting = new Map<string, Waiting>();
	let isClosed = false;
	const request = (fields: Json): string => {
		const id = randomUUID();
		void send({type: 'extension_ui_request', id, ...fields});
		return id;
	};
	const finish = (id: string, value: string | undefined) => {
		const own = waiting.get(id);
		waiting.delete(id);
		own?.resolve(value);
	};
	return {
		ask(question, {signal, timeoutMs} = {}) {
			if (isClosed || signal?.aborted) return Promise.resolve(undefined);
			return new Promise(resolve => {
				const id = request(toFields(question, timeoutMs));
				const abort = () => finish(id, undefined);
				const expire = () => {
					request({
						method: 'notify',
						message: `Nobody answered in time: ${question.title}`,
						notifyType: 'warning',
					});
					finish(id, undefined);
				};
				const timer =
					timeoutMs === undefined || question.kind === 'editor'
						? undefined
						: setTimeout(expire, timeoutMs);
				signal?.addEventListener('abort', abort, {once: true});
				waiting.set(id, {
					kind: question.kind,
					resolve(value) {
						clearTimeout(timer);
						signal?.removeEventListener('abort', abort);
						resolve(value);
					},
				});
			});
		},
		tell: (method, fields) => void request({method, ...fields}),
		answer(response) {
			const id = typeof response.id === 'string' ? response.id : '';
			const own = waiting.get(id);
			if (own) finish(id, toAnswer(own, response));
		},
		close() {
			isClosed = true;
			for (const id of [...waiting.keys()]) finish(id, undefined);
		},
	};
}
