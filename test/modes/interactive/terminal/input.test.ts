import {PassThrough} from 'node:stream';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {createDecoder} from '../../../../source/modes/interactive/terminal/decoder.ts';
import {createInput} from '../../../../source/modes/interactive/terminal/input.ts';
import type {InputEvent} from '../../../../source/modes/interactive/terminal/input-event.ts';

function setUp() {
	const stdin = new PassThrough();
	const events: InputEvent[] = [];
	const state = {ended: false};
	const input = createInput({
		stdin,
		decoder: createDecoder({escTimeoutMs: 10}),
		onEvent: event => events.push(event),
		onEnd: () => {
			state.ended = true;
		},
	});
	input.start();
	return {stdin, events, input, state, kinds: () => events.map(event => event.kind)};
}

test('a lone ESC becomes a key by itself', async () => {
	const {stdin, events} = setUp();
	stdin.write('\x1B');
	await expect
		.poll(() => events.map(event => event.kind === 'key' && event.name))
		.toEqual(['escape']);
});

test('a sequence whose rest waits in the pipe while the process is busy stays whole', async () => {
	const {stdin, events} = setUp();
	stdin.write('\x1B');
	await sleep(1);
	const busyUntil = performance.now() + 40;
	while (performance.now() < busyUntil);
	stdin.write('[A');
	await expect.poll(() => events).toHaveLength(1);
	expect(events).toMatchObject([{kind: 'key', name: 'up'}]);
});

test('after stop nothing arrives, and what was held back is dropped', async () => {
	const {stdin, events, input} = setUp();
	stdin.write('\x1B');
	await sleep(1);
	input.stop();
	stdin.write('x');
	await sleep(40);
	expect(events).toEqual([]);
	input.start();
	await expect.poll(() => events).toEqual([{kind: 'text', text: 'x'}]);
});

test('the end of the terminal is told', async () => {
	const {stdin, state} = setUp();
	stdin.end();
	await expect.poll(() => state.ended).toBe(true);
});
