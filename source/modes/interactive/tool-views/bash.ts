import type {ToolView} from './index.ts';
import {preview} from './tool-call.tsx';

export const bashView: ToolView = {
	title: ({args}) => String(args.command ?? ''),
	body: (item, look) => preview(item.output, look, {lines: 5, from: 'end'}),
};
