import type {SessionEntry} from './session/entries.ts';

/** What the user said, on all branches, in the order of the file: the places where a fork can begin. */
export const userTexts = (
	entries: readonly SessionEntry[],
): readonly {readonly entryId: string; readonly text: string}[] =>
	entries.flatMap(entry => {
		if (entry.type !== 'message' || entry.message.role !== 'user') return [];
		const {content} = entry.message;
		const text =
			typeof content === 'string'
				? content
				: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
		return text === '' ? [] : [{entryId: entry.id, text}];
	});
