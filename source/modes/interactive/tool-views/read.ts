import {argument, codePreview, isFailed, oneLine, preview, type ToolView} from './tool-view.ts';

/** What was read is rarely wanted on the screen; failures are. */
export const readView: ToolView = {
	title(item) {
		const {offset, limit} = item.args;
		const from = typeof offset === 'number' ? offset : 1;
		const to = typeof limit === 'number' ? `-${from + limit - 1}` : '';
		const range = from === 1 && to === '' ? '' : `:${from}${to}`;
		return oneLine(argument(item, 'path')) + range;
	},
	body(item, look) {
		if (isFailed(item)) return preview(item.output, look, {lines: 10, from: 'start'});
		return look.expanded ? codePreview(item.output, {path: argument(item, 'path'), look}, 10) : [];
	},
};
