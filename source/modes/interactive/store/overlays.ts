import {filterRows} from '../selectors/filter.ts';
import type {Overlay} from './state.ts';

/** It may begin where it was left. */
export type NewOverlay = Omit<Overlay, 'query' | 'selected'> &
	Partial<Pick<Overlay, 'query' | 'selected'>>;

export type OverlayAction =
	| {readonly type: 'opened'; readonly overlay: NewOverlay}
	| {readonly type: 'closed'; readonly id: string}
	| {readonly type: 'queried'; readonly query: string}
	| {readonly type: 'moved'; readonly by: number}
	| {readonly type: 'marked'; readonly marked: readonly string[]};

/** Entries to choose from, or lines to read. */
const lengthOf = ({text, rows, query}: Overlay): number =>
	text === undefined ? filterRows(rows, query).length : text.split('\n').length;

function changeTop(
	overlays: readonly Overlay[],
	change: (top: Overlay) => Overlay,
): readonly Overlay[] {
	const top = overlays.at(-1);
	return top ? [...overlays.slice(0, -1), change(top)] : overlays;
}

/** A stack: the top one has the keyboard. */
export function reduceOverlays(
	overlays: readonly Overlay[],
	action: OverlayAction,
): readonly Overlay[] {
	switch (action.type) {
		case 'opened':
			return [...overlays, {query: '', selected: 0, ...action.overlay}];
		case 'closed':
			return overlays.filter(({id}) => id !== action.id);
		case 'queried':
			return changeTop(overlays, top => ({...top, query: action.query, selected: 0}));
		case 'marked':
			return changeTop(overlays, top => ({...top, marked: action.marked}));
		case 'moved':
			return changeTop(overlays, top => {
				const last = Math.max(0, lengthOf(top) - 1);
				return {...top, selected: Math.max(0, Math.min(last, top.selected + action.by))};
			});
	}
}
