import {bashView} from './bash.ts';
import {editView} from './edit.ts';
import {fallbackView} from './fallback.ts';
import {readView} from './read.ts';
import {searchView} from './search.ts';
import type {ToolView} from './tool-view.ts';
import {writeView} from './write.ts';

/** Tool name to view. A tool without a line here is shown by the fallback. */
const views = new Map<string, ToolView>([
	['read', readView],
	['bash', bashView],
	['powershell', bashView],
	['edit', editView],
	['write', writeView],
	['grep', searchView],
	['find', searchView],
	['ls', searchView],
]);

export const toolViewOf = (name: string): ToolView => views.get(name) ?? fallbackView;
