import type {AgentMessage} from '../agent/index.ts';
import type {EntryBody, SessionEntry} from './session/entries.ts';
import type {SessionTree} from './session/tree.ts';

/** How a message is kept. Summaries are entries of their own and never come this way. */
function toBody(message: AgentMessage): EntryBody {
	if (message.role !== 'custom') return {type: 'message', message};
	const {customType, content, display, details} = message;
	return {
		type: 'custom_message',
		customType,
		content,
		display,
		...(details === undefined ? {} : {details}),
	};
}

export const record = (tree: SessionTree, message: AgentMessage): SessionEntry =>
	tree.append(toBody(message));

/** Takes the newest failed answer, and what came of its calls, out of what the model is shown. */
export function hideFailedAnswer(tree: SessionTree): readonly SessionEntry[] {
	const path = tree.path();
	const at = path.findLastIndex(
		entry => entry.type === 'message' && entry.message.role === 'assistant',
	);
	const targets = path
		.slice(at)
		.filter(
			entry =>
				entry.type === 'message' &&
				(entry.message.role === 'assistant' || entry.message.role === 'toolResult'),
		);
	if (at < 0) return [];
	return targets.map(({id}) =>
		tree.append({type: 'context_edit', targetId: id, replacement: null}),
	);
}
