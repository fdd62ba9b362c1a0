export type PaintWhen = 'now' | 'frame';

export type PaintTimer = {
	/** `now`: when the current turn of JavaScript ends. `frame`: with the next of at most 30 frames a second. */
	schedule(when: PaintWhen): void;
	cancel(): void;
};

const frameMs = 33;
/** A frame may take a third of the time, so that a slow link leaves room for keys. */
const restPerWork = 3;

/** Decides when to paint. `paint` does it and says how long the terminal took for it, in milliseconds. */
export function createPaintTimer(paint: () => number): PaintTimer {
	let timer: NodeJS.Timeout | undefined;
	let isDue = false;
	let lastAt = Number.NEGATIVE_INFINITY;
	let lastMs = 0;

	const run = () => {
		clearTimeout(timer);
		timer = undefined;
		isDue = false;
		lastMs = paint();
		lastAt = performance.now();
	};
	const runAfter = (restMs: number) => {
		timer ??= setTimeout(run, Math.max(0, lastAt + restMs - performance.now()));
	};

	return {
		schedule(when) {
			if (isDue) return;
			if (when === 'frame') {
				runAfter(Math.max(frameMs, restPerWork * lastMs));
			} else if (performance.now() - lastAt < lastMs) {
				// The terminal is slower than the keys: one frame for several of them.
				runAfter(lastMs);
			} else {
				isDue = true;
				queueMicrotask(() => isDue && run());
			}
		},
		cancel() {
			clearTimeout(timer);
			timer = undefined;
			isDue = false;
		},
	};
}
