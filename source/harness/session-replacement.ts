import type {SessionTree} from './session/tree.ts';
import type {SessionParts} from './session-parts.ts';
import type {Runs} from './session-runs.ts';

export type Replacement = {
	newSession(): Promise<void>;
	openSession(file: string): Promise<void>;
};

/** The first records of a session say who answers and how hard it thinks. */
export function recordChoices(parts: SessionParts): void {
	const {model, level} = parts.state.get();
	if (parts.tree().size() > 0) return;
	if (model) parts.append({type: 'model_change', provider: model.provider, modelId: model.id});
	parts.append({type: 'thinking_level_change', thinkingLevel: level});
}

/** Another session in the place of this one. What runs is ended first; the old file stays as it is. */
export function createReplacement(parts: SessionParts, runs: Runs): Replacement {
	async function replace(tree: SessionTree, reason: 'new' | 'resume'): Promise<void> {
		runs.clearQueue();
		await runs.abort();
		parts.patch(parts.options.restore(tree));
		parts.replaceTree(tree);
		recordChoices(parts);
		await parts.hub.emit({type: 'session_replaced', reason});
	}

	return {
		newSession: () => replace(parts.options.newTree(), 'new'),
		openSession: async file => replace(parts.options.openTree(file), 'resume'),
	};
}
