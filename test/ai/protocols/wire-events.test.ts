import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {wireEvents} from '../../../source/ai/protocols/wire-events.ts';

function bodyOf(chunks: readonly Uint8Array[], onCancel: () => void = () => {}): Response {
	const left = [...chunks];
	return new Response(
		new ReadableStream<Uint8Array>({
			pull(controller) {
				const next = left.shift();
				if (next) controller.enqueue(next);
				else controller.close();
			},
			cancel: onCancel,
		}),
	);
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
	const out: T[] = [];
	for await (const item of items) out.push(item);
	return out;
}

async function read(...chunks: readonly string[]): Promise<readonly unknown[]> {
	return all(wireEvents(bodyOf(chunks.map(bytes))));
}

describe('events on the wire', () => {
	test('are the same however the bytes are cut, characters included', async () => {
		const whole = bytes(
			': hi\n\ndata: {"a":"文字 👩‍👩‍👧"}\r\n\r\ndata: {"b":2}\n\ndata: [DONE]\n\n',
		);
		const expected = [{a: '文字 👩‍👩‍👧'}, {b: 2}, '[DONE]'];
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(whole.length), {maxLength: 10}), async cuts => {
				const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
				const chunks = at.slice(1).map((end, index) => whole.subarray(at[index], end));
				const events = await all(wireEvents(bodyOf(chunks)));
				// Comments, and chunks that end in the middle, are signs of life.
				expect(events.filter(event => event !== null)).toEqual(expected);
			}),
			{numRuns: 60},
		);
	});

	test('include the mark of the end as it is', async () => {
		expect(await read('data: 1\n\ndata: [DONE]\n\n')).toEqual([1, '[DONE]']);
	});

	test('are let go with the rest of the body when the reader leaves', async () => {
		let isCancelled = false;
		const body = bodyOf(
			[bytes('data: {"a":1}\n\n'), bytes('data: 2\n\n'), bytes('data: 3\n\n')],
			() => {
				isCancelled = true;
			},
		);
		for await (const _event of wireEvents(body)) break;
		expect(isCancelled).toBe(true);
	});

	test('may lack the last empty line', async () => {
		expect(await read('data: {"a":1}\n\ndata: {"b":2}')).toEqual([{a: 1}, {b: 2}]);
	});

	test('may lack the empty lines between objects', async () => {
		expect(await read('data: {"a":1}\ndata: {"b":2}\n\n')).toEqual([{a: 1}, {b: 2}]);
	});

	test('may hold raw control characters in strings', async () => {
		expect(await read('data: {"a":"x\ty"}\n\n')).toEqual([{a: 'x\ty'}]);
	});

	test('that are not JSON are an error with what was there', async () => {
		await expect(read('data: {"a":1}\n\ndata: {"a":\n\n')).rejects.toMatchObject({
			code: 'server',
			message: 'the stream holds something that is not JSON: {"a":',
		});
	});

	test('are one when the server ignores that a stream was asked for', async () => {
		expect(await read('{"choices":', '[]}')).toEqual([{choices: []}]);
	});

	test.each([
		['<!doctype html><title>Sign in to the network</title>', 'Sign in to the network'],
		['upstream connect error', 'upstream connect error'],
	])('are none in %s', async (body, shown) => {
		await expect(read(body)).rejects.toMatchObject({
			code: 'bad_request',
			message: `the answer is not a stream but "${shown}"; check the base URL`,
		});
	});

	test.each(['', '\n\n', ': ok\n\n'])('are none in %j, without an error', async body => {
		expect((await read(body)).filter(event => event !== null)).toEqual([]);
	});
});
