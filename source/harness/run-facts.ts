import type {AgentMessage} from '../agent/index.ts';
import type {AssistantMessage, Model} from '../ai/index.ts';
import type {PendingRetry} from './run-driver.ts';
import {tokensOf} from './session/totals.ts';
import type {SessionParts} from './session-parts.ts';

/** The answer was not as long as it may be, so there was no room for more. */
export function isCutShort(
	{stopReason, usage, provider, model: id}: AssistantMessage,
	model: Model | undefined,
): boolean {
	const isOurs = model?.id === id && model.provider === provider;
	return stopReason === 'length' && isOurs && tokensOf(usage) > 0 && usage.output < model.maxTokens;
}

/** Shows how long it is until the next attempt, or that there is none. */
export function showRetry(parts: SessionParts, retry: PendingRetry | undefined): void {
	const {retry: _old, ...rest} = parts.state.get();
	if (retry) {
		const {delayMs, ...shown} = retry;
		const until = parts.now() + delayMs;
		parts.state.set({...rest, activity: 'retrying', retry: {...shown, until}});
	} else parts.state.set({...rest, activity: 'running'});
}

/** Whether the message stands in the session. */
export const isKept = (parts: SessionParts, message: AgentMessage): boolean =>
	message.role === 'custom' ||
	parts
		.tree()
		.path()
		.some(
			entry =>
				entry.type === 'message' &&
				entry.message.role === 'user' &&
				entry.message.timestamp === message.timestamp,
		);
