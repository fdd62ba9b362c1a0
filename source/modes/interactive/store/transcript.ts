import type {SessionEvent, ToolResult} from '../../../harness/index.ts';
import {assistantItem, callItems, finished, textOf} from './items.ts';
import type {ToolItem, TranscriptItem, UiState} from './state.ts';

type Transcript = UiState['transcript'];

const liveAnswer = 'live-answer';

const replaceLive = (
	transcript: Transcript,
	id: string,
	change: (item: TranscriptItem) => TranscriptItem,
): Transcript => ({
	...transcript,
	live: transcript.live.map(item => (item.id === id ? change(item) : item)),
});

export const settle = (transcript: Transcript, items: readonly TranscriptItem[]): Transcript => ({
	...transcript,
	settled: [...transcript.settled, ...items],
});

const asTool = (change: (item: ToolItem) => ToolItem) => (item: TranscriptItem) =>
	item.kind === 'tool' ? change(item) : item;

const toArgs = (args: unknown): ToolItem['args'] =>
	typeof args === 'object' && args !== null ? Object.fromEntries(Object.entries(args)) : {};

let counter = 0;
/** Items that are not entries of the tree need names of their own. */
export const itemId = (): string => `ui-${++counter}`;

function onMessageEnd(
	transcript: Transcript,
	event: Extract<SessionEvent, {type: 'message_end'}>,
): Transcript {
	const {message} = event;
	if (message.role === 'user') {
		const images = Array.isArray(message.content)
			? message.content.filter(({type}) => type === 'image').length
			: 0;
		return settle(transcript, [
			{kind: 'user', id: itemId(), text: textOf(message.content), images},
		]);
	}

	if (message.role === 'bashExecution')
		return settle(transcript, [{kind: 'bash', id: itemId(), message}]);
	if (message.role !== 'assistant') return transcript;
	const item = assistantItem(message, itemId());
	const said =
		item.kind === 'assistant' && (item.text.trim() !== '' || item.thinking !== '' || item.problem);
	const failed = message.stopReason === 'error' || message.stopReason === 'aborted';
	return {
		settled: said ? [...transcript.settled, item] : transcript.settled,
		live: failed ? [] : callItems(message, 'pending'),
	};
}

function onToolEnd(
	transcript: Transcript,
	{toolCallId, result, isError, durationMs}: Extract<SessionEvent, {type: 'tool_execution_end'}>,
): Transcript {
	const done = replaceLive(
		transcript,
		toolCallId,
		asTool(item => finished(item, {...result, isError, durationMs})),
	);
	// Items settle in their order: one that ended early waits for those above it.
	const open = done.live.findIndex(
		item => item.kind !== 'tool' || item.status === 'pending' || item.status === 'running',
	);
	const count = open < 0 ? done.live.length : open;
	return {settled: [...done.settled, ...done.live.slice(0, count)], live: done.live.slice(count)};
}

const partial = (result: ToolResult) => ({
	output: textOf(result.content),
	...(result.details === undefined ? {} : {details: result.details}),
});

/** A run that was stopped says so, also when it was at a tool. */
function markStopped(transcript: Transcript): Transcript {
	const last = transcript.settled.at(-1);
	if (last?.kind === 'assistant' && last.problem !== undefined) return transcript;
	const stopped = {
		kind: 'assistant',
		id: itemId(),
		text: '',
		thinking: '',
		problem: 'Stopped',
	} as const;
	return settle(transcript, [stopped]);
}

/** Pure: what an event changes of the transcript. */
export function reduceTranscript(transcript: Transcript, event: SessionEvent): Transcript {
	switch (event.type) {
		case 'message_update':
			return {
				...transcript,
				live: [assistantItem(event.message, liveAnswer), ...callItems(event.message, 'pending')],
			};
		case 'message_end':
			return onMessageEnd(transcript, event);
		case 'tool_execution_start':
			return replaceLive(
				transcript,
				event.toolCallId,
				asTool(item => ({...item, status: 'running', args: toArgs(event.args)})),
			);
		case 'tool_execution_update':
			return replaceLive(
				transcript,
				event.toolCallId,
				asTool(item => ({...item, ...partial(event.partialResult)})),
			);
		case 'tool_execution_end':
			return onToolEnd(transcript, event);
		case 'agent_end':
			return {
				settled: [...transcript.settled, ...transcript.live.filter(({kind}) => kind === 'tool')],
				live: [],
			};
		case 'agent_settled':
			return event.aborted ? markStopped(transcript) : transcript;
		case 'compaction_end': {
			const text = event.result?.summary;
			if (text === undefined) return transcript;
			return settle(transcript, [
				{
					kind: 'summary',
					id: itemId(),
					title: `Compacted from ${event.result?.tokensBefore} tokens`,
					text,
				},
			]);
		}

		default:
			return transcript;
	}
}
