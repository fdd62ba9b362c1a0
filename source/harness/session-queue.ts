import type {Agent, AgentMessage} from '../agent/index.ts';
import type {SessionParts} from './session-parts.ts';
import type {QueuedMessage} from './session-state.ts';

export const toQueued = (message: AgentMessage): QueuedMessage => {
	const content = 'content' in message ? message.content : '';
	if (typeof content === 'string') return {text: content, images: []};
	return {
		text: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n'),
		images: content.flatMap(part => (part.type === 'image' ? [part] : [])),
	};
};

/** Brings the state up to what is queued, and tells it. */
export async function showQueue(parts: SessionParts, agent: Agent): Promise<void> {
	const {steering, followUp} = agent.queue();
	const shown = parts.state.get().queue;
	if (shown.steering.length === steering.length && shown.followUp.length === followUp.length)
		return;
	const queue = {steering: steering.map(toQueued), followUp: followUp.map(toQueued)};
	parts.patch({queue});
	await parts.hub.emit({
		type: 'queue_update',
		steering: queue.steering.map(({text}) => text),
		followUp: queue.followUp.map(({text}) => text),
	});
}
