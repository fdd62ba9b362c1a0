import {argument, oneLine, preview, type ToolView} from './tool-view.ts';

/** grep, find and ls: what is looked for, and where. */
export const searchView: ToolView = {
	title(item) {
		const pattern = oneLine(argument(item, 'pattern'));
		const path = oneLine(argument(item, 'path'));
		const glob = oneLine(argument(item, 'glob'));
		const parts = [pattern, glob === '' ? '' : `(${glob})`, path];
		if (pattern !== '' && path !== '') parts.splice(2, 0, 'in');
		return parts.filter(part => part !== '').join(' ');
	},
	body: (item, look) => preview(item.output, look, {lines: 10, from: 'start'}),
};
