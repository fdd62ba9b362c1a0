import type {Model, ThinkingLevel} from '../ai/index.ts';
import type {SessionParts} from './session-parts.ts';

export type Selection = {
	setModel(model: Model): void;
	setThinkingLevel(level: ThinkingLevel): void;
	setActiveTools(names: readonly string[]): void;
	setName(name: string): void;
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
			if (parts.state.get().level === level) return;
			parts.append({type: 'thinking_level_change', thinkingLevel: level});
			patch({level});
			void hub.emit({type: 'thinking_level_changed', level});
		},
		// What changed is told to the model before the next request, as a patch of the system message.
		setActiveTools(names) {
			const known = new Set(options.tools.map(tool => tool.name));
			patch({activeTools: names.filter(name => known.has(name))});
		},
		setName(name) {
			const title = name.replace(/[\r\n]+/g, ' ').trim();
			parts.append({type: 'session_info', ...(title === '' ? {} : {name: title})});
			void hub.emit({type: 'session_info_changed', ...(title === '' ? {} : {name: title})});
		},
	};
}
