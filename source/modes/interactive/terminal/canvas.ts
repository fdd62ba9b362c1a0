import {createListeners} from './listeners.ts';
import {createPaintTimer, type PaintTimer} from './paint-timer.ts';
import {createPainter, type Size} from './painter.ts';
import {createPlaces, type Places} from './places.ts';
import type {Terminal} from './terminal.ts';

export type Canvas = {
	readonly places: Places;
	size(): Size;
	onResize(listener: (size: Size) => void): () => void;
	/** Takes the size of the window anew, and paints everything. */
	resize(): void;
	/** What the layout looks like now, without what regions show. */
	show(layout: readonly string[]): void;
	schedule: PaintTimer['schedule'];
	forget(): void;
	/** Paints no more. */
	close(): void;
};

/** Brings layout and regions to the terminal, one write for each frame. */
export function createCanvas(terminal: Terminal, onError: (error: unknown) => void): Canvas {
	const painter = createPainter(() => terminal.capabilities.get().synchronizedOutput);
	const resizes = createListeners<Size>();
	let size = terminal.size();
	let layout: readonly string[] | undefined;

	const timer = createPaintTimer(() => {
		if (layout === undefined || !terminal.guard.isEntered()) return 0;
		const bytes = painter.paint(places.toFrame(layout));
		const startedAt = performance.now();
		if (bytes !== '' && !terminal.port.write(bytes)) painter.forget();
		return performance.now() - startedAt;
	});
	const places = createPlaces({
		size: () => size,
		subscribeSize: resizes.add,
		onChange: () => timer.schedule('now'),
		onError,
	});
	const forget = () => {
		painter.forget();
		timer.schedule('now');
	};

	return {
		places,
		size: () => size,
		onResize: resizes.add,
		resize() {
			size = terminal.size();
			resizes.tell(size);
			forget();
		},
		show(rows) {
			layout = rows;
			timer.schedule('now');
		},
		schedule: timer.schedule,
		forget,
		close() {
			timer.cancel();
			layout = undefined;
		},
	};
}
