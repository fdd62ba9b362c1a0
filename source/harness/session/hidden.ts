import {isObject} from './raw-record.ts';
import type {SessionTree} from './tree.ts';

const hiddenType = 'bough.hidden';

/** Takes a branch out of sight, or brings it back. A fact that is appended: nothing is deleted. */
export function setHidden(tree: SessionTree, targetId: string, hidden: boolean): void {
	tree.append({type: 'custom', customType: hiddenType, data: {targetId, hidden}});
}

/** The entries whose branches are out of sight. The last word in the file counts. */
export function hiddenBranches(tree: SessionTree): ReadonlySet<string> {
	const hidden = new Set<string>();
	for (const {id, kind} of tree.heads()) {
		const entry = kind === hiddenType ? tree.entry(id) : undefined;
		if (entry?.type !== 'custom' || !isObject(entry.data)) continue;
		const {targetId} = entry.data;
		if (typeof targetId !== 'string') continue;
		if (entry.data.hidden === true) hidden.add(targetId);
		else hidden.delete(targetId);
	}

	return hidden;
}
