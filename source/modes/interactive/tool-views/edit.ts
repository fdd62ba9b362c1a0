import {diffRows} from '../components/diff.ts';
import {preview, type ToolView} from './tool-view.ts';

const diffOf = (details: unknown): string | undefined => {
	const diff =
		typeof details === 'object' && details !== null && 'diff' in details ? details.diff : undefined;
	return typeof diff === 'string' ? diff : undefined;
};

export const editView: ToolView = {
	title: ({args}) => String(args.path ?? ''),
	body(item, look) {
		const diff = diffOf(item.details);
		if (item.status === 'failed' || diff === undefined) {
			return preview(item.output, look, {lines: 10, from: 'start'});
		}

		const rows = diffRows(diff, look.paint);
		if (look.expanded || rows.length <= 24) return rows;
		return [
			...rows.slice(0, 24),
			look.paint.fg('dim', `… ${rows.length - 24} more lines (ctrl+o)`),
		];
	},
};
