import {Box, type DOMElement, Text} from 'ink';
import {type ReactNode, useRef, useSyncExternalStore} from 'react';
import {cutToWidth, sliceColumns, textWidth} from '../../../lib/text-width.ts';
import {spinnerAt} from '../components/spinner.ts';
import {lineAt, type TextBuffer} from '../composer/text-buffer.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {Region, type RegionSource, useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import type {Navigator} from './navigator.ts';
import type {NavigatorTask, NavigatorView} from './navigator-state.ts';

const prompts: Readonly<Record<string, string>> = {
	browsing: 'Search: ',
	label: 'Label: ',
	instructions: 'What the summary should mind: ',
};

type Line = {readonly text: string; readonly caret: number};

/** The end of a line that is too long is what one is writing. */
function inRoom(text: string, caret: number, room: number): Line {
	const from = Math.max(0, caret - room + 1);
	return {text: sliceColumns(text, from, from + room), caret: caret - from};
}

function bufferLine(buffer: TextBuffer): Line {
	const units = lineAt(buffer, 0);
	return {text: units.join(''), caret: textWidth(units.slice(0, buffer.caret.column).join(''))};
}

function inputLine(task: NavigatorTask, query: string, columns: number): Line | undefined {
	if (task.kind === 'summarising') return undefined;
	const prompt = prompts[task.kind] ?? '';
	const {text, caret} =
		'buffer' in task ? bufferLine(task.buffer) : {text: query, caret: textWidth(query)};
	const line = inRoom(text, caret, Math.max(1, columns - prompt.length - 2));
	return {text: ` ${prompt}${line.text}`, caret: prompt.length + 1 + line.caret};
}

function titleOf({state, arrangement, at, searched}: NavigatorView): string {
	const count = arrangement.count;
	const place = count === 0 ? 'nothing' : `${at + 1} of ${count}`;
	const hidden = state.showsHidden ? ' · with hidden branches' : '';
	const searching =
		state.query !== '' && searched < 1 ? ` · searched ${Math.floor(searched * 100)} %` : '';
	return `${state.filter} · ${place}${hidden}${searching}`;
}

const hints: Readonly<Record<NavigatorTask['kind'], string>> = {
	browsing:
		'enter go there · ctrl+←/→ fold · shift+l label · shift+h hide · ctrl+o filter · ctrl+x copy · esc close',
	label: 'enter keep · empty takes it away · esc back',
	instructions: 'enter summarise · esc back',
	summarising: 'esc stops',
};

function Progress({since}: {readonly since: number}): ReactNode {
	const now = useSelector(state => state.now);
	const paint = usePaint();
	const seconds = Math.max(0, Math.floor((now - since) / 1000));
	const text = ` ${spinnerAt(now)} Summarising the branch that is left… ${seconds} s (esc stops)`;
	return <Text wrap="truncate-end">{paint.fg('accent', text)}</Text>;
}

/** Rows above the list. */
export const headRows = 2;

function Head({view}: {readonly view: NavigatorView}): ReactNode {
	const paint = usePaint();
	const {columns} = useScreenSize();
	const box = useRef<DOMElement>(null);
	const hasOverlay = useSelector(({overlays}) => overlays.length > 0);
	const {task, query} = view.state;
	const line = inputLine(task, query, columns);
	useCaret(
		box,
		line && !hasOverlay
			? {row: 1, column: Math.min(line.caret, columns - 1), isVisible: true}
			: undefined,
	);
	const title = ` ${paint.bold(paint.fg('accent', 'Tree of the session'))} ${paint.fg('muted', titleOf(view))}`;
	return (
		<Box ref={box} flexDirection="column" flexShrink={0} height={headRows}>
			<Text wrap="truncate-end">{title}</Text>
			{task.kind === 'summarising' ? (
				<Progress since={task.since} />
			) : (
				<Text wrap="truncate-end">{line?.text}</Text>
			)}
		</Box>
	);
}

/** The navigator: a head, the tree with the turn that is selected beside it, and what keys do. */
export function NavigatorPage({
	navigator,
	source,
}: {
	readonly navigator: Navigator;
	readonly source: RegionSource;
}): ReactNode {
	const view = useSyncExternalStore(navigator.subscribe, navigator.view);
	const paint = usePaint();
	const {columns} = useScreenSize();
	if (!view) return null;
	const {hint, task} = view.state;
	const word = hint === undefined ? paint.fg('dim', hints[task.kind]) : paint.fg('warning', hint);
	return (
		<Box flexDirection="column" flexGrow={1} minHeight={0} overflow="hidden">
			<Head view={view} />
			<Region source={source} />
			<Box height={1} flexShrink={0}>
				<Text wrap="truncate-end">{cutToWidth(` ${word}`, columns)}</Text>
			</Box>
		</Box>
	);
}
