import {wait} from '../../lib/deadline.ts';
import type {Fetch} from '../network.ts';
import {type Json, record, records, text} from './ask.ts';

/** A model that a router knows. */
export type RouterModel = {
	readonly id: string;
	/** `loaded`, `sleeping`, `loading`, `unloaded`, `downloading`. */
	readonly status: string;
	readonly hasFailed: boolean;
};

/** llama.cpp without a model of its own: it starts and stops servers for many. */
export type LlamaRouter = {
	/** undefined: this server is no router. */
	list(signal?: AbortSignal): Promise<readonly RouterModel[] | undefined>;
	/** Resolves when the model is loaded; rejects with the server's words. */
	load(id: string, signal: AbortSignal): Promise<void>;
	unload(id: string, signal: AbortSignal): Promise<void>;
};

export type RouterOptions = {
	readonly url: string;
	readonly fetch?: Fetch;
	readonly apiKey?: string;
	readonly pollMs?: number;
};

const limitMs = 10_000;

/** In the server's words, if it has any. */
const reasonIn = (body: Json, status: number): string =>
	text(record(body.error).message) ?? text(body.error) ?? `status ${status}`;

async function bodyOf(response: Response): Promise<Json> {
	try {
		return record(await response.json());
	} catch {
		// A page of something else; the status says enough.
		return {};
	}
}

export function createLlamaRouter(options: RouterOptions): LlamaRouter {
	const {url, fetch = globalThis.fetch, apiKey, pollMs = 1000} = options;
	const headers = apiKey ? {authorization: `Bearer ${apiKey}`} : {};
	const json = {...headers, 'content-type': 'application/json'};

	async function call(path: string, signal: AbortSignal | undefined, body?: Json): Promise<Json> {
		const limit = AbortSignal.timeout(limitMs);
		const response = await fetch(url + path, {
			...(body ? {method: 'POST', body: JSON.stringify(body), headers: json} : {headers}),
			redirect: 'error',
			signal: signal ? AbortSignal.any([signal, limit]) : limit,
		});
		const answer = await bodyOf(response);
		if (!response.ok) throw new Error(`${url} refused: ${reasonIn(answer, response.status)}.`);
		return answer;
	}

	async function list(signal?: AbortSignal): Promise<readonly RouterModel[] | undefined> {
		const rows = records((await call('/models', signal)).data) ?? [];
		const models = rows.flatMap(row => {
			const id = text(row.id);
			const {value, failed} = record(row.status);
			const status = text(value);
			return id === undefined || status === undefined
				? []
				: [{id, status, hasFailed: failed === true}];
		});
		return models.length > 0 ? models : undefined;
	}

	/** The server answers at once and works on. */
	async function until(id: string, isDone: (model: RouterModel) => boolean, signal: AbortSignal) {
		for (;;) {
			await wait(pollMs, signal);
			const model = (await list(signal))?.find(each => each.id === id);
			if (!model) throw new Error(`${url} does not know ${id} any more.`);
			if (isDone(model)) return;
			if (model.hasFailed)
				throw new Error(`${id} could not be loaded; the log of the server says why.`);
		}
	}

	return {
		list,
		async load(id, signal) {
			await call('/models/load', signal, {model: id});
			await until(id, ({status}) => status === 'loaded', signal);
		},
		async unload(id, signal) {
			await call('/models/unload', signal, {model: id});
			await until(id, ({status}) => status === 'unloaded', signal);
		},
	};
}
