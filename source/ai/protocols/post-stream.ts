import type {Connection} from './protocol.ts';
import {wireEvents} from './wire-events.ts';

/** A POST without an SDK. Later headers win, null takes one away; a refusal is kept by whoever gave the fetch. */
export async function postStream(
	url: string,
	payload: unknown,
	{headers: own, fetch, signal}: Pick<Connection, 'headers' | 'fetch' | 'signal'>,
): Promise<AsyncIterable<unknown>> {
	const headers = new Headers({'content-type': 'application/json', accept: 'text/event-stream'});
	for (const [name, value] of Object.entries(own)) {
		if (value === null) headers.delete(name);
		else headers.set(name, value);
	}

	const response = await fetch(url, {
		method: 'POST',
		headers,
		body: JSON.stringify(payload),
		signal,
	});
	if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
	return wireEvents(response);
}
