import {preview, type ToolView} from './tool-view.ts';

export const writeView: ToolView = {
	title: ({args}) => String(args.path ?? ''),
	body(item, look) {
		if (item.status === 'failed') return preview(item.output, look, {lines: 10, from: 'start'});
		return preview(String(item.args.content ?? ''), look, {lines: 10, from: 'start'});
	},
};
