import {fitToWidth, sliceColumns, textWidth} from '../../../lib/text-width.ts';
import type {Size} from './painter.ts';

/** A rectangle of the screen, in cells. */
export type Rectangle = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
};

/** Finished rows for a rectangle that the layout leaves empty. */
export type Layer = Rectangle & {readonly rows: readonly string[]};

/** Puts `layers` into the rows of a layout, and what the layout has inside of `floating` over them. */
export function compose(
	layout: readonly string[],
	layers: {readonly regions: readonly Layer[]; readonly floating: readonly Rectangle[]},
	size: Size,
): readonly string[] {
	const rows = Array.from({length: size.rows}, (_, row) => layout[row] ?? '');
	for (const region of layers.regions) putAll(rows, region, size);
	for (const box of layers.floating) {
		const to = box.x + box.width;
		putAll(
			rows,
			{
				...box,
				rows: layout.slice(box.y, box.y + box.height).map(row => sliceColumns(row, box.x, to)),
			},
			size,
		);
	}

	return rows;
}

function putAll(rows: string[], layer: Layer, size: Size): void {
	const bottom = Math.min(layer.y + layer.height, size.rows);
	for (let row = Math.max(0, layer.y); row < bottom; row += 1) {
		const text = layer.rows[row - layer.y] ?? '';
		rows[row] =
			layer.x <= 0 && layer.width >= size.columns ? text : put(rows[row] ?? '', text, layer);
	}
}

function put(row: string, text: string, {x, width}: Rectangle): string {
	const left = x > 0 ? fitToWidth(sliceColumns(row, 0, x), x) : '';
	const end = Math.max(0, x) + width;
	const right = sliceColumns(row, end, Math.max(end, textWidth(row)));
	return left + (right === '' ? sliceColumns(text, 0, width) : fitToWidth(text, width)) + right;
}
