import {getEventListeners} from 'node:events';
import {describe, expect, test} from 'vitest';
import {createWatch, IdleError, wait} from '../../source/lib/deadline.ts';

const never = new Promise<never>(() => {});

describe('a watched wait', () => {
	test('gives what the promise gives', async () => {
		const watch = createWatch({signal: new AbortController().signal, idleMs: 1000});
		expect(await watch.wait(Promise.resolve('a'))).toBe('a');
		await expect(watch.wait(Promise.reject(new Error('b')))).rejects.toThrow('b');
		watch.stop();
	});

	test('ends with silence, and only when the silence is in one wait', async () => {
		const watch = createWatch({signal: new AbortController().signal, idleMs: 60});
		for (let round = 0; round < 4; round += 1) await watch.wait(wait(30));
		await expect(watch.wait(never)).rejects.toThrow(IdleError);
		watch.stop();
	});

	test('can be silent for ever when the limit is 0', async () => {
		const controller = new AbortController();
		const watch = createWatch({signal: controller.signal, idleMs: 0});
		const waiting = watch.wait(never);
		await wait(30);
		controller.abort('enough');
		await expect(waiting).rejects.toBe('enough');
		watch.stop();
	});

	test('ends with an abort, also one that came before', async () => {
		const controller = new AbortController();
		const watch = createWatch({signal: controller.signal, idleMs: 1000});
		const waiting = watch.wait(never);
		controller.abort('stop');
		await expect(waiting).rejects.toBe('stop');
		await expect(watch.wait(Promise.reject(new Error('late')))).rejects.toBe('stop');
		watch.stop();
	});

	test('leaves one listener behind while it watches and none afterwards', async () => {
		const {signal} = new AbortController();
		const watch = createWatch({signal, idleMs: 1000});
		for (let round = 0; round < 100; round += 1) await watch.wait(Promise.resolve());
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		watch.stop();
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});

describe('a pause', () => {
	test('ends early with the reason of the abort and leaves no listener', async () => {
		const controller = new AbortController();
		const pause = wait(60_000, controller.signal);
		controller.abort('woken');
		await expect(pause).rejects.toBe('woken');
		await wait(1, controller.signal).catch(() => {});
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
	});
});
