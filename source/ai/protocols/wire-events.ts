import {parseJson} from '../../lib/partial-json.ts';
import {createSseParser, type SseItem} from '../../lib/sse.ts';
import {ModelError} from '../model-error.ts';

/** How an event stream can begin: with a field, a comment or an empty line. */
const streamStart = /^[\r\n]*(data|event|id|retry|:)/;
const startLength = 8;

/** A body that was cut in its first word is no page. */
const isCutField = (body: string): boolean =>
	['data', 'event', 'id', 'retry'].some(field => field.startsWith(body.trim()));
const longestPage = 1_000_000;

/** How Chat Completions say that nothing follows; passed on as it is. */
const doneMark = '[DONE]';

/** Frames of one event are one object; a server that forgets the empty line puts several there. */
function parseData(data: string): readonly unknown[] {
	try {
		return [parseJson(data)];
	} catch (error) {
		const lines = data.split('\n').filter(line => line.trim() !== '');
		if (lines.length > 1) return lines.flatMap(parseData);
		const shown = data.length > 200 ? `${data.slice(0, 200)}…` : data;
		throw new ModelError('server', `the stream holds something that is not JSON: ${shown}`, {
			cause: error,
		});
	}
}

/** A whole answer where a stream was asked for: some servers ignore the wish. */
export function wholeAnswer(body: string): readonly unknown[] {
	try {
		return [JSON.parse(body)];
	} catch (error) {
		const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? body.trim();
		throw new ModelError(
			'bad_request',
			`the answer is not a stream but "${title.slice(0, 200)}"; check the base URL`,
			{cause: error},
		);
	}
}

async function* decoded(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const bytes of body) yield decoder.decode(bytes, {stream: true});
	yield decoder.decode();
}

async function readRest(head: string, chunks: AsyncGenerator<string>): Promise<string> {
	let whole = head;
	for await (const chunk of chunks) {
		whole += chunk;
		if (whole.length > longestPage) break;
	}

	return whole;
}

/** What stands behind the last empty line. Half a frame is a cut stream, which the lack of an end tells. */
function parseRest(items: readonly SseItem[]): readonly unknown[] {
	try {
		return items.flatMap(toEvents);
	} catch {
		return [];
	}
}

const toEvents = (item: SseItem): readonly unknown[] => {
	if (item === null) return [null];
	return item.data.trim() === doneMark ? [doneMark] : parseData(item.data);
};

/**
 * The JSON of an event stream, as servers really send it: bad strings are mended, a whole object instead of a
 * stream counts as its only event, a web page is an error. `null` is a sign of life without content.
 */
export async function* wireEvents(response: Response): AsyncGenerator<unknown> {
	if (!response.body) return;
	const chunks = decoded(response.body);
	try {
		let head = '';
		while (head.trimStart().length < startLength) {
			const next = await chunks.next();
			if (next.done) break;
			head += next.value;
			if (head.trim() === '') yield null;
		}

		if (isCutField(head)) return;
		if (streamStart.test(head)) yield* streamEvents(head, chunks);
		else for (const event of wholeAnswer(await readRest(head, chunks))) yield event;
	} finally {
		// The head was read outside of a loop, so nobody else lets the body go.
		await chunks.return(undefined);
	}
}

async function* streamEvents(
	head: string,
	chunks: AsyncGenerator<string>,
): AsyncGenerator<unknown> {
	const parser = createSseParser();
	for (const item of parser.push(head)) for (const event of toEvents(item)) yield event;
	for await (const chunk of chunks) {
		const items = parser.push(chunk);
		// Part of a long line.
		if (items.length === 0 && chunk !== '') yield null;
		for (const item of items) for (const event of toEvents(item)) yield event;
	}

	for (const event of parseRest(parser.end())) yield event;
}
