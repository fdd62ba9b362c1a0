import {describe, expect, it} from 'vitest';
import {createPatience, waitFor} from '../../source/agent/patience.ts';

const never = new Promise<never>(() => undefined);

describe('patience', () => {
	it('waits as long as nobody aborts', async () => {
		const {signal} = new AbortController();
		expect(await waitFor(Promise.resolve(1), {signal, graceMs: 0})).toBe(1);
		await expect(waitFor(Promise.reject(new Error('own')), {signal, graceMs: 0})).rejects.toThrow(
			'own',
		);
	});

	it('lets work end in its own way within the grace after an abort', async () => {
		const controller = new AbortController();
		const work = new Promise(resolve => {
			controller.signal.addEventListener('abort', () => setImmediate(() => resolve('in time')));
		});
		const waiting = waitFor(work, {signal: controller.signal, graceMs: 60_000});
		controller.abort();
		expect(await waiting).toBe('in time');
	});

	it('gives up what does not hear the abort, also when that came before', async () => {
		const controller = new AbortController();
		const waiting = waitFor(never, {signal: controller.signal, graceMs: 1});
		controller.abort('enough');
		await expect(waiting).rejects.toBe('enough');
		await expect(waitFor(never, {signal: controller.signal, graceMs: 1})).rejects.toBe('enough');
	});

	it('has one grace for all waits of a series', async () => {
		const controller = new AbortController();
		const patience = createPatience(controller.signal, 1);
		controller.abort('enough');
		await expect(patience.wait(never)).rejects.toBe('enough');
		await expect(patience.wait(never)).rejects.toBe('enough');
		patience.stop();
	});
});
