import type {SessionTree} from '../../../harness/index.ts';
import {textOf} from '../store/items.ts';
import type {SelectorRow} from '../store/state.ts';
import {oneLine} from '../tool-views/tool-view.ts';
import {shortTime} from './row-parts.ts';

/** What the person said on the way to here, the newest last: each is a place to begin anew from. */
export function forkRows(tree: SessionTree, now: number): readonly SelectorRow[] {
	return tree
		.pathHeads()
		.filter(({type, kind}) => type === 'message' && kind === 'user')
		.flatMap(({id, timestamp}) => {
			const entry = tree.entry(id);
			if (entry?.type !== 'message' || !('content' in entry.message)) return [];
			const label = oneLine(textOf(entry.message.content).slice(0, 400)) || '[image]';
			return [{value: id, label, hint: shortTime(timestamp, now)}];
		});
}
