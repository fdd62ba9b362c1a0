import type {EditableContent, EntryOf, SessionEntry} from './entries.ts';
import {SessionError} from './session-error.ts';
import type {SessionTree} from './tree.ts';

/** Hides an entry from the model on this branch (null), or gives it other content. What is stored stays. */
export function editContext(
	tree: SessionTree,
	targetId: string,
	content: EditableContent | null,
): SessionEntry {
	const target = tree.pathHeads().some(({id}) => id === targetId)
		? tree.entry(targetId)
		: undefined;
	if (!target) {
		throw new SessionError('refused', `There is no entry ${targetId} on the way to here.`);
	}

	const role = target.type === 'message' ? target.message.role : undefined;
	const isAnswer = role === 'assistant' || role === 'toolResult';
	if (!isAnswer && role !== 'user' && target.type !== 'custom_message') {
		throw new SessionError('refused', `The entry ${targetId} has no content that could be edited.`);
	}

	return tree.append({
		type: 'context_edit',
		targetId,
		replacement: toReplacement(content, isAnswer),
	});
}

/** Answers and results hold blocks only. */
function toReplacement(
	content: EditableContent | null,
	isAnswer: boolean,
): EntryOf<'context_edit'>['replacement'] {
	if (content === null) return null;
	if (typeof content !== 'string' || !isAnswer) return {content};
	return {content: [{type: 'text', text: content}]};
}
