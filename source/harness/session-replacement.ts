import {editable, forkSession} from './session/fork.ts';
import type {SessionTree} from './session/tree.ts';
import {continuationOf} from './session-folder.ts';
import type {Follower} from './session-follower.ts';
import {recordChoices} from './session-navigation.ts';
import type {SessionParts} from './session-parts.ts';
import type {Runs} from './session-runs.ts';
import {withWriter} from './shared-session.ts';

export type Replacement = {
	/** false, here and below: an extension wanted the session to stay. */
	newSession(): Promise<boolean>;
	openSession(file: string): Promise<boolean>;
	/**
	 * A new session up to the message before `entryId`; returns that message's text, to be said otherwise. undefined: an
	 * extension wanted the session to stay.
	 */
	fork(entryId: string): Promise<string | undefined>;
	/** A new session with everything up to here, or up to an entry. */
	clone(entryId?: string): Promise<boolean>;
};

type Reason = 'new' | 'resume' | 'fork';

type Next = {
	readonly tree: SessionTree;
	readonly reason: Reason;
	/** For a fork: where it begins. */
	readonly entryId?: string;
	readonly position?: 'before' | 'at';
};

type Around = {readonly runs: Runs; readonly follower: Follower};

/** Whether extensions let the session go. */
async function mayLeave({hooks}: SessionParts, next: Next): Promise<boolean> {
	const {reason, tree, entryId = '', position = 'at'} = next;
	const target = tree.file === undefined ? {} : {targetSessionFile: tree.file};
	const answer =
		reason === 'fork'
			? await hooks.emit('session_before_fork', {entryId, position})
			: await hooks.emit('session_before_switch', {reason, ...target});
	return answer?.cancel !== true;
}

async function replace(
	parts: SessionParts,
	{runs, follower}: Around,
	next: Next,
): Promise<boolean> {
	const {hooks} = parts;
	const {tree, reason} = next;
	if (!(await mayLeave(parts, next))) return false;
	const {file: previous} = parts.tree();
	const {steering, followUp} = runs.clearQueue();
	await runs.abort();
	await hooks.end(reason, tree.file);
	parts.replaceTree(tree);
	follower.look();
	const undelivered = [...steering, ...followUp].map(({text}) => text);
	if (undelivered.length > 0) parts.options.ui.setEditorText(undelivered.join('\n\n'));
	if (tree.size() === 0) recordChoices(parts);
	await parts.hub.emit({type: 'session_replaced', reason});
	await hooks.begin(reason, previous);
	return true;
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
	const forkAt = (id: string | null, asked: Pick<Next, 'entryId' | 'position'>) =>
		replace(parts, around, {...asked, reason: 'fork', tree: copyOf(parts.tree(), id)});
	return {
		newSession: () => replace(parts, around, {tree: options.newTree(), reason: 'new'}),
		async openSession(file) {
			const {ui, sessions} = options;
			const {cwd} = parts.state.get();
			const next = await continuationOf(file, {cwd, sessions, ui});
			if (!next) return false;
			const found = options.openTree(next.file);
			const fork = () => copyOf(found, found.leafId());
			const isOurs = found.file === parts.tree().file;
			const keep = () => (isOurs ? found : withWriter(found, {ui, fork}));
			const tree = next.isCopied ? fork() : await keep();
			return tree ? replace(parts, around, {tree, reason: 'resume'}) : false;
		},
		async fork(entryId) {
			const entry = entryOf(parts, entryId);
			const text = editable(entry);
			if (text === undefined)
				throw new Error(`Invalid entry ID for forking: ${entryId} is not a message of the user`);
			const isDone = await forkAt(entry.parentId, {entryId, position: 'before'});
			return isDone ? text : undefined;
		},
		async clone(entryId) {
			const leaf = entryId === undefined ? parts.tree().leafId() : entryOf(parts, entryId).id;
			if (leaf === null) throw new Error('There is nothing to clone yet.');
			return forkAt(leaf, {entryId: leaf, position: 'at'});
		},
	};
}
