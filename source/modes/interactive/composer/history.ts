import {emptyBuffer, fullText, setText, type TextBuffer} from './text-buffer.ts';

/** Earlier prompts, the oldest first, and where among them the person is. */
export type PromptHistory = {
	readonly entries: readonly string[];
	/** Index of the entry that is shown; the number of entries: the person's own draft. */
	readonly at: number;
	/** What was being written when the person went back. */
	readonly draft: TextBuffer | undefined;
};

const limit = 1000;

export const emptyHistory: PromptHistory = {entries: [], at: 0, draft: undefined};

/** Of prompts that were sent several times the last one counts. */
export function historyOf(prompts: readonly string[]): PromptHistory {
	const newestFirst = new Set(prompts.filter(text => text.trim() !== '').toReversed());
	const entries = [...newestFirst].slice(0, limit).toReversed();
	return {entries, at: entries.length, draft: undefined};
}

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
	if (next === entries.length && kept) {
		const {kills, chips, images} = buffer;
		return {history, buffer: {...kept, kills, chips, images}};
	}

	const text = entries[next] ?? '';
	// Another text begins: nothing of the one before can be undone into it.
	const {kills, chips, images} = buffer;
	const shown =
		fullText(buffer) === text ? buffer : setText(text, {...emptyBuffer, kills, chips, images});
	return {history, buffer: shown};
}
