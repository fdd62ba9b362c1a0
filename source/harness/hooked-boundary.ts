import type {Turn} from '../agent/index.ts';
import {type BoundaryState, type EntryDraft, isDraft} from './extensions/boundary.ts';
import {convertToLlm} from './session/convert-to-llm.ts';
import type {EntryBody} from './session/entries.ts';
import type {SessionParts} from './session-parts.ts';

function toBody(draft: EntryDraft, tokensBefore: number): EntryBody {
	if (draft.type !== 'compaction') return draft;
	const {firstKeptEntryId, ...rest} = draft;
	return {
		...rest,
		tokensBefore,
		fromHook: true,
		...(firstKeptEntryId === null ? {} : {firstKeptEntryId}),
	};
}

function emptyState(parts: SessionParts, outcome: BoundaryState['outcome']): BoundaryState {
	const {messages, ids} = parts.projection();
	const contextMessages = messages.filter(({role}) => role !== 'system');
	return {
		entries: [],
		continue: false,
		outcome,
		context: {
			contextEntries: [...new Set(ids)].flatMap(id => parts.tree().entry(id) ?? []),
			contextMessages,
			llmMessages: convertToLlm(contextMessages),
			pendingMessages: [],
			canContinue: contextMessages.length > 0,
		},
	};
}

/** Keeps the whole proposal or, when a part of it makes no sense, nothing of it. */
function commit(parts: SessionParts, proposal: BoundaryState): boolean {
	const {entries, continue: goesOn} = proposal;
	if (!entries.every(isDraft)) {
		parts.options.ui.notify(
			'An extension proposed entries that cannot be kept; none of them was.',
			'warning',
		);
		return false;
	}

	const tokensBefore = parts.state.get().context.tokens ?? 0;
	for (const draft of entries) {
		const entry = parts.append(toBody(draft, tokensBefore));
		void parts.hub.emit({type: 'entry_appended', entry});
	}

	return goesOn;
}

const idsOfLast = (parts: SessionParts, count: number): readonly string[] =>
	parts
		.tree()
		.pathHeads()
		.filter(({type}) => type === 'message')
		.slice(-count)
		.map(({id}) => id);

/** The end of a turn, as extensions see it; says whether they want the model to be asked again. */
export async function endTurn(
	parts: SessionParts,
	{message, toolResults, failure}: Turn,
	turnIndex: number,
): Promise<boolean> {
	const {hooks} = parts;
	if (!hooks.has('turn_end')) return false;
	const ids = idsOfLast(parts, 1 + toolResults.length);
	const isAborted = message.stopReason === 'aborted';
	const outcome = isAborted ? 'aborted' : failure ? 'error' : 'completed';
	const proposal = await hooks.emit('turn_end', {
		...emptyState(parts, outcome),
		turnIndex,
		message,
		toolResults,
		messageEntryId: ids[0] ?? '',
		toolResultEntryIds: ids.slice(1),
	});
	return commit(parts, proposal) && outcome === 'completed';
}

/** Nothing is left to do; says whether extensions have something. */
export async function beforeSettle(
	parts: SessionParts,
	outcome: BoundaryState['outcome'],
): Promise<boolean> {
	const {hooks} = parts;
	if (outcome === 'aborted' || !hooks.has('agent_before_settle')) return false;
	const proposal = await hooks.emit('agent_before_settle', emptyState(parts, outcome));
	return commit(parts, proposal);
}
