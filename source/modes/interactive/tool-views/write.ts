import type {ToolView} from './index.ts';
import {preview} from './tool-call.tsx';

export const writeView: ToolView = {
	title: ({args}) => String(args.path ?? ''),
	body(item, look) {
		if (item.status === 'failed') return preview(item.output, look, {lines: 10, from: 'start'});
		return preview(String(item.args.content ?? ''), look, {lines: 10, from: 'start'});
	},
};
