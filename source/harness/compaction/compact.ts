import {emptyUsage, systemState, type Usage} from '../../ai/index.ts';
import type {CompactionReason, CompactionResult} from '../events.ts';
import {messageTokens} from '../session/estimate.ts';
import {systemPatch} from '../session/system-patch.ts';
import {addUsage} from '../session/totals.ts';
import type {SessionParts} from '../session-parts.ts';
import {type Cut, findCut} from './cut.ts';
import {fileLists, isTouchedFiles, type TouchedFiles, touchedFiles} from './serialise.ts';
import {SummaryError, type Writer, writeCheckpoint, writeTurnNotes} from './summarise.ts';
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

/** Tokens of the messages the next request would hold. */
const sizeOf = (parts: SessionParts): number =>
	parts.projection().messages.reduce((sum, message) => sum + messageTokens(message), 0);

async function run(parts: SessionParts, request: CompactionRequest): Promise<CompactionResult> {
	const {compaction} = parts.settings();
	const cut = findCut(parts.projection(), compaction.keepRecentTokens);
	if (!cut) throw new SummaryError('Nothing to compact (session too small)');
	const writer = await createWriter(parts, request);
	const previous = previousNotes(parts);
	const notes = await writeNotes(writer, cut, previous);
	const files = touchedFiles([...cut.summarised, ...cut.turnPrefix], previous?.files);
	const summary = notes.text + fileLists(files);
	const before = sizeOf(parts);
	const tokensBefore = parts.state.get().context.tokens ?? before;
	const saved = [...cut.summarised, ...cut.turnPrefix].reduce(
		(sum, m) => sum + messageTokens(m),
		0,
	);
	// Without progress the same compaction would come again at once, for ever.
	if (messageTokens({role: 'compactionSummary', summary, tokensBefore, timestamp: 0}) >= saved) {
		throw new SummaryError(
			'The notes are no shorter than what they would replace; nothing was changed',
		);
	}

	const {content, sections, tools} = systemState(parts.projection().messages);
	const empty = {content: '', sections: [], tools: []};
	const wanted = {content, sections: Object.fromEntries(sections), tools};
	const systemMessage = systemPatch(empty, wanted, parts.now());
	const entry = parts.append({
		type: 'compaction',
		summary,
		...(cut.firstKeptId === undefined ? {} : {firstKeptEntryId: cut.firstKeptId}),
		tokensBefore,
		details: files,
		usage: notes.usage,
		...(systemMessage ? {systemMessage} : {}),
	});
	const estimatedTokensAfter = sizeOf(parts);
	const firstKeptEntryId = cut.firstKeptId ?? entry.id;
	return {summary, firstKeptEntryId, tokensBefore, estimatedTokensAfter, details: files};
}

/**
 * Replaces the older part of the active path by notes. Nothing is deleted: the tree keeps every entry.
 * A manual one throws what went wrong; an automatic one tells it and returns undefined.
 */
export async function compactSession(
	parts: SessionParts,
	request: CompactionRequest,
): Promise<CompactionResult | undefined> {
	const {reason, signal} = request;
	await parts.hub.emit({type: 'compaction_start', reason});
	try {
		const result = await run(parts, request);
		await parts.hub.emit({
			type: 'compaction_end',
			reason,
			result,
			aborted: false,
			willRetry: request.willRetry,
		});
		return result;
	} catch (error) {
		const errorMessage = error instanceof Error ? error.message : String(error);
		const aborted = signal.aborted;
		await parts.hub.emit({type: 'compaction_end', reason, aborted, willRetry: false, errorMessage});
		if (reason === 'manual') throw error;
		return undefined;
	}
}
