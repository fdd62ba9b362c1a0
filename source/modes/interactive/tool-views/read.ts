import {preview, type ToolView} from './tool-view.ts';

/** What was read is rarely wanted on the screen; failures are. */
export const readView: ToolView = {
	title({args}) {
		const {path, offset, limit} = args;
		const from = typeof offset === 'number' ? offset : undefined;
		const range =
			from === undefined && limit === undefined
				? ''
				: `:${from ?? 1}${typeof limit === 'number' ? `-${(from ?? 1) + limit - 1}` : ''}`;
		return `${String(path ?? '')}${range}`;
	},
	body(item, look) {
		if (item.status === 'failed') return preview(item.output, look, {lines: 10, from: 'start'});
		return look.expanded ? preview(item.output, look, {lines: 10, from: 'start'}) : [];
	},
};
