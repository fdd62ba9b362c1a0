import fallback from '../../../prompts/model/branch-fallback.md';
import type {AgentMessage} from '../../agent/index.ts';
import type {Usage} from '../../ai/index.ts';
import type {SessionEntry} from '../session/entries.ts';
import {messageTokens} from '../session/estimate.ts';
import {projectPath} from '../session/projection.ts';
import type {SessionParts} from '../session-parts.ts';
import {fileLists, isTouchedFiles, type TouchedFiles, touchedFiles} from './serialise.ts';
import {writeBranchSummary} from './summarise.ts';
import {createWriter} from './writer.ts';

export type BranchNotes = {
	readonly summary: string;
	readonly details: TouchedFiles;
	readonly usage?: Usage;
	/** Why the model did not write them. */
	readonly failure?: string;
};

export type BranchNotesRequest = {
	/** What is left behind, oldest first. */
	readonly entries: readonly SessionEntry[];
	readonly signal: AbortSignal;
	readonly instructions?: string;
};

/** Of a model that does not say. */
const usualWindow = 128_000;

/**
 * Notes on entries that are left behind; undefined: nothing was said there. A model that fails is
 * replaced by a plain account of the branch. Throws only when it is aborted.
 */
export async function writeBranchNotes(
	parts: SessionParts,
	{entries, signal, instructions}: BranchNotesRequest,
): Promise<BranchNotes | undefined> {
	const {messages} = projectPath(entries);
	const said = messages.filter(({role}) => role !== 'system' && role !== 'toolResult');
	if (said.length === 0) return undefined;
	const details = touchedFiles(messages, inheritedFiles(entries));
	const window = parts.state.get().model?.contextWindow || usualWindow;
	const room = window - parts.settings().branchSummary.reserveTokens;
	try {
		const focus = instructions === undefined ? {} : {instructions};
		const writer = await createWriter(parts, {signal, ...focus});
		const {text, usage} = await writeBranchSummary(writer, newest(said, room));
		return {summary: text + fileLists(details), details, usage};
	} catch (error) {
		signal.throwIfAborted();
		const failure = error instanceof Error ? error.message : String(error);
		return {summary: plainAccount(said) + fileLists(details), details, failure};
	}
}

/** Newest first as long as there is room; notes of earlier work are small and say much. */
function newest(messages: readonly AgentMessage[], room: number): readonly AgentMessage[] {
	const kept: AgentMessage[] = [];
	let used = 0;
	for (const message of messages.toReversed()) {
		const isNotes = message.role === 'branchSummary' || message.role === 'compactionSummary';
		used += messageTokens(message);
		if (used > room && !(isNotes && used - messageTokens(message) < 0.9 * room)) break;
		kept.unshift(message);
	}

	return kept;
}

function inheritedFiles(entries: readonly SessionEntry[]): TouchedFiles {
	const earlier = entries.flatMap(entry => {
		const isNotes = entry.type === 'branch_summary' || entry.type === 'compaction';
		return isNotes && isTouchedFiles(entry.details) ? [entry.details] : [];
	});
	return {
		readFiles: earlier.flatMap(({readFiles}) => readFiles),
		modifiedFiles: earlier.flatMap(({modifiedFiles}) => modifiedFiles),
	};
}

const longest = 400;

function plainAccount(messages: readonly AgentMessage[]): string {
	const prompts = messages.flatMap(message => (message.role === 'user' ? textOf(message) : []));
	const answers = messages.flatMap(message =>
		message.role === 'assistant' ? textOf(message) : [],
	);
	const values: Readonly<Record<string, string>> = {
		goal: prompts[0] ?? 'Unknown.',
		prompts: prompts.map(text => `- Asked: ${text}`).join('\n') || '- Nothing was asked.',
		answer: answers.at(-1) ?? 'there was none.',
	};
	return fallback.trim().replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}

function textOf({content}: Extract<AgentMessage, {role: 'user' | 'assistant'}>): readonly string[] {
	const text =
		typeof content === 'string'
			? content
			: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(' ');
	const line = text.replaceAll(/\s+/g, ' ').trim();
	if (line === '') return [];
	return [line.length > longest ? `${line.slice(0, longest)} …` : line];
}
