import type {AgentMessage} from '../../agent/index.ts';
import {emptyUsage, type SystemMessage, systemState, type Usage} from '../../ai/index.ts';
import type {CompactionReason, CompactionResult} from '../events.ts';
import type {OwnCompaction} from '../extensions/payloads.ts';
import {
	CompactionCancelled,
	ownCompaction,
	tellCompacted,
	tellNotCompacted,
} from '../hooked-compaction.ts';
import {messageTokens, sumTokens} from '../session/estimate.ts';
import {systemPatch} from '../session/system-patch.ts';
import {addUsage} from '../session/totals.ts';
import type {SessionParts} from '../session-parts.ts';
import {type Cut, findCut, withMetadata} from './cut.ts';
import {fileLists, isTouchedFiles, type TouchedFiles, touchedFiles} from './serialise.ts';
import {SummaryError, type Writer, writeCheckpoint, writeTurnNotes} from './summarise.ts';
import {hasShrunk} from './when.ts';
import {createWriter} from './writer.ts';

export type CompactionRequest = {
	readonly reason: CompactionReason;
	readonly signal: AbortSignal;
	/** The request that did not fit is sent again afterwards. */
	readonly willRetry: boolean;
	readonly instructions?: string;
};

type Previous = {readonly summary: string; readonly files: TouchedFiles | undefined};

function previousNotes(parts: SessionParts): Previous | undefined {
	const entry = parts
		.tree()
		.path()
		.findLast(({type}) => type === 'compaction');
	if (entry?.type !== 'compaction') return undefined;
	const summary = entry.summary.replace(/\n*<(read|modified)-files>[\s\S]*$/, '');
	return {summary, files: isTouchedFiles(entry.details) ? entry.details : undefined};
}

async function writeNotes(
	writer: Writer,
	cut: Cut,
	previous: Previous | undefined,
): Promise<{readonly text: string; readonly usage: Usage}> {
	const history =
		cut.summarised.length > 0
			? await writeCheckpoint(writer, cut.summarised, previous?.summary)
			: {text: previous?.summary ?? '(nothing before this turn)', usage: emptyUsage};
	if (cut.turnPrefix.length === 0) return history;
	const turn = await writeTurnNotes(writer, cut.turnPrefix);
	const text = `${history.text}\n\n---\n\n**The turn under way:**\n\n${turn.text}`;
	return {text, usage: addUsage(history.usage, turn.usage)};
}

function requireProgress(
	messages: readonly AgentMessage[],
	{summarised, turnPrefix}: Cut,
	{summary, reason}: {readonly summary: string; readonly reason: CompactionReason},
): void {
	const before = sumTokens(messages);
	const notes = {role: 'compactionSummary', summary, tokensBefore: before, timestamp: 0} as const;
	const after = before - sumTokens([...summarised, ...turnPrefix]) + messageTokens(notes);
	// One that starts by itself would come again at once, for ever.
	const isProgress = reason === 'manual' ? after < before : hasShrunk(before, after);
	if (isProgress) return;
	throw new SummaryError(
		'The notes are hardly shorter than what they would replace; nothing was changed',
	);
}

/** The system prompt and tools as they are, since what declared them is not shown any more. */
function wholeSystem(parts: SessionParts): {readonly systemMessage?: SystemMessage} {
	const {content, sections, tools} = systemState(parts.projection().messages);
	const wanted = {content, sections: Object.fromEntries(sections), tools};
	const systemMessage = systemPatch({content: '', sections: [], tools: []}, wanted, parts.now());
	return systemMessage ? {systemMessage} : {};
}

/** The summary that an extension brings, as it is. */
function keepOwn(parts: SessionParts, own: OwnCompaction): CompactionResult {
	const {firstKeptEntryId: kept, summary, tokensBefore, details, usage} = own;
	const entry = parts.append({
		type: 'compaction',
		summary,
		tokensBefore,
		...(kept === null ? {} : {firstKeptEntryId: kept}),
		...(details === undefined ? {} : {details}),
		...(usage ? {usage} : {}),
		fromHook: true,
		...wholeSystem(parts),
	});
	const estimatedTokensAfter = sumTokens(parts.projection().messages);
	return {summary, firstKeptEntryId: kept ?? entry.id, tokensBefore, estimatedTokensAfter, details};
}

async function run(parts: SessionParts, request: CompactionRequest): Promise<CompactionResult> {
	const {messages, ids} = parts.projection();
	const cut = findCut({messages, ids}, parts.settings().compaction.keepRecentTokens);
	if (!cut) throw new SummaryError('Nothing to compact (session too small)');
	const previous = previousNotes(parts);
	const files = touchedFiles([...cut.summarised, ...cut.turnPrefix], previous?.files);
	const tokensBefore = parts.state.get().context.tokens ?? sumTokens(messages);
	const planned = {cut, tokensBefore, previousSummary: previous?.summary, files};
	const own = await ownCompaction(parts, request, planned);
	if (own) return keepOwn(parts, own);
	const notes = await writeNotes(await createWriter(parts, request), cut, previous);
	const summary = notes.text + fileLists(files);
	requireProgress(messages, cut, {summary, reason: request.reason});
	const kept = cut.firstKeptId && withMetadata(parts.tree().pathHeads(), cut.firstKeptId);
	const entry = parts.append({
		type: 'compaction',
		summary,
		...(kept === undefined ? {} : {firstKeptEntryId: kept}),
		tokensBefore,
		details: files,
		usage: notes.usage,
		...wholeSystem(parts),
	});
	const estimatedTokensAfter = sumTokens(parts.projection().messages);
	const firstKeptEntryId = kept ?? entry.id;
	return {summary, firstKeptEntryId, tokensBefore, estimatedTokensAfter, details: files};
}

/** Replaces the older part of the active path by notes. Nothing is deleted: the tree keeps every entry. */
export async function compactSession(
	parts: SessionParts,
	request: CompactionRequest,
): Promise<CompactionResult> {
	const {reason, signal, willRetry} = request;
	await parts.hub.emit({type: 'compaction_start', reason});
	try {
		const result = await run(parts, request);
		await parts.hub.emit({type: 'compaction_end', reason, result, aborted: false, willRetry});
		await tellCompacted(parts, request);
		return result;
	} catch (error) {
		const errorMessage = error instanceof Error ? error.message : String(error);
		const aborted = signal.aborted || error instanceof CompactionCancelled;
		await parts.hub.emit({type: 'compaction_end', reason, aborted, willRetry: false, errorMessage});
		await tellNotCompacted(parts, request, errorMessage);
		throw aborted ? new SummaryError('Compaction was cancelled', {cause: error}) : error;
	}
}
