import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import type {HarnessState} from '../../../harness/index.ts';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, textWidth} from '../../../lib/text-width.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {useScreenSize} from '../terminal/screen-context.tsx';
import type {Paint} from '../theme/paint.ts';

/** 950, 9.5k, 95k, 1.2M. */
export function tokens(count: number): string {
	if (count < 1000) return String(count);
	if (count < 10_000) return `${(count / 1000).toFixed(1)}k`;
	return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ');

export function placeLine(state: HarnessState, branch: string | undefined, home: string): string {
	const inHome = state.cwd === home || state.cwd.startsWith(`${home}/`);
	const cwd = inHome ? `~${state.cwd.slice(home.length)}` : state.cwd;
	const name = state.sessionName === undefined ? '' : ` • ${state.sessionName}`;
	return oneLine(`${cwd}${branch === undefined ? '' : ` (${branch})`}${name}`);
}

const barCells = 8;

/** How full the context is, at a glance. What holds anything at all shows so. */
export function contextBar(share: number): string {
	const full =
		share <= 0 ? 0 : Math.max(1, Math.min(barCells, Math.round((share / 100) * barCells)));
	return '━'.repeat(full) + '╌'.repeat(barCells - full);
}

function contextPart({context}: HarnessState, paint: Paint): string {
	if (context.window === 0) return '';
	const share = context.tokens === null ? undefined : (context.tokens / context.window) * 100;
	const text = `${share === undefined ? '?' : `${share.toFixed(1)}%`}/${tokens(context.window)}`;
	if (share === undefined) return text;
	const whole = `${contextBar(share)} ${text}`;
	if (share <= 70) return whole;
	return paint.fg(share > 90 ? 'error' : 'warning', `${whole}${share > 90 ? ' full' : ''}`);
}

export function usageLine(state: HarnessState, paint: Paint): string {
	const {input, output, cacheRead, cacheWrite, cost} = state.usage.file;
	return [
		input > 0 ? `↑${tokens(input)}` : '',
		output > 0 ? `↓${tokens(output)}` : '',
		cacheRead > 0 ? `R${tokens(cacheRead)}` : '',
		cacheWrite > 0 ? `W${tokens(cacheWrite)}` : '',
		cost.total > 0 ? `$${cost.total.toFixed(3)}` : '',
		contextPart(state, paint),
	]
		.filter(part => part !== '')
		.join(' ');
}

export function modelPart({model, level}: HarnessState): string {
	if (!model) return 'no model';
	const thinks = model.reasoning ? ` • ${level === 'off' ? 'thinking off' : level}` : '';
	return oneLine(`${model.name}${thinks}`);
}

/** Where we are, what it cost so far, and who answers. */
export const Footer = memo(({home}: {readonly home: string}): ReactNode => {
	const state = useSelector(({harness}) => harness);
	const branch = useSelector(ui => ui.branch);
	const paint = usePaint();
	const {columns} = useScreenSize();
	if (!state) return <Box height={2} flexShrink={0} />;
	const right = cutToWidth(modelPart(state), columns, '…');
	const room = Math.max(0, columns - textWidth(right) - 1);
	const left = cutToWidth(usageLine(state, paint), room, '…');
	const gap = ' '.repeat(Math.max(0, columns - textWidth(left) - textWidth(right)));
	return (
		<Box flexDirection="column" height={2} flexShrink={0}>
			<Text wrap="truncate-end">
				{paint.fg('dim', cutToWidth(placeLine(state, branch, home), columns, '…'))}
			</Text>
			<Text wrap="truncate-end">{paint.fg('dim', cutToWidth(left + gap + right, columns))}</Text>
		</Box>
	);
});
