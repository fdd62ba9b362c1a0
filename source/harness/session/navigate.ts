import {leafType} from './leaf.ts';
import type {SessionTree} from './tree.ts';

/**
 * Appends where the person is now, so that the session opens there again although nothing was said since.
 * Other programs land on that entry, a child of the leaf, which shows the model the same.
 */
export function rememberLeaf(tree: SessionTree): void {
	const leafId = tree.leafId();
	tree.append({type: 'custom', customType: leafType, data: {leafId}});
	tree.moveTo(leafId);
}
