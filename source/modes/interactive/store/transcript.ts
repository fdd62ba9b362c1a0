import type {BashExecutionMessage, SessionEvent, ToolResult} from '../../../harness/index.ts';
import {
	assistantItem,
	callItems,
	compactionItem,
	finished,
	itemOfNote,
	itemsOfMessage,
	saysSomething,
	textOf,
} from './items.ts';
import type {BashItem, ToolItem, TranscriptItem, UiState} from './state.ts';

export type Transcript = UiState['transcript'];

export const emptyTranscript: Transcript = {settled: [], live: [], named: 0};

/** Items that are not entries of the tree need names of their own. */
const nextId = ({named}: Transcript): string => `ui-${named}`;

/** Puts items behind the settled ones; the maker gets a name that no other item has. */
export function settle(
	transcript: Transcript,
	make: (id: string) => readonly TranscriptItem[],
): Transcript {
	const items = make(nextId(transcript));
	const settled = items.length === 0 ? transcript.settled : [...transcript.settled, ...items];
	return {...transcript, settled, named: transcript.named + 1};
}

export const isBash = (item: TranscriptItem): item is BashItem => item.kind === 'bash';

/** The answer under way keeps its name when it is finished, so that who looks at it goes on doing so. */
function answerId(transcript: Transcript): {readonly id: string; readonly named: number} {
	const answer = transcript.live.find(({kind}) => kind === 'assistant');
	const {named} = transcript;
	return answer ? {id: answer.id, named} : {id: nextId(transcript), named: named + 1};
}

function onUpdate(
	transcript: Transcript,
	{message}: Extract<SessionEvent, {type: 'message_update'}>,
): Transcript {
	const {id, named} = answerId(transcript);
	const calls = callItems(message, id, 'pending');
	return {
		...transcript,
		live: [assistantItem(message, id), ...calls, ...transcript.live.filter(isBash)],
		named,
	};
}

function onMessageEnd(
	transcript: Transcript,
	{message}: Extract<SessionEvent, {type: 'message_end'}>,
): Transcript {
	if (message.role === 'bashExecution') {
		const {live} = transcript;
		const own = live.find(item => isBash(item) && item.message.command === message.command);
		const rest = {...transcript, live: live.filter(item => item !== own)};
		return settle(rest, id => itemsOfMessage(message, own?.id ?? id));
	}

	if (message.role !== 'assistant') return settle(transcript, id => itemsOfMessage(message, id));
	const {id, named} = answerId(transcript);
	const item = assistantItem(message, id);
	const isOver = message.stopReason === 'error' || message.stopReason === 'aborted';
	const calls = callItems(message, id, isOver ? 'failed' : 'pending');
	const done = [...(saysSomething(item) ? [item] : []), ...(isOver ? calls : [])];
	return {
		settled: [...transcript.settled, ...done],
		live: [...(isOver ? [] : calls), ...transcript.live.filter(isBash)],
		named,
	};
}

const changeCall = (
	transcript: Transcript,
	callId: string,
	change: (item: ToolItem) => ToolItem,
): Transcript => ({
	...transcript,
	live: transcript.live.map(item =>
		item.kind === 'tool' && item.callId === callId ? change(item) : item,
	),
});

const isOpen = (item: TranscriptItem): boolean =>
	item.kind !== 'tool' || item.status === 'pending' || item.status === 'running';

/** Items settle in their order: one that ended early waits for those above it. */
function settleFinished(transcript: Transcript): Transcript {
	const {settled, live} = transcript;
	const open = live.findIndex(isOpen);
	const count = open < 0 ? live.length : open;
	if (count === 0) return transcript;
	return {
		...transcript,
		settled: [...settled, ...live.slice(0, count)],
		live: live.slice(count),
	};
}

const toArgs = (args: unknown): ToolItem['args'] =>
	typeof args === 'object' && args !== null ? Object.fromEntries(Object.entries(args)) : {};

