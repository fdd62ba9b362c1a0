import {preview, type ToolView} from './tool-view.ts';

const shown = (value: unknown): string =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

export const fallbackView: ToolView = {
	title: ({args}) =>
		Object.entries(args)
			.map(([name, value]) => `${name}=${shown(value)}`)
			.join(' '),
	body: (item, look) => preview(item.output, look, {lines: 10, from: 'start'}),
};
