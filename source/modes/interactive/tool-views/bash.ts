import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs} from '../../../lib/text-width.ts';
import {wrapMarked} from '../components/row-marks.ts';
import {argument, oneLine, preview, type ToolView} from './tool-view.ts';

export const bashView: ToolView = {
	title: item => oneLine(argument(item, 'command')),
	aside({args}, paint) {
		const {timeout} = args;
		return typeof timeout === 'number' ? paint.fg('dim', `timeout ${timeout}s`) : '';
	},
	body(item, look) {
		const command = argument(item, 'command').trim();
		const isLong = command.includes('\n') || command.length > look.width / 2;
		const whole =
			look.expanded && isLong
				? wrapMarked(expandTabs(printable(command)), look.width, 'cells').map(row =>
						look.paint.fg('toolTitle', row),
					)
				: [];
		return [...whole, ...preview(item.output, look, {lines: 5, from: 'end'})];
	},
};