const partial = (result: ToolResult) => ({
	output: textOf(result.content),
	...(result.details === undefined ? {} : {details: result.details}),
});

/** A call that nothing more comes of. */
const ended = (item: ToolItem): ToolItem => (isOpen(item) ? {...item, status: 'failed'} : item);

/** A run that was stopped says so, also when it was at a tool. */
function markStopped(transcript: Transcript): Transcript {
	const last = transcript.settled.at(-1);
	if (last?.kind === 'assistant' && last.problem !== undefined) return transcript;
	return settle(transcript, id => [
		{kind: 'assistant', id, text: '', thinking: '', problem: 'Stopped'},
	]);
}

/** Pure: what an event changes of the transcript, at a time in ms. */
export function reduceTranscript(
	transcript: Transcript,
	event: SessionEvent,
	now: number,
): Transcript {
	switch (event.type) {
		case 'message_update':
			return onUpdate(transcript, event);
		case 'message_end':
			return onMessageEnd(transcript, event);
		case 'tool_execution_start':
			return changeCall(transcript, event.toolCallId, item => ({
				...item,
				status: 'running',
				args: toArgs(event.args),
				startedAt: now,
			}));
		case 'tool_execution_update':
			return changeCall(transcript, event.toolCallId, item => ({
				...item,
				...partial(event.partialResult),
			}));
		case 'tool_execution_end': {
			const {result, isError, durationMs} = event;
			const done = (item: ToolItem) => finished(item, {...result, isError, durationMs});
			return settleFinished(changeCall(transcript, event.toolCallId, done));
		}

		case 'agent_end': {
			const left = transcript.live.flatMap(item => (item.kind === 'tool' ? [ended(item)] : []));
			const live = transcript.live.filter(isBash);
			return {...transcript, settled: [...transcript.settled, ...left], live};
		}

		case 'agent_settled':
			return event.aborted ? markStopped(transcript) : transcript;
		case 'compaction_end': {
			const {result} = event;
			if (!result) return transcript;
			return settle(transcript, id => [compactionItem(id, result.summary, result.tokensBefore)]);
		}

		case 'entry_appended': {
			// A compaction tells of itself.
			const note = event.entry.type === 'compaction' ? undefined : itemOfNote(event.entry);
			return note ? settle(transcript, () => [note]) : transcript;
		}

		case 'bash_execution_update':
			return growBash(transcript, event.delta);
		default:
			return transcript;
	}
}

/** The end of what a command has said so far is all that is shown of it. */
const mostOutput = 100_000;

function growBash(transcript: Transcript, delta: string): Transcript {
	const change = (item: BashItem): BashItem => {
		const output = (item.message.output + delta).slice(-mostOutput);
		return {...item, message: {...item.message, output}};
	};
	return {...transcript, live: transcript.live.map(item => (isBash(item) ? change(item) : item))};
}

/** A command of the person begins; it is live until it is a message of the session. */
export function startBash(
	transcript: Transcript,
	command: string,
	rest: {readonly excludeFromContext: boolean; readonly now: number},
): Transcript {
	const message: BashExecutionMessage = {
		role: 'bashExecution',
		command,
		output: '',
		cancelled: false,
		truncated: false,
		...(rest.excludeFromContext ? {excludeFromContext: true} : {}),
		timestamp: rest.now,
	};
	const item: BashItem = {kind: 'bash', id: nextId(transcript), message, isRunning: true};
	return {...transcript, live: [...transcript.live, item], named: transcript.named + 1};
}

/** It has ended, well or not. During a run it is not a message of the session yet. */
export function endBash(
	transcript: Transcript,
	result: Partial<BashExecutionMessage> | undefined,
): Transcript {
	const end = (item: TranscriptItem): readonly TranscriptItem[] => {
		if (!isBash(item)) return [item];
		return result ? [{...item, isRunning: false, message: {...item.message, ...result}}] : [];
	};
	return {...transcript, live: transcript.live.flatMap(end)};
}
