import {isRecord} from '../lib/is-record.ts';
import type {Message, ToolResultMessage} from './messages.ts';
import {list, text} from './protocols/wire-json.ts';

type Slot = {result: ToolResultMessage | undefined};

/** For each answer, by its place: the results of its calls, in the order of the calls. */
export type ToolPairs = ReadonlyMap<number, readonly Slot[]>;

/**
 * Finds the result of every call. Providers use ids again, even within one answer: a result belongs to the
 * latest call of its id that has none yet. Results that nobody asked for belong nowhere.
 */
export function pairTools(messages: readonly Message[]): ToolPairs {
	const pairs = new Map<number, readonly Slot[]>();
	const waiting = new Map<string, Slot[]>();
	for (const [index, message] of messages.entries()) {
		if (message?.role === 'toolResult') {
			const slot = waiting.get(text(message.toolCallId))?.shift();
			if (slot) slot.result = message;
		}

		if (message?.role !== 'assistant') continue;
		const calls = list(message.content).filter(
			block => isRecord(block) && block.type === 'toolCall',
		);
		const slots = calls.map((): Slot => ({result: undefined}));
		const ids = calls.map(call => (isRecord(call) ? text(call.id) : ''));
		// The calls of this answer take over from earlier ones of the same id, which have lost their results.
		for (const id of new Set(ids))
			waiting.set(
				id,
				slots.filter((_slot, at) => ids[at] === id),
			);
		pairs.set(index, slots);
	}

	return pairs;
}
