import {bashView} from './bash.ts';
import {editView} from './edit.ts';
import {fallbackView} from './fallback.ts';
import {readView} from './read.ts';
import type {ToolView} from './tool-view.ts';
import {writeView} from './write.ts';

/** Tool name to view. A tool without a line here is shown by the fallback. */
export const toolViews: Readonly<Record<string, ToolView>> = {
	read: readView,
	bash: bashView,
	edit: editView,
	write: writeView,
	fallback: fallbackView,
};
