import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import type {ToolItem} from '../store/state.ts';
import {toolViews} from './index.ts';
import type {ToolLook} from './tool-view.ts';

/** State is told by a sign as well as by its colour. */
const signs = {
	pending: ['○', 'dim'],
	running: ['◐', 'accent'],
	done: ['✓', 'success'],
	failed: ['✗', 'error'],
} as const;

export const seconds = (ms: number): string =>
	ms < 10_000 ? `${(ms / 1000).toFixed(1)}s` : `${Math.round(ms / 1000)}s`;

const maxRows = 2000;

/** One call: a title, and below it what there is to see, folded to a few lines unless it is expanded. */
export function ToolCall({
	item,
	look,
}: {
	readonly item: ToolItem;
	readonly look: ToolLook;
}): ReactNode {
	const view = toolViews[item.name] ?? toolViews.fallback;
	const {paint} = look;
	const [sign, role] = signs[item.status];
	const time =
		item.durationMs === undefined || item.durationMs < 100 ? '' : ` ${seconds(item.durationMs)}`;
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
