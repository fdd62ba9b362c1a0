import type {ModelEvent} from '../events.ts';

/** A block of an answer while it arrives. */
export type GrowingBlock = {
	readonly kind: 'text' | 'thinking' | 'toolcall';
	readonly contentIndex: number;
	text: string;
};

export function grow(block: GrowingBlock, delta: string): readonly ModelEvent[] {
	if (delta === '') return [];
	block.text += delta;
	return [{type: `${block.kind}_delta`, contentIndex: block.contentIndex, delta}];
}
