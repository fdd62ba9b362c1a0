import {leaseHolder} from './session/lease.ts';
import {writerText} from './session/owned-tree.ts';
import type {SessionTree} from './session/tree.ts';
import type {UserInterface} from './user-interface.ts';

const along = 'Read along, and go on here when the other one has ended';
const copy = 'Go on in a copy';

/**
 * What to do with a session that another process writes. Without a person to ask it is read along.
 * undefined: not to be opened at all.
 */
export async function withWriter(
	tree: SessionTree,
	{ui, fork}: {readonly ui: UserInterface; fork(): SessionTree},
): Promise<SessionTree | undefined> {
	const holder = tree.file === undefined ? undefined : leaseHolder(tree.file);
	if (!holder) return tree;
	if (!ui.canAsk) {
		ui.notify(`${writerText(holder)} writes ${tree.file}: it is only read here.`, 'warning');
		return tree;
	}

	const chosen = await ui.ask({
		kind: 'select',
		title: 'This session is open elsewhere',
		message: `${writerText(holder)} writes it.`,
		options: [along, copy],
	});
	if (chosen === undefined) return undefined;
	return chosen === copy ? fork() : tree;
}
