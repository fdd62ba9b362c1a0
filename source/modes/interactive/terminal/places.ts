import {type DOMElement, measureElement} from 'ink';
import {printable} from '../../../lib/foreign-text.ts';
import {compose, type Layer, type Rectangle} from './layers.ts';
import type {Caret, Frame, Size} from './painter.ts';
import type {Placed, RegionSource, ScreenPlaces} from './screen-context.tsx';

export type Places = ScreenPlaces & {
	/** The layout with all that components have put into it. */
	toFrame(layout: readonly string[]): Frame;
};

/** Knows which components asked for a place of the screen, and finds it in the layout when a frame is made. */
export function createPlaces(options: {
	readonly size: () => Size;
	readonly subscribeSize: (listener: () => void) => () => void;
	readonly onChange: () => void;
	readonly onError: (error: unknown) => void;
}): Places {
	const regions = new Set<Placed<RegionSource>>();
	const floating = new Set<Placed<undefined>>();
	const carets = new Set<Placed<Caret>>();
	/** Told once: a listener that shows the error would make the next frame fail, and so on. */
	const failing = new WeakSet<RegionSource>();

	const addTo = <T>(all: Set<Placed<T>>, placed: Placed<T>) => {
		all.add(placed);
		options.onChange();
		return () => {
			all.delete(placed);
			options.onChange();
		};
	};

	const toLayer = ({node, value}: Placed<RegionSource>): Layer => {
		const place = toRectangle(node);
		if (place.width <= 0 || place.height <= 0) return {...place, rows: []};
		try {
			const rows = value.rows(place.width, place.height);
			failing.delete(value);
			return {...place, rows};
		} catch (error) {
			if (!failing.has(value)) options.onError(error);
			failing.add(value);
			return {...place, rows: [printable(String(error))]};
		}
	};

	return {
		size: options.size,
		subscribeSize: options.subscribeSize,
		addRegion: region => addTo(regions, region),
		addFloating: node => addTo(floating, {node, value: undefined}),
		addCaret: caret => addTo(carets, caret),
		toFrame(layout) {
			const size = options.size();
			const layers = [...regions].map(toLayer);
			const boxes = [...floating].map(({node}) => toRectangle(node));
			const rows = compose(layout, {regions: layers, floating: boxes}, size);
			const scroll = [...regions]
				.map(({value}, index) => toScroll(layers[index], value))
				.find(Boolean);
			const caret = toCaret([...carets].at(-1));
			return {rows, size, caret, ...(scroll === undefined ? {} : {scroll})};
		},
	};
}

function toRectangle(node: DOMElement): Rectangle {
	const {x, y, width, height} = measureElement(node);
	return {x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height)};
}

function toScroll(layer: Layer | undefined, source: RegionSource): Frame['scroll'] {
	const by = source.shift?.() ?? 0;
	return layer === undefined || by === 0 ? undefined : {top: layer.y, height: layer.height, by};
}

function toCaret(placed: Placed<Caret> | undefined): Caret | undefined {
	if (placed === undefined) return undefined;
	const {x, y} = toRectangle(placed.node);
	return {...placed.value, row: y + placed.value.row, column: x + placed.value.column};
}
