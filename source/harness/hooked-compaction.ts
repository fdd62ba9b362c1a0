import type {Cut} from './compaction/cut.ts';
import type {TouchedFiles} from './compaction/serialise.ts';
import type {CompactionReason} from './events.ts';
import type {OwnCompaction} from './extensions/payloads.ts';
import type {SessionParts} from './session-parts.ts';

/** An extension does not want it. */
export class CompactionCancelled extends Error {
	override readonly name = 'CompactionCancelled';
}

export type Asked = {
	readonly reason: CompactionReason;
	readonly signal: AbortSignal;
	readonly willRetry: boolean;
	readonly instructions?: string;
};

type Planned = {
	readonly cut: Cut;
	readonly tokensBefore: number;
	readonly previousSummary: string | undefined;
	readonly files: TouchedFiles;
};

/** A summary that an extension brings; undefined: ours is written. Throws when one does not want any. */
export async function ownCompaction(
	parts: SessionParts,
	{reason, signal, willRetry, instructions}: Asked,
	{cut, tokensBefore, previousSummary, files}: Planned,
): Promise<OwnCompaction | undefined> {
	const {hooks} = parts;
	if (!hooks.has('session_before_compact')) return undefined;
	const answer = await hooks.emit('session_before_compact', {
		preparation: {
			firstKeptEntryId: cut.firstKeptId ?? '',
			messagesToSummarize: cut.summarised,
			turnPrefixMessages: cut.turnPrefix,
			isSplitTurn: cut.turnPrefix.length > 0,
			tokensBefore,
			...(previousSummary === undefined ? {} : {previousSummary}),
			fileOps: {
				read: new Set(files.readFiles),
				written: new Set(files.modifiedFiles),
				edited: new Set(),
			},
			settings: parts.settings().compaction,
		},
		branchEntries: parts.tree().path(),
		...(instructions === undefined ? {} : {customInstructions: instructions}),
		reason,
		willRetry,
		signal,
	});
	if (answer?.cancel) throw new CompactionCancelled('Compaction was cancelled by an extension');
	return answer?.compaction;
}

/** Tells what came of it; the entry is where the session stands now. */
export async function tellCompacted(
	parts: SessionParts,
	{reason, willRetry}: Asked,
): Promise<void> {
	if (!parts.hooks.has('session_compact')) return;
	const compactionEntry = parts
		.tree()
		.path()
		.findLast(({type}) => type === 'compaction');
	if (compactionEntry?.type !== 'compaction') return;
	const fromExtension = compactionEntry.fromHook === true;
	await parts.hooks.emit('session_compact', {compactionEntry, fromExtension, reason, willRetry});
}

export async function tellNotCompacted(
	{hooks}: SessionParts,
	{reason, signal}: Asked,
	errorMessage: string,
): Promise<void> {
	const aborted = signal.aborted;
	const rest = {willRetry: false, fromExtension: false};
	await hooks.emit('session_compact_failed', {reason, errorMessage, aborted, ...rest});
}
