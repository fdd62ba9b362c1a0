import {editable, forkSession} from './session/fork.ts';
import type {SessionTree} from './session/tree.ts';
import {recordChoices} from './session-navigation.ts';
import type {SessionParts} from './session-parts.ts';
import type {Runs} from './session-runs.ts';

export type Replacement = {
	newSession(): Promise<void>;
	openSession(file: string): Promise<void>;
	/** A new session up to the message before `entryId`; returns that message's text, to be said otherwise. */
	fork(entryId: string): Promise<string>;
	/** A new session with everything up to here. */
	clone(): Promise<void>;
};

type Reason = 'new' | 'resume' | 'fork';

async function replace(
	parts: SessionParts,
	runs: Runs,
	next: {tree: () => SessionTree; reason: Reason},
): Promise<void> {
	// Made first: if it cannot be had, the open session stays as it is.
	const tree = next.tree();
	runs.clearQueue();
	await runs.abort();
	parts.replaceTree(tree);
	if (tree.size() === 0) recordChoices(parts);
	await parts.hub.emit({type: 'session_replaced', reason: next.reason});
}

function entryOf(parts: SessionParts, id: string) {
	const entry = parts.tree().entry(id);
	if (!entry) throw new Error(`Entry not found: ${id}`);
	return entry;
}

/** Another session instead of this one. What runs is ended first; files stay as they are. */
export function createReplacement(parts: SessionParts, runs: Runs): Replacement {
	const {options} = parts;
	const forkAt = (id: string | null) =>
		replace(parts, runs, {
			reason: 'fork',
			tree: () =>
				forkSession(parts.tree(), id, {cwd: parts.state.get().cwd, sessions: options.sessions}),
		});
	return {
		newSession: () => replace(parts, runs, {tree: options.newTree, reason: 'new'}),
		openSession: file =>
			replace(parts, runs, {tree: () => options.openTree(file), reason: 'resume'}),
		async fork(entryId) {
			const entry = entryOf(parts, entryId);
			const text = editable(entry);
			if (text === undefined)
				throw new Error(`Invalid entry ID for forking: ${entryId} is not a message of the user`);
			await forkAt(entry.parentId);
			return text;
		},
		async clone() {
			const leaf = parts.tree().leafId();
			if (leaf === null) throw new Error('There is nothing to clone yet.');
			await forkAt(leaf);
		},
	};
}
