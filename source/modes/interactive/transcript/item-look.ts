import {renderToString} from 'ink';
import type {ReactNode} from 'react';
import type {MarkdownLook} from '../components/markdown.ts';
import type {ToolLook} from '../tool-views/tool-view.ts';

/** Everything that decides what an item looks like, besides the item. */
export type ItemLook = MarkdownLook &
	ToolLook & {
		readonly showThinking: boolean;
		/** Unix ms: what is running shows since when. */
		readonly now: number;
	};

/** Rows of a component, laid out by Ink off the screen. */
export const laidOut = (element: ReactNode, width: number): readonly string[] =>
	renderToString(element, {columns: Math.max(1, width)}).split('\n');

/** Parts below one another with an empty row between them; empty parts leave none. */
export function stacked(parts: readonly (readonly string[])[]): readonly string[] {
	const filled = parts.filter(rows => rows.length > 0);
	const [only] = filled;
	if (filled.length < 2) return only ?? [];
	const all: string[] = [];
	for (const rows of filled) {
		if (all.length > 0) all.push('');
		for (const row of rows) all.push(row);
	}

	return all;
}
