import {preview, type ToolView} from './tool-view.ts';

export const bashView: ToolView = {
	title: ({args}) => String(args.command ?? ''),
	body: (item, look) => preview(item.output, look, {lines: 5, from: 'end'}),
};
