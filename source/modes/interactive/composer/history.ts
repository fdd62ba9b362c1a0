import {fullText, setText, type TextBuffer} from './text-buffer.ts';

/** Earlier prompts, the oldest first, and where among them the person is. */
export type PromptHistory = {
	readonly entries: readonly string[];
	/** Index of the entry that is shown; the number of entries: the person's own draft. */
	readonly at: number;
	/** What was being written when the person went back. */
	readonly draft: TextBuffer | undefined;
};

const limit = 100;

export const emptyHistory: PromptHistory = {entries: [], at: 0, draft: undefined};

export const historyOf = (prompts: readonly string[]): PromptHistory =>
	prompts.slice(-limit).reduce(addPrompt, emptyHistory);

/** A prompt that was sent is the newest one, and stands there once. */
export function addPrompt({entries}: PromptHistory, text: string): PromptHistory {
	if (text.trim() === '') return {entries, at: entries.length, draft: undefined};
	const next = [...entries.filter(entry => entry !== text), text].slice(-limit);
	return {entries: next, at: next.length, draft: undefined};
}

/** The prompt before or after the one that is shown. Nothing when there is none. */
export function recall(
	{entries, at, draft}: PromptHistory,
	by: -1 | 1,
	buffer: TextBuffer,
): {readonly history: PromptHistory; readonly buffer: TextBuffer} | undefined {
	const next = at + by;
	if (next < 0 || next > entries.length) return undefined;
	const kept = at === entries.length ? buffer : draft;
	const history = {entries, at: next, draft: next === entries.length ? undefined : kept};
	if (next === entries.length && kept) return {history, buffer: {...kept, kills: buffer.kills}};
	const text = entries[next] ?? '';
	// Another text begins: nothing of the one before can be undone into it.
	const shown = fullText(buffer) === text ? buffer : {...setText(text), kills: buffer.kills};
	return {history, buffer: shown};
}
