import type {ToolItem} from '../store/state.ts';
import {bashView} from './bash.ts';
import {editView} from './edit.ts';
import {fallbackView} from './fallback.ts';
import {readView} from './read.ts';
import type {ToolLook} from './tool-call.tsx';
import {writeView} from './write.ts';

/** How the calls of a tool look. Texts are made printable by who shows them, except styles from `look.paint`. */
export type ToolView = {
	title(item: ToolItem): string;
	body(item: ToolItem, look: ToolLook): readonly string[];
};

/** Tool name to view. A tool without a line here is shown by the fallback. */
export const toolViews: Readonly<Record<string, ToolView>> = {
	read: readView,
	bash: bashView,
	edit: editView,
	write: writeView,
	fallback: fallbackView,
};
