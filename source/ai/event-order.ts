import {toUsage} from './cost.ts';
import type {ModelEvent, ModelFailure} from './events.ts';
import type {Usage} from './messages.ts';
import type {Model} from './model.ts';

/** Keeps the promises of `events.ts` whatever a reply half yields: blocks closed, one terminal event. */
export type Order = {
	pass(event: ModelEvent): readonly ModelEvent[];
	fail(failure: ModelFailure): readonly ModelEvent[];
	ended(): boolean;
};

type OpenBlock = {
	readonly kind: 'text' | 'thinking' | 'toolcall';
	text: string;
	id: string;
	name: string;
};

const cutCall = 'The answer broke off before this call was complete; it was not run.';

function close(index: number, block: OpenBlock): ModelEvent {
	if (block.kind === 'toolcall') {
		const {id, name} = block;
		const toolCall = {type: 'toolCall', id, name, arguments: {}, argumentsError: cutCall} as const;
		return {type: 'toolcall_end', contentIndex: index, toolCall};
	}

	const type = block.kind === 'text' ? ('text_end' as const) : ('thinking_end' as const);
	return {type, contentIndex: index, content: block.text};
}

function follow(open: Map<number, OpenBlock>, event: ModelEvent): void {
	if (!('contentIndex' in event)) return;
	const {contentIndex: index} = event;
	if (event.type === 'text_start') open.set(index, {kind: 'text', text: '', id: '', name: ''});
	else if (event.type === 'thinking_start')
		open.set(index, {kind: 'thinking', text: '', id: '', name: ''});
	else if (event.type === 'toolcall_start') {
		open.set(index, {kind: 'toolcall', text: '', id: event.id, name: event.toolName});
	} else if (event.type === 'text_delta' || event.type === 'thinking_delta') {
		const block = open.get(index);
		if (block) block.text += event.delta;
	} else if (event.type !== 'toolcall_delta') open.delete(index);
}

function priced(model: Model, {cost, totalTokens: _total, ...tokens}: Usage): ModelEvent {
	const named = cost.totalFromProvider ? cost.total : undefined;
	return {type: 'usage', usage: toUsage(model, tokens, named)};
}

export function createOrder(model: Model): Order {
	const open = new Map<number, OpenBlock>();
	let started = false;
	let over = false;
	const closing = () => {
		const events = [...open].map(([index, block]) => close(index, block));
		open.clear();
		return events;
	};
	return {
		pass(event) {
			const isStart = event.type === 'start';
			if (over || (isStart && started)) return [];
			const first: ModelEvent[] = started || isStart ? [] : [{type: 'start'}];
			started = true;
			if (event.type === 'done' || event.type === 'error') {
				over = true;
				return [...first, ...closing(), event];
			}

			follow(open, event);
			return [...first, event.type === 'usage' ? priced(model, event.usage) : event];
		},
		fail(failure) {
			if (over) return [];
			over = true;
			const reason = failure.code === 'aborted' ? 'aborted' : 'error';
			return [...closing(), {type: 'error', reason, failure}];
		},
		ended: () => over,
	};
}
