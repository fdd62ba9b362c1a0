import {expect} from 'vitest';
import type {ModelEvent} from '../../source/ai/index.ts';

/** What `events.ts` promises of every stream. */
export function expectPromisesKept(events: readonly ModelEvent[]): void {
	const [first] = events;
	const last = events.at(-1);
	expect(first?.type === 'start' || (events.length === 1 && last?.type === 'error')).toBe(true);
	expect(events.filter(({type}) => type === 'start').length).toBeLessThanOrEqual(1);
	expect(last?.type === 'done' || last?.type === 'error').toBe(true);
	expect(events.filter(({type}) => type === 'done' || type === 'error')).toHaveLength(1);
	const open = new Map<number, string>();
	const text = new Map<number, string>();
	for (const event of events) {
		if (!('contentIndex' in event)) continue;
		const {contentIndex: index, type} = event;
		if (type.endsWith('_start')) {
			expect(text.has(index)).toBe(false);
			open.set(index, type);
			text.set(index, '');
		} else expect(open.get(index)?.split('_')[0]).toBe(type.split('_')[0]);
		if ('delta' in event) text.set(index, (text.get(index) ?? '') + event.delta);
		if ('content' in event) expect(event.content).toBe(text.get(index));
		if (type.endsWith('_end')) open.delete(index);
	}

	expect([...open]).toEqual([]);
}
