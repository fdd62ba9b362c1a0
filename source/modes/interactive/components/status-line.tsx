import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import type {UiState} from '../store/state.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {spinnerAt} from './spinner.ts';

const words: Readonly<Record<string, string>> = {
	running: 'Working',
	compacting: 'Compacting',
	summarising: 'Summarising',
};

function statusText({run, harness, now, extensions}: UiState): string {
	const {activity, since} = run;
	const {message, visible} = extensions.working;
	if (activity === 'idle' || visible === false) return '';
	const frame = spinnerAt(now);
	if (activity === 'retrying' && harness?.retry) {
		const {attempt, maxAttempts, until, reason} = harness.retry;
		const left = Math.max(0, Math.ceil((until - now) / 1000));
		return `${frame} Trying again in ${left} s (${attempt}/${maxAttempts}): ${reason}`;
	}

	const elapsed = Math.floor((now - since) / 1000);
	return `${frame} ${message ?? `${words[activity] ?? 'Working'}…`} ${elapsed > 0 ? `${elapsed} s ` : ''}(esc stops)`;
}

/** Messages that wait for their turn. */
const Queue = memo((): ReactNode => {
	const queue = useSelector(({harness}) => harness?.queue);
	const paint = usePaint();
	const lines = [
		...(queue?.steering ?? []).map(({text}) => `↪ Steering: ${text}`),
		...(queue?.followUp ?? []).map(({text}) => `↪ Follow-up: ${text}`),
	].slice(0, 5);
	if (lines.length === 0) return null;
	return (
		<Box flexDirection="column" flexShrink={0}>
			{lines.map(line => (
				<Text key={line} wrap="truncate-end">
					{paint.fg('muted', ` ${printable(line).replaceAll('\n', ' ')}`)}
				</Text>
			))}
			<Text wrap="truncate-end">{paint.fg('dim', '   alt+up takes them back')}</Text>
		</Box>
	);
});

/** What goes on, and what waits. */
export const StatusLine = memo((): ReactNode => {
	const status = useSelector(statusText);
	const unseen = useSelector(state => state.unseen);
	const hint = useSelector(state => state.hint);
	const paint = usePaint();
	const below = unseen === undefined ? '' : unseen > 0 ? `↓ ${unseen} more below (ctrl+end)` : '';
	const parts = [
		status === '' ? '' : paint.fg('accent', printable(status).replaceAll('\n', ' ')),
		hint === undefined ? '' : paint.fg('warning', hint),
		below === '' ? '' : paint.fg('muted', below),
	].filter(part => part !== '');
	return (
		<>
			<Queue />
			<Box height={1} flexShrink={0}>
				<Text wrap="truncate-end">{parts.length > 0 ? ` ${parts.join('  ')}` : ' '}</Text>
			</Box>
		</>
	);
});
