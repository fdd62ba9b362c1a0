import type {AgentMessage} from '../../agent/index.ts';
import {messageTokens} from '../session/estimate.ts';
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

/** A result must not be parted from its call, and a summary does not stand at a border. */
const canBegin = (message: AgentMessage): boolean =>
	message.role !== 'toolResult' &&
	message.role !== 'system' &&
	message.role !== 'compactionSummary';

const beginsTurn = (message: AgentMessage): boolean =>
	message.role === 'user' || message.role === 'custom' || message.role === 'bashExecution';

/** The first index from which the rest is no more than `keep` tokens. */
function tailStart(messages: readonly AgentMessage[], keep: number): number {
	let sum = 0;
	for (let index = messages.length - 1; index >= 0; index -= 1) {
		const message = messages[index];
		sum += message ? messageTokens(message) : 0;
		if (sum > keep) return index + 1;
	}

	return 0;
}

/**
 * Where to cut a context so that about `keepTokens` stay. Looks forward for a place that keeps pairs together,
 * then back, so that a tail of huge results still has one. undefined: there is nothing to summarise.
 */
export function findCut({messages, ids}: Projection, keepTokens: number): Cut | undefined {
	const wanted = tailStart(messages, keepTokens);
	const first = messages.findIndex(({role}) => role !== 'system' && role !== 'compactionSummary');
	if (first < 0) return undefined;
	let at = messages.findIndex(
		(message, index) => index >= Math.max(wanted, first + 1) && canBegin(message),
	);
	if (at < 0) at = messages.findLastIndex((message, index) => index > first && canBegin(message));
	if (at <= first || wanted === 0) return undefined;
	const kept = messages[at];
	const turnStart =
		kept && beginsTurn(kept)
			? at
			: messages.findLastIndex((message, index) => index < at && beginsTurn(message));
	const border = turnStart > first && turnStart < at ? turnStart : at;
	// Notes on a short beginning would be longer than it is: the whole turn stays.
	const beginning = messages.slice(border, at).reduce((sum, each) => sum + messageTokens(each), 0);
	if (beginning <= shortBeginning) at = border;
	const spoken = (part: readonly AgentMessage[]) => part.filter(({role}) => role !== 'system');
	return {
		summarised: spoken(messages.slice(0, border)).filter(({role}) => role !== 'compactionSummary'),
		turnPrefix: spoken(messages.slice(border, at)),
		firstKeptId: ids[at],
	};
}
