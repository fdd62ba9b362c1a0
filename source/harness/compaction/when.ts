import type {Model} from '../../ai/index.ts';
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
	if (typeof tokens !== 'number' || window <= 0) return false;
	const limit = reserveTokens < window ? window - reserveTokens : window / 2;
	return tokens > limit;
}

/** A summary that hardly shortens the request would be asked for again at once, and so for ever. */
export const hasShrunk = (before: number, after: number): boolean => after <= before * 0.9;

const failureType = 'bough.compaction-failed';
const mostFailures = 2;
const inARow = 3;
const fewAnswers = 2;

/** Keeps in the session that a compaction failed, so that no restart begins the attempts anew. */
export function noteFailure(tree: SessionTree, reason: string): void {
	tree.append({type: 'custom', customType: failureType, data: {reason}});
}

/**
 * Why no further compaction may start by itself on this branch; undefined: one may. What stops it is told
 * by the entries alone, over turns and restarts: failures with nothing good since, or one compaction after
 * another with hardly an answer between them. Compacting by hand is always possible.
 */
export function automaticStop(tree: SessionTree): string | undefined {
	const failures: string[] = [];
	let compactions = 0;
	let answers = 0;
	for (const {id, type, kind} of tree.pathHeads().toReversed()) {
		if (type === 'compaction') compactions += 1;
		if (kind === 'assistant' && isAnswer(tree, id)) answers += 1;
		if (kind === failureType && compactions + answers === 0) failures.push(reasonOf(tree, id));
		if (answers >= fewAnswers || compactions >= inARow) break;
	}

	if (failures.length >= mostFailures) {
		return `Compaction failed ${failures.length} times in a row: ${failures[0]}`;
	}

	return compactions >= inARow
		? `The conversation was compacted ${compactions} times with ${answers} answers in between, and still does not fit.`
		: undefined;
}

/** One that ended as it should; failed attempts are stored too. */
function isAnswer(tree: SessionTree, id: string): boolean {
	const entry = tree.entry(id);
	if (entry?.type !== 'message' || entry.message.role !== 'assistant') return false;
	return entry.message.stopReason === 'stop' || entry.message.stopReason === 'toolUse';
}

function reasonOf(tree: SessionTree, id: string): string {
	const entry = tree.entry(id);
	return entry?.type === 'custom' && isObject(entry.data) ? String(entry.data.reason) : '';
}
