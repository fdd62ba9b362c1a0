import {oneLine, preview, type ToolView} from './tool-view.ts';

const shown = (value: unknown): string =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The longest argument that is shown whole; the rest of it is of use to the tool only. */
const longest = 200;

export const fallbackView: ToolView = {
	title: ({args}) =>
		Object.entries(args)
			.map(([name, value]) => oneLine(`${name}=${shown(value).slice(0, longest)}`))
			.join(' '),
	body: (item, look) => preview(item.output, look, {lines: 10, from: 'start'}),
};
