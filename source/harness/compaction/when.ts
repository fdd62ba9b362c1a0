import type {Model} from '../../ai/index.ts';
import type {EntryHead} from '../session/entries.ts';
import {isObject} from '../session/raw-record.ts';
import type {SessionTree} from '../session/tree.ts';

export type CompactionLimits = {
	/** Tokens kept free for the answer; compaction starts when less is left. */
	readonly reserveTokens: number;
	/** Tokens of recent conversation that stay as they are. */
	readonly keepRecentTokens: number;
};

export type LimitOverrides = Readonly<Record<string, Partial<CompactionLimits>>>;

/** The limits for a model; of an override for `provider/id` each number counts by itself, if it is one. */
export function limitsFor(
	usual: CompactionLimits,
	overrides: LimitOverrides | undefined,
	model: Pick<Model, 'provider' | 'id'> | undefined,
): CompactionLimits {
	const own = (model && overrides?.[`${model.provider}/${model.id}`]) ?? {};
	const pick = (key: keyof CompactionLimits) => {
		const value = own[key];
		return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : usual[key];
	};

	return {reserveTokens: pick('reserveTokens'), keepRecentTokens: pick('keepRecentTokens')};
}

export type Fullness = {
	/** undefined: not known, and then nothing starts by itself. */
	readonly tokens: number | null | undefined;
	readonly window: number;
	readonly reserveTokens: number;
};

/** Less is left of the window than an answer may need. A reserve that is no smaller than the window leaves half of it. */
export function isFull({tokens, window, reserveTokens}: Fullness): boolean {
	return typeof tokens === 'number' && window > 0 && tokens > roomIn(window, reserveTokens);
}

/** Tokens that a request may hold. */
export const roomIn = (window: number, reserveTokens: number): number =>
	reserveTokens < window ? window - reserveTokens : window / 2;

/** A summary that hardly shortens the request would be asked for again at once, and so for ever. */
export const hasShrunk = (before: number, after: number): boolean => after <= before * 0.9;

const failureType = 'bough.compaction-failed';
const mostFailures = 2;
const mostFailuresInAll = 3;
const inARow = 3;
const fewAnswers = 2;

/** Keeps in the session that a compaction failed, so that no restart begins the attempts anew. */
export function noteFailure(tree: SessionTree, reason: string): void {
	tree.append({type: 'custom', customType: failureType, data: {reason}});
}

/**
 * Why no further compaction may start by itself on this branch; undefined: one may. What stops it is told
 * by the entries alone, over turns and restarts: failures since the last one that succeeded, or one
 * compaction after another with hardly an answer between them. Compacting by hand is always possible.
 */
export function automaticStop(tree: SessionTree): string | undefined {
	const newestFirst = tree.pathHeads().toReversed();
	const last = newestFirst.findIndex(({type}) => type === 'compaction');
	const since = last === -1 ? newestFirst : newestFirst.slice(0, last);
	const failures = since.filter(({kind}) => kind === failureType);
	const [newest] = failures;
	if (newest && failures.length >= mostFailures) {
		const between = since.slice(
			0,
			since.findLastIndex(({kind}) => kind === failureType),
		);
		const hasAnswered = between.some(head => isAnswer(tree, head));
		if (!hasAnswered || failures.length >= mostFailuresInAll) {
			return `Compaction failed ${failures.length} times in a row: ${reasonOf(tree, newest)}`;
		}
	}

	return repetition(tree, newestFirst);
}

function repetition(tree: SessionTree, newestFirst: readonly EntryHead[]): string | undefined {
	let compactions = 0;
	let answers = 0;
	for (const head of newestFirst) {
		if (head.type === 'compaction') compactions += 1;
		if (isAnswer(tree, head)) answers += 1;
		if (answers >= fewAnswers) return undefined;
		if (compactions >= inARow) {
			return `The conversation was compacted ${compactions} times with ${answers} answers in between, and still does not fit.`;
		}
	}

	return undefined;
}

/** One that ended as it should; failed attempts are stored too. */
function isAnswer(tree: SessionTree, {id, kind}: EntryHead): boolean {
	const entry = kind === 'assistant' ? tree.entry(id) : undefined;
	if (entry?.type !== 'message' || entry.message.role !== 'assistant') return false;
	return entry.message.stopReason === 'stop' || entry.message.stopReason === 'toolUse';
}

function reasonOf(tree: SessionTree, {id}: EntryHead): string {
	const entry = tree.entry(id);
	return entry?.type === 'custom' && isObject(entry.data) ? String(entry.data.reason) : '';
}
