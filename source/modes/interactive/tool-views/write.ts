import {argument, codePreview, isFailed, oneLine, preview, type ToolView} from './tool-view.ts';

export const writeView: ToolView = {
	title: item => oneLine(argument(item, 'path')),
	aside(item, paint) {
		const content = argument(item, 'content');
		const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
		return lines === 0 ? '' : paint.fg('dim', `${lines} ${lines === 1 ? 'line' : 'lines'}`);
	},
	body(item, look) {
		if (isFailed(item)) return preview(item.output, look, {lines: 10, from: 'start'});
		return codePreview(argument(item, 'content'), {path: argument(item, 'path'), look}, 10);
	},
};
