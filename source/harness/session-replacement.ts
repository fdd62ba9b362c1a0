import {editable, forkSession} from './session/fork.ts';
import type {SessionTree} from './session/tree.ts';
import {recordChoices} from './session-navigation.ts';
import type {SessionParts} from './session-parts.ts';
import type {Runs} from './session-runs.ts';

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
	readonly tree: () => SessionTree;
	readonly reason: Reason;
	/** The file that is opened, when it is known. */
	readonly target?: string;
	/** For a fork: where it begins. */
	readonly entryId?: string;
	readonly position?: 'before' | 'at';
};

/** Whether extensions let the session go. */
async function mayLeave({hooks}: SessionParts, {reason, target, ...at}: Next): Promise<boolean> {
	const answer =
		reason === 'fork'
			? await hooks.emit('session_before_fork', {
					entryId: at.entryId ?? '',
					position: at.position ?? 'at',
				})
			: await hooks.emit('session_before_switch', {
					reason,
					...(target === undefined ? {} : {targetSessionFile: target}),
				});
	return answer?.cancel !== true;
}

async function replace(parts: SessionParts, runs: Runs, next: Next): Promise<boolean> {
	const {hooks} = parts;
	const {reason, target} = next;
	if (!(await mayLeave(parts, next))) return false;
	// Made first: if it cannot be had, the open session stays as it is.
	const tree = next.tree();
	const {file: previous} = parts.tree();
	runs.clearQueue();
	await runs.abort();
	await hooks.end(reason, target ?? tree.file);
	parts.replaceTree(tree);
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
export function createReplacement(parts: SessionParts, runs: Runs): Replacement {
	const {options} = parts;
	const forkAt = (id: string | null, asked: Pick<Next, 'entryId' | 'position'>) =>
		replace(parts, runs, {
			...asked,
			reason: 'fork',
			tree: () =>
				forkSession(parts.tree(), id, {cwd: parts.state.get().cwd, sessions: options.sessions}),
		});
	return {
		newSession: () => replace(parts, runs, {tree: options.newTree, reason: 'new'}),
		openSession: file =>
			replace(parts, runs, {
				tree: () => options.openTree(file),
				reason: 'resume',
				target: file,
			}),
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
