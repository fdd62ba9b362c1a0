import {filterRows} from '../selectors/filter.ts';
import type {Overlay} from './state.ts';

export type OverlayAction =
	| {readonly type: 'opened'; readonly overlay: Omit<Overlay, 'query'>}
	| {readonly type: 'closed'; readonly id: string}
	| {readonly type: 'changed'; readonly change: Partial<Overlay>}
	| {readonly type: 'queried'; readonly query: string}
	| {readonly type: 'moved'; readonly by: number}
	| {readonly type: 'marked'; readonly marked: readonly string[]};

/** Entries to choose from, or lines to read. */
const lengthOf = ({text, rows, query}: Overlay): number =>
	text === undefined ? filterRows(rows, query).length : text.split('\n').length;

const within = (overlay: Overlay, selected: number): number =>
	Math.max(0, Math.min(Math.max(0, lengthOf(overlay) - 1), selected));

function changeTop(
	overlays: readonly Overlay[],
	change: (top: Overlay) => Overlay,
): readonly Overlay[] {
	const top = overlays.at(-1);
	return top ? [...overlays.slice(0, -1), change(top)] : overlays;
}

/** A step over the end of a list begins at its other end; a page stops there. */
function moved(overlay: Overlay, by: number): number {
	const wanted = overlay.selected + by;
	const length = lengthOf(overlay);
	const wraps = Math.abs(by) === 1 && overlay.text === undefined && length > 0;
	return wraps ? (wanted + length) % length : within(overlay, wanted);
}

/** A stack: the top one has the keyboard. */
export function reduceOverlays(
	overlays: readonly Overlay[],
	action: OverlayAction,
): readonly Overlay[] {
	switch (action.type) {
		case 'opened':
			return [...overlays, {...action.overlay, query: ''}];
		case 'closed':
			return overlays.filter(({id}) => id !== action.id);
		case 'changed':
			return changeTop(overlays, top => {
				const next = {...top, ...action.change};
				return {...next, selected: within(next, next.selected)};
			});
		case 'queried':
			return changeTop(overlays, top =>
				top.query === action.query ? top : {...top, query: action.query, selected: 0},
			);
		case 'marked':
			return changeTop(overlays, top => ({...top, marked: action.marked}));
		case 'moved':
			return changeTop(overlays, top => ({...top, selected: moved(top, action.by)}));
	}
}
