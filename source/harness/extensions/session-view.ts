import path from 'node:path';
import type {AgentMessage} from '../../agent/index.ts';
import type {SessionEntry, SessionHeader} from '../session/entries.ts';
import {projectTree} from '../session/projection.ts';
import type {SessionTree} from '../session/tree.ts';

export type TreeNode = {
	readonly entry: SessionEntry;
	readonly children: readonly TreeNode[];
	readonly label?: string;
};

/** The open session, to be read: `ctx.sessionManager`. */
export type SessionView = {
	getCwd(): string;
	getSessionDir(): string;
	getSessionId(): string;
	getSessionFile(): string | undefined;
	getLeafId(): string | null;
	getLeafEntry(): SessionEntry | undefined;
	getEntry(id: string): SessionEntry | undefined;
	getLabel(id: string): string | undefined;
	/** Root to `id`, or to where the session is. */
	getBranch(id?: string): SessionEntry[];
	getHeader(): SessionHeader;
	getEntries(): SessionEntry[];
	getTree(): TreeNode[];
	getSessionName(): string | undefined;
	/** The entries that the model is shown. */
	buildContextEntries(): SessionEntry[];
	buildSessionProjection(): {
		readonly messages: readonly AgentMessage[];
		readonly entryIds: readonly string[];
	};
	buildSessionContext(): {readonly messages: readonly AgentMessage[]};
};

function nodesBelow(tree: SessionTree, id: string | null): TreeNode[] {
	return tree.childrenOf(id).flatMap(child => {
		const entry = tree.entry(child);
		if (!entry) return [];
		const label = tree.label(child);
		return [{entry, children: nodesBelow(tree, child), ...(label === undefined ? {} : {label})}];
	});
}

export function createSessionView(tree: () => SessionTree, cwd: () => string): SessionView {
	const entryOf = (id: string | null) => (id === null ? undefined : tree().entry(id));
	return {
		getCwd: cwd,
		getSessionDir: () => path.dirname(tree().file ?? path.join(cwd(), 'session')),
		getSessionId: () => tree().header.id,
		getSessionFile: () => tree().file,
		getLeafId: () => tree().leafId(),
		getLeafEntry: () => entryOf(tree().leafId()),
		getEntry: entryOf,
		getLabel: id => tree().label(id),
		getBranch: id => [...tree().path(id)],
		getHeader: () => tree().header,
		getEntries: () => [...tree().entries()],
		getTree: () => nodesBelow(tree(), null),
		getSessionName: () => tree().name(),
		buildContextEntries: () => {
			const ids = new Set(projectTree(tree()).ids);
			return [...ids].flatMap(id => tree().entry(id) ?? []);
		},
		buildSessionProjection: () => {
			const {messages, ids} = projectTree(tree());
			return {messages, entryIds: ids};
		},
		buildSessionContext: () => ({messages: projectTree(tree()).messages}),
	};
}
