import {editable, forkSession} from './session/fork.ts';
import type {SessionTree} from './session/tree.ts';
import {continuationOf} from './session-folder.ts';
import type {Follower} from './session-follower.ts';
import {recordChoices} from './session-navigation.ts';
import type {SessionParts} from './session-parts.ts';
import type {Runs} from './session-runs.ts';
import {withWriter} from './shared-session.ts';

export type Replacement = {
	newSession(): Promise<void>;
	openSession(file: string): Promise<void>;
	/** A new session up to the message before `entryId`; returns that message's text, to be said otherwise. */
	fork(entryId: string): Promise<string>;
	/** A new session with everything up to here. */
	clone(): Promise<void>;
};

type Reason = 'new' | 'resume' | 'fork';

type Around = {readonly runs: Runs; readonly follower: Follower};

async function replace(
	parts: SessionParts,
	{runs, follower}: Around,
	next: {readonly tree: SessionTree; readonly reason: Reason},
): Promise<void> {
	const {tree} = next;
	const {steering, followUp} = runs.clearQueue();
	await runs.abort();
	parts.replaceTree(tree);
	follower.look();
	const undelivered = [...steering, ...followUp].map(({text}) => text);
	if (undelivered.length > 0) parts.options.ui.setEditorText(undelivered.join('\n\n'));
	if (tree.size() === 0) recordChoices(parts);
	await parts.hub.emit({type: 'session_replaced', reason: next.reason});
}

function entryOf(parts: SessionParts, id: string) {
	const entry = parts.tree().entry(id);
	if (!entry) throw new Error(`Entry not found: ${id}`);
	return entry;
}

/** Another session instead of this one. What runs is ended first; files stay as they are. */
export function createReplacement(parts: SessionParts, around: Around): Replacement {
	const {options} = parts;
	const copyOf = (tree: SessionTree, id: string | null) =>
		forkSession(tree, id, {cwd: parts.state.get().cwd, sessions: options.sessions});
	// Each tree is made first: if it cannot be had, the open session stays as it is.
	const forkAt = (id: string | null) =>
		replace(parts, around, {reason: 'fork', tree: copyOf(parts.tree(), id)});
	return {
		newSession: () => replace(parts, around, {tree: options.newTree(), reason: 'new'}),
		async openSession(file) {
			const {ui, sessions} = options;
			const {cwd} = parts.state.get();
			const next = await continuationOf(file, {cwd, sessions, ui});
			if (!next) return;
			const found = options.openTree(next.file);
			const fork = () => copyOf(found, found.leafId());
			const isOurs = found.file === parts.tree().file;
			const keep = () => (isOurs ? found : withWriter(found, {ui, fork}));
			const tree = next.isCopied ? fork() : await keep();
			if (tree) await replace(parts, around, {tree, reason: 'resume'});
		},
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
