import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {createPaintTimer} from '../../../../source/modes/interactive/terminal/paint-timer.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Counts paints; each takes as long as the terminal is slow. */
function setUp(terminalMs = 0) {
	const paints: number[] = [];
	const timer = createPaintTimer(() => {
		paints.push(performance.now());
		return terminalMs;
	});
	return {timer, paints};
}

describe('now', () => {
	test('is when the turn ends, once however often it was asked for', async () => {
		const {timer, paints} = setUp();
		timer.schedule('now');
		timer.schedule('now');
		timer.schedule('frame');
		expect(paints).toHaveLength(0);
		await Promise.resolve();
		expect(paints).toHaveLength(1);
		vi.advanceTimersByTime(1000);
		expect(paints).toHaveLength(1);
	});

	test('a terminal that is slower than the keys gets one frame for several', async () => {
		const {timer, paints} = setUp(50);
		for (let key = 0; key < 10; key += 1) {
			timer.schedule('now');
			await vi.advanceTimersByTimeAsync(10);
		}

		expect(paints).toEqual([0, 50, 100]);
	});
});

describe('frame', () => {
	test('comes at most thirty times a second', async () => {
		const {timer, paints} = setUp();
		for (let ms = 0; ms < 1000; ms += 1) {
			timer.schedule('frame');
			await vi.advanceTimersByTimeAsync(1);
		}

		expect(paints.length).toBeGreaterThan(25);
		expect(paints.length).toBeLessThanOrEqual(31);
	});

	test('comes at once after a rest', async () => {
		const {timer, paints} = setUp();
		timer.schedule('frame');
		await vi.advanceTimersByTimeAsync(0);
		expect(paints).toHaveLength(1);
	});

	test('comes more rarely the slower the terminal is', async () => {
		const {timer, paints} = setUp(100);
		for (let ms = 0; ms < 1000; ms += 1) {
			timer.schedule('frame');
			await vi.advanceTimersByTimeAsync(1);
		}

		expect(paints.length).toBeLessThanOrEqual(4);
	});

	test('is not missed when a key paints first, and not painted twice', async () => {
		const {timer, paints} = setUp();
		timer.schedule('frame');
		await vi.advanceTimersByTimeAsync(0);
		timer.schedule('frame');
		timer.schedule('now');
		await vi.advanceTimersByTimeAsync(100);
		expect(paints).toHaveLength(2);
	});
});

test('nothing is painted after a cancel', async () => {
	const {timer, paints} = setUp();
	timer.schedule('frame');
	timer.schedule('now');
	timer.cancel();
	await vi.advanceTimersByTimeAsync(100);
	expect(paints).toEqual([]);
});
