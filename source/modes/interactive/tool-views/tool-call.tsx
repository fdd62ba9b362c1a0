import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs} from '../../../lib/text-width.ts';
import type {ToolItem} from '../store/state.ts';
import type {Paint} from '../theme/theme.ts';
import {toolViews} from './index.ts';

export type ToolLook = {readonly paint: Paint; readonly expanded: boolean; readonly width: number};

/** State is told by a sign as well as by its colour. */
const signs = {
	pending: ['○', 'dim'],
	running: ['◐', 'accent'],
	done: ['✓', 'success'],
	failed: ['✗', 'error'],
} as const;

export const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)}s` : `${Math.round(ms / 1000)}s`);

const maxRows = 2000;

/** One call: a title, and below it what there is to see, folded to a few lines unless it is expanded. */
export function ToolCall({item, look}: {readonly item: ToolItem; readonly look: ToolLook}): ReactNode {
	const view = toolViews[item.name] ?? toolViews.fallback;
	const {paint} = look;
	const [sign, role] = signs[item.status];
	const time = item.durationMs === undefined || item.durationMs < 100 ? '' : ` ${seconds(item.durationMs)}`;
	const title = printable(view?.title(item) ?? '').replaceAll('\n', ' ');
	const lines = (view?.body(item, look) ?? []).slice(0, maxRows);
	return (
		<Box flexDirection="column">
			<Text wrap="truncate-end">
				{paint.fg(role, sign)} {paint.bold(paint.fg('toolTitle', item.name))} {title}
				{paint.fg('dim', time)}
			</Text>
			{lines.map((line, index) => (
				// Rows of a finished panel never change places.
				// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
				<Text key={index} wrap="truncate-end">
					{`  ${line}`}
				</Text>
			))}
		</Box>
	);
}

/** The first or last lines of a text, and how many are left out. */
export function preview(
	text: string,
	{paint, expanded}: ToolLook,
	fold: {readonly lines: number; readonly from: 'start' | 'end'},
): readonly string[] {
	const lines = expandTabs(printable(text)).replace(/\n+$/, '').split('\n').map(line => paint.fg('toolOutput', line));
	if (text.trim() === '') return [];
	if (expanded || lines.length <= fold.lines) return lines;
	const left = lines.length - fold.lines;
	const note = paint.fg('dim', `… ${left} more ${left === 1 ? 'line' : 'lines'} (ctrl+o)`);
	return fold.from === 'start' ? [...lines.slice(0, fold.lines), note] : [note, ...lines.slice(-fold.lines)];
}
