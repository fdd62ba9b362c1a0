import type {TreeFilter} from './arrange.ts';
import {treeFilters} from './arrange.ts';
import type {NavigatorState, NavigatorView} from './navigator-state.ts';

// What keys make of the state: pure, each from what is on the screen to the next state.

export const idAt = ({outline, arrangement}: NavigatorView, index: number): string | undefined => {
	const row = arrangement.row(index);
	return row && outline.heads[row.node]?.id;
};

export function select(view: NavigatorView, index: number): NavigatorState {
	const last = view.arrangement.count - 1;
	const id = idAt(view, Math.max(0, Math.min(index, last)));
	return id === undefined ? view.state : {...view.state, selected: id, hint: undefined};
}

const withFold = ({state}: NavigatorView, id: string, isFolded: boolean): NavigatorState => {
	const folded = new Set(state.folded);
	if (isFolded) folded.add(id);
	else folded.delete(id);
	return {...state, folded, selected: id};
};

/** Folds the part that begins here; within a part, or where nothing is left to fold, up to where it begins. */
export function foldOrUp(view: NavigatorView): NavigatorState {
	const {arrangement, state, at} = view;
	const row = arrangement.row(at);
	const id = idAt(view, at);
	if (!row || id === undefined) return state;
	const canFold = row.isStart && row.below > 0 && !row.isFolded && state.query === '';
	if (canFold) return withFold(view, id, true);
	let up = row.parent;
	while (arrangement.row(up)?.isStart === false) up = arrangement.row(up)?.parent ?? -1;
	return select(view, up);
}

/** Unfolds; where nothing is folded, down to the next beginning of a part, or to the end. */
export function unfoldOrDown(view: NavigatorView): NavigatorState {
	const {arrangement, at} = view;
	const id = idAt(view, at);
	if (arrangement.row(at)?.isFolded && id !== undefined) return withFold(view, id, false);
	const next = arrangement.nextStart(at);
	return select(view, next < 0 ? arrangement.count - 1 : next);
}

export const withFilter = ({state}: NavigatorView, filter: TreeFilter): NavigatorState => ({
	...state,
	filter,
	hint: undefined,
});

export function cycleFilter(view: NavigatorView, by: 1 | -1): NavigatorState {
	const at = treeFilters.indexOf(view.state.filter) + by + treeFilters.length;
	return withFilter(view, treeFilters[at % treeFilters.length] ?? 'default');
}

/** A search sees into folded parts; what was selected stays so if it is still there. */
export const withQuery = ({state}: NavigatorView, query: string): NavigatorState => ({
	...state,
	query,
	hint: undefined,
});
