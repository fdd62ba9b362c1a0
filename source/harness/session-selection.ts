import {clampLevel, type Model, type ThinkingLevel} from '../ai/index.ts';
import type {SessionParts} from './session-parts.ts';

export type Selection = {
	setModel(model: Model): void;
	setThinkingLevel(level: ThinkingLevel): void;
	setActiveTools(names: readonly string[]): void;
};

/** Who answers, how hard it thinks and with which tools. Each choice is an entry of the tree. */
export function createSelection(parts: SessionParts): Selection {
	const {patch, hub, options} = parts;
	return {
		setModel(model) {
			parts.append({type: 'model_change', provider: model.provider, modelId: model.id});
			patch({model});
			parts.refresh();
			void hub.emit({type: 'model_changed', provider: model.provider, modelId: model.id});
		},
		setThinkingLevel(level) {
			const {model} = parts.state.get();
			const offered = model ? clampLevel(model, level) : level;
			if (parts.state.get().level === offered) return;
			parts.append({type: 'thinking_level_change', thinkingLevel: offered});
			patch({level: offered});
			void hub.emit({type: 'thinking_level_changed', level: offered});
		},
		// What changed is told to the model before the next request, as a patch of the system message.
		setActiveTools(names) {
			const known = new Set(options.tools.map(tool => tool.name));
			patch({activeTools: names.filter(name => known.has(name))});
		},
	};
}
