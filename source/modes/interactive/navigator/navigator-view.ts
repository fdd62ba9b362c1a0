import type {SessionTree} from '../../../harness/index.ts';
import {type Arrangement, type Arranging, arrange} from './arrange.ts';
import {searchText} from './entry-line.ts';
import type {NavigatorState, NavigatorView} from './navigator-state.ts';
import {type Outline, toOutline} from './outline.ts';
import {createSearchIndex, type SearchIndex, wordsOf} from './search-index.ts';

export type ViewParts = {
	/** More was read of what is searched. */
	onMore(): void;
	later(run: () => void): () => void;
	readonly now: () => number;
};

export type ViewMaker = {
	/** What the state comes to in the tree as it is now; made anew only where something is different. */
	view(tree: SessionTree, state: NavigatorState): NavigatorView;
	stop(): void;
};

type Known = {
	readonly tree: SessionTree;
	readonly size: number;
	readonly leaf: string | null;
	readonly outline: Outline;
	readonly index: SearchIndex;
};

type Arranged = {
	readonly outline: Outline;
	readonly state: NavigatorState;
	readonly searched: number;
	readonly arrangement: Arrangement;
};

const isSame = (one: NavigatorState, other: NavigatorState): boolean =>
	one.filter === other.filter &&
	one.query === other.query &&
	one.folded === other.folded &&
	one.showsHidden === other.showsHidden;

export function createViewMaker({onMore, later, now}: ViewParts): ViewMaker {
	let known: Known | undefined;
	let arranged: Arranged | undefined;
	let shown: NavigatorView | undefined;

	const look = (tree: SessionTree): Known => {
		const [size, leaf] = [tree.size(), tree.leafId()];
		if (known?.tree === tree && known.size === size && known.leaf === leaf) return known;
		known?.index.stop();
		const outline = toOutline(tree);
		const textOf = (number: number) => {
			const entry = tree.entry(outline.heads[number]?.id ?? '');
			return entry ? searchText(entry) : '';
		};
		const index = createSearchIndex({size: outline.heads.length, textOf, onMore, later, now});
		known = {tree, size, leaf, outline, index};
		return known;
	};

	const arrangeNow = ({outline, index}: Known, state: NavigatorState): Arranged => {
		const words = wordsOf(state.query);
		const searched = index.progress();
		if (words.length > 0) index.fill();
		const isKnown = arranged?.outline === outline && isSame(arranged.state, state);
		if (arranged && isKnown && (words.length === 0 || arranged.searched === searched))
			return arranged;
		const {filter, folded, showsHidden} = state;
		const labelled = (node: number) =>
			outline.labels.get(outline.heads[node]?.id ?? '')?.label.toLowerCase() ?? '';
		const matches: Arranging['matches'] =
			words.length === 0
				? undefined
				: node => index.matches(node, words) || words.every(word => labelled(node).includes(word));
		const arrangement = arrange(outline, {filter, folded, showsHidden, matches});
		arranged = {outline, state, searched, arrangement};
		return arranged;
	};

	return {
		view(tree, state) {
			const now = look(tree);
			const {arrangement, searched} = arrangeNow(now, state);
			if (shown?.state === state && shown.arrangement === arrangement) return shown;
			const {outline} = now;
			const selected = state.selected === undefined ? -1 : outline.numberOf(state.selected);
			const row = arrangement.rowOf(selected < 0 ? outline.leaf : selected);
			const at = row < 0 ? arrangement.count - 1 : row;
			shown = {state, outline, arrangement, searched, at};
			return shown;
		},
		stop: () => known?.index.stop(),
	};
}
