import type {AssistantItem} from '../store/state.ts';
import {problemRows, thinkingRows} from './assistant-message.ts';
import {type ItemLook, stacked} from './item-look.ts';
import {createStreamDoc} from './stream-doc.ts';

/** The answer that is being written: of each text only what came since the last time is read. */
export type LiveAnswer = {
	/** Whether this is the same answer, in the same look, grown. */
	goesOn(item: AssistantItem, look: ItemLook): boolean;
	rows(item: AssistantItem): readonly string[];
	readonly missed: ReadonlySet<string>;
};

export function createLiveAnswer(id: string, look: ItemLook): LiveAnswer {
	const doc = createStreamDoc(look.width, look);
	let length = 0;
	let thinking = '';
	let thought: readonly string[] = [];

	return {
		goesOn: (item, next) =>
			item.id === id &&
			item.text.length >= length &&
			next.width === look.width &&
			next.paint === look.paint &&
			next.expanded === look.expanded &&
			next.showThinking === look.showThinking,
		rows(item) {
			doc.append(item.text.slice(length));
			length = item.text.length;
			if (item.thinking !== thinking) thought = thinkingRows(item.thinking, look);
			thinking = item.thinking;
			return stacked([thought, doc.rows(), problemRows(item.problem, look)]);
		},
		missed: doc.missed,
	};
}
