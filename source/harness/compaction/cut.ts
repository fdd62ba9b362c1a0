import type {AgentMessage} from '../../agent/index.ts';
import type {EntryHead} from '../session/entries.ts';
import {messageTokens, sumTokens} from '../session/estimate.ts';
import type {Projection} from '../session/projection.ts';

export type Cut = {
	/** Goes into the notes. */
	readonly summarised: readonly AgentMessage[];
	/** The beginning of the turn that the cut goes through; it gets notes of its own. */
	readonly turnPrefix: readonly AgentMessage[];
	/** First entry that stays as it is; undefined: nothing stays. */
	readonly firstKeptId: string | undefined;
};

/** Tokens. */
const shortBeginning = 500;

/**
 * Where to cut a context so that about `keepTokens` stay. Looks forward for a place that keeps calls and
 * results together, then back, so that a tail of huge results still has one. undefined: there is nothing to
 * summarise.
 */
export function findCut({messages, ids}: Projection, keepTokens: number): Cut | undefined {
	const first = messages.findIndex(isConversation);
	const wanted = tailStart(messages, keepTokens);
	if (first === -1 || wanted <= first) return undefined;
	const places = cutPlaces(messages).filter(place => place > first);
	const place = places.find(index => index >= wanted) ?? places.at(-1);
	if (place === undefined) return undefined;

	const turn = startOfTurn(messages, place) ?? place;
	const beginning = turn < first ? [] : messages.slice(turn, place);
	// Notes on a short beginning would be longer than it is: the whole turn stays.
	const at = sumTokens(beginning) <= shortBeginning ? place - beginning.length : place;
	if (at <= first) return undefined;
	const border = at === place ? at - beginning.length : at;
	return {
		summarised: messages.slice(0, border).filter(isConversation),
		turnPrefix: messages.slice(border, at).filter(isConversation),
		firstKeptId: ids[at],
	};
}

/** The state of the system and earlier notes are carried on in other ways. */
const isConversation = ({role}: AgentMessage): boolean =>
	role !== 'system' && role !== 'compactionSummary';

/** From here on there are at least `keep` tokens; 0 when there are fewer in all. */
function tailStart(messages: readonly AgentMessage[], keep: number): number {
	let sum = 0;
	for (const [index, message] of [...messages.entries()].reverse()) {
		sum += messageTokens(message);
		if (sum >= keep) return index;
	}

	return 0;
}

/** Messages that what is kept may begin with, so that no result is parted from its call. */
function cutPlaces(messages: readonly AgentMessage[]): readonly number[] {
	const lastResult = new Map<string, number>();
	for (const [index, message] of messages.entries()) {
		if (message.role === 'toolResult') lastResult.set(message.toolCallId, index);
	}

	const places: number[] = [];
	let pairedUpTo = -1;
	for (const [index, message] of messages.entries()) {
		// A result without a call must not come first either.
		const mayBegin = isConversation(message) && message.role !== 'toolResult';
		if (mayBegin && index > pairedUpTo) places.push(index);
		if (message.role !== 'assistant') continue;
		const results = message.content.flatMap(part =>
			part.type === 'toolCall' ? [lastResult.get(part.id) ?? -1] : [],
		);
		pairedUpTo = Math.max(pairedUpTo, ...results);
	}

	return places;
}

/** Where the turn began that `place` is in the middle of; undefined when it begins one itself. */
function startOfTurn(messages: readonly AgentMessage[], place: number): number | undefined {
	const kept = messages[place];
	if (kept && beginsTurn(kept)) return undefined;
	const start = messages.findLastIndex((message, index) => index < place && beginsTurn(message));
	return start === -1 ? undefined : start;
}

const beginsTurn = ({role}: AgentMessage): boolean =>
	role === 'user' || role === 'custom' || role === 'bashExecution' || role === 'branchSummary';

const inContext = new Set(['message', 'custom_message', 'branch_summary', 'compaction']);

/** The first kept entry with the records before it that the model does not see, such as a choice of model. */
export function withMetadata(path: readonly EntryHead[], firstKeptId: string): string {
	const at = path.findIndex(({id}) => id === firstKeptId);
	if (at === -1) return firstKeptId;
	const visible = path.slice(0, at).findLastIndex(({type}) => inContext.has(type));
	return path[visible + 1]?.id ?? firstKeptId;
}
