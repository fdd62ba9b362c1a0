import type {Usage} from '../../ai/index.ts';
import {editable} from './fork.ts';
import type {TotalsKeeper} from './totals.ts';
import type {SessionTree} from './tree.ts';

/** A way to an end of the tree. */
export type Branch = {
	readonly tip: string;
	/** The person is on it. */
	readonly isCurrent: boolean;
	/** What was asked last on it. */
	readonly prompt: string;
	readonly usage: Usage;
};

const said = new Set(['message', 'custom_message', 'compaction', 'branch_summary']);

/** The ends of the tree: the last thing of each branch that somebody said. Newest first. */
function tipsOf(tree: SessionTree): readonly string[] {
	const passed = new Set<string>();
	const tips: string[] = [];
	for (const {id, parentId, type} of tree.heads().toReversed()) {
		if (!said.has(type) || passed.has(id)) continue;
		tips.push(id);
		for (let at = parentId; at !== null && !passed.has(at); at = tree.parentOf(at) ?? null) {
			passed.add(at);
		}
	}

	return tips.filter(tip => !passed.has(tip));
}

function lastPrompt(tree: SessionTree, tip: string): string {
	for (const {id, kind} of tree.pathHeads(tip).toReversed()) {
		const entry = kind === 'user' ? tree.entry(id) : undefined;
		const text = entry && editable(entry);
		if (text !== undefined) return text.replaceAll(/\s+/g, ' ').trim();
	}

	return '';
}

/** What each branch cost, from the root to its end: what several have in common counts for each. */
export function branchesOf(
	tree: SessionTree,
	totals: Pick<TotalsKeeper, 'branchTo'>,
	most: number,
): {readonly branches: readonly Branch[]; readonly count: number} {
	const tips = tipsOf(tree);
	const way = new Set(tree.pathHeads().map(({id}) => id));
	const branches = tips.slice(0, most).map(tip => ({
		tip,
		isCurrent: way.has(tip),
		prompt: lastPrompt(tree, tip),
		usage: totals.branchTo(tip),
	}));
	return {branches, count: tips.length};
}
