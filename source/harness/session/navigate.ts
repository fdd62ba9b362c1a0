import {editable} from './fork.ts';
import {leafType} from './leaf.ts';
import {SessionError} from './session-error.ts';
import type {SessionTree} from './tree.ts';

/** All facts about a jump in the tree, found before anything moves. */
export type Jump = {
	/** The leaf that is left. */
	readonly from: string | null;
	/** The new leaf; null: before the first entry. */
	readonly to: string | null;
	/** Where the two ways part. */
	readonly ancestor: string | null;
	/** Entries that the new way does not have, oldest first. */
	readonly leftBehind: readonly string[];
	/** What was said at the entry that was chosen, to be said otherwise. */
	readonly editorText: string | undefined;
};

/** Choosing something that was said leads before it; anything else becomes the leaf itself. */
export function planJump(tree: SessionTree, entryId: string): Jump {
	const entry = tree.entry(entryId);
	if (!entry) throw new SessionError('refused', `There is no entry ${entryId} in this session.`);
	const editorText = editable(entry);
	const from = tree.leafId();
	const to = editorText === undefined ? entry.id : entry.parentId;
	const ancestor = commonAncestor(tree, from, to);
	const path = tree.pathHeads(from).map(head => head.id);
	const leftBehind = path.slice(ancestor === null ? 0 : path.indexOf(ancestor) + 1);
	return {from, to, ancestor, leftBehind, editorText};
}

/** The deepest entry on both ways; null when they have none in common. */
export function commonAncestor(
	tree: SessionTree,
	one: string | null,
	other: string | null,
): string | null {
	const onWay = new Set(tree.pathHeads(one).map(head => head.id));
	return tree.pathHeads(other).findLast(head => onWay.has(head.id))?.id ?? null;
}

/**
 * Appends where the person is now, so that the session opens there again although nothing was said since.
 * Other programs land on that entry, a child of the leaf, which shows the model the same.
 */
export function rememberLeaf(tree: SessionTree): void {
	const leafId = tree.leafId();
	tree.append({type: 'custom', customType: leafType, data: {leafId}});
	tree.moveTo(leafId);
}
