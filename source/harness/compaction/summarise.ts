import branch from '../../../prompts/model/summary-branch.md';
import checkpoint from '../../../prompts/model/summary-checkpoint.md';
import system from '../../../prompts/model/summary-system.md';
import turn from '../../../prompts/model/summary-turn.md';
import update from '../../../prompts/model/summary-update.md';
import type {AgentHooks, AgentMessage} from '../../agent/index.ts';
import {
	createAssembler,
	type Message,
	type Model,
	type StreamOptions,
	type ThinkingLevel,
	type Usage,
} from '../../ai/index.ts';
import {serialise} from './serialise.ts';

/** The notes could not be written; the conversation stays as it is. */
export class SummaryError extends Error {
	override readonly name = 'SummaryError';
}

export type Writer = {
	readonly model: Model;
	readonly level: ThinkingLevel;
	readonly options: StreamOptions;
	readonly stream: NonNullable<AgentHooks['stream']>;
	readonly focus: string | undefined;
};

const sections = ['## Goal', '## Progress', '## Next Steps'];
const turnSections = ['## Original Request', '## Progress So Far'];

const request = (parts: readonly (string | undefined)[]): Message[] => [
	{role: 'system', content: system.trim(), timestamp: 0},
	{
		role: 'user',
		content: parts.filter(part => part !== undefined && part !== '').join('\n\n'),
		timestamp: 0,
	},
];

/**
 * Without its first heading it is no notes but something nobody can go on from, and must not replace the
 * conversation. A smaller model leaves out what it has nothing to say on; the place for it is kept.
 */
function checked(text: string, wanted: readonly string[]): string {
	const [first = ''] = wanted;
	if (!text.includes(first)) {
		throw new SummaryError(`The notes lack ${first}; the conversation was left as it is`);
	}

	const missing = wanted.filter(heading => !text.includes(heading));
	return [text, ...missing.map(heading => `${heading}\n\n(nothing was noted)`)].join('\n\n');
}

type Notes = {readonly text: string; readonly usage: Usage};

async function write(
	writer: Writer,
	messages: readonly Message[],
	wanted: readonly string[],
): Promise<Notes> {
	const {model, level, options, stream} = writer;
	const assembler = createAssembler(model);
	for await (const event of stream(
		{model, messages},
		{...options, level, cacheRetention: 'none'},
	)) {
		assembler.add(event);
	}

	const answer = assembler.message();
	const text = answer.content
		.flatMap(part => (part.type === 'text' ? [part.text] : []))
		.join('')
		.trim();
	if (answer.stopReason !== 'stop') {
		const why = answer.errorMessage ?? `the answer ended with "${answer.stopReason}"`;
		throw new SummaryError(`The notes could not be written: ${why}`);
	}

	return {text: checked(text, wanted), usage: answer.usage};
}

const focusLine = (focus: string | undefined): string | undefined =>
	focus === undefined || focus.trim() === ''
		? undefined
		: `Pay special attention to: ${focus.trim()}`;

export function writeCheckpoint(
	writer: Writer,
	messages: readonly AgentMessage[],
	previous: string | undefined,
): Promise<Notes> {
	return write(
		writer,
		request([
			`<conversation>\n${serialise(messages)}\n</conversation>`,
			previous === undefined ? undefined : `<previous-summary>\n${previous}\n</previous-summary>`,
			(previous === undefined ? checkpoint : update).trim(),
			focusLine(writer.focus),
		]),
		sections,
	);
}

export const writeTurnNotes = (writer: Writer, messages: readonly AgentMessage[]): Promise<Notes> =>
	write(
		writer,
		request([
			`<conversation>\n${serialise(messages)}\n</conversation>`,
			turn.trim(),
			focusLine(writer.focus),
		]),
		turnSections,
	);

export const writeBranchSummary = (
	writer: Writer,
	messages: readonly AgentMessage[],
): Promise<Notes> =>
	write(
		writer,
		request([
			`<conversation>\n${serialise(messages)}\n</conversation>`,
			branch.trim(),
			focusLine(writer.focus),
		]),
		sections,
	);
