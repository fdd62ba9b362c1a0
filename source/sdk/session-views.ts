import type {AgentMessage} from '../agent/index.ts';
import {projectTree, type SessionEntry, type SessionTree, settingsAt} from '../harness/index.ts';

export type SessionTreeNode = {
	readonly entry: SessionEntry;
	readonly children: SessionTreeNode[];
	readonly label?: string;
	/** ISO 8601. */
	readonly labelTimestamp?: string;
};

/** What a model is shown, and the choices that hold there. */
export type SessionContext = {
	readonly messages: readonly AgentMessage[];
	readonly thinkingLevel: string;
	readonly model: {readonly provider: string; readonly modelId: string} | null;
};

export type SessionProjection = SessionContext & {
	/** Where the messages come from. */
	readonly entries: readonly {
		readonly sourceEntry: SessionEntry;
		readonly messages: readonly AgentMessage[];
	}[];
};

/** The roots, with all that hangs on them. */
export function treeNodes(tree: SessionTree): readonly SessionTreeNode[] {
	const labels = tree.labels();
	const nodes = new Map<string, SessionTreeNode>();
	const roots: SessionTreeNode[] = [];
	for (const entry of tree.entries()) {
		const mark = labels.get(entry.id);
		const node = {
			entry,
			children: [],
			...(mark ? {label: mark.label, labelTimestamp: mark.timestamp} : {}),
		};
		nodes.set(entry.id, node);
		(nodes.get(entry.parentId ?? '')?.children ?? roots).push(node);
	}

	return roots;
}

export function projectionOf(tree: SessionTree): SessionProjection {
	const {messages, ids} = projectTree(tree);
	const byEntry = new Map<string, AgentMessage[]>();
	for (const [at, message] of messages.entries()) {
		const id = ids[at] ?? '';
		byEntry.set(id, [...(byEntry.get(id) ?? []), message]);
	}

	const entries = [...byEntry].flatMap(([id, own]) => {
		const sourceEntry = tree.entry(id);
		return sourceEntry ? [{sourceEntry, messages: own}] : [];
	});
	const {level, model} = settingsAt(tree);
	return {
		entries,
		messages,
		thinkingLevel: level ?? 'off',
		model: model ? {provider: model.provider, modelId: model.id} : null,
	};
}
