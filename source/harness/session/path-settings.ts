import type {EntryHead, SessionEntry} from './entries.ts';
import type {SessionTree} from './tree.ts';

export type PathSettings = {
	readonly level: string | undefined;
	readonly model: {readonly provider: string; readonly id: string} | undefined;
};

/** The choices that hold at a place of a tree (default: the leaf): the last ones on the way there. */
export function settingsAt(tree: SessionTree, id?: string | null): PathSettings {
	const path = tree.pathHeads(id);
	const level = entryOf(
		tree,
		path.findLast(({type}) => type === 'thinking_level_change'),
	);
	const model = entryOf(
		tree,
		path.findLast(head => namesModel(tree, head)),
	);
	return {
		level: level?.type === 'thinking_level_change' ? level.thinkingLevel : undefined,
		model: model && modelOf(model),
	};
}

const entryOf = (tree: SessionTree, head: EntryHead | undefined): SessionEntry | undefined =>
	head && tree.entry(head.id);

function modelOf(entry: SessionEntry): PathSettings['model'] {
	if (entry.type === 'model_change') return {provider: entry.provider, id: entry.modelId};
	if (entry.type !== 'message' || entry.message.role !== 'assistant') return undefined;
	const {provider, model: id, api} = entry.message;
	// Written by pi for a model that stands for several others and cannot be asked by itself.
	return api === 'pi-virtual' ? undefined : {provider, id};
}

function namesModel(tree: SessionTree, head: EntryHead): boolean {
	if (head.type !== 'model_change' && head.kind !== 'assistant') return false;
	const entry = tree.entry(head.id);
	return entry !== undefined && modelOf(entry) !== undefined;
}
