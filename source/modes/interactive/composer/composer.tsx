import {Box, type DOMElement, Text} from 'ink';
import {memo, type ReactNode, useRef} from 'react';
import type {UiState} from '../store/state.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import {composerRows} from './layout.ts';

const minimum = 1;

/** Rows of text the editor may take of a window. */
export const composerHeight = (rows: number): number =>
	Math.max(minimum, Math.floor(rows * 0.4) - 2);

export const composerWidth = (columns: number): number => Math.max(1, columns - 2);

const levelRoles: Readonly<Record<string, string>> = {
	off: 'thinkingOff',
	minimal: 'thinkingMinimal',
	low: 'thinkingLow',
	medium: 'thinkingMedium',
	high: 'thinkingHigh',
	xhigh: 'thinkingXhigh',
	max: 'thinkingMax',
};

const borderRole = ({composer, harness}: UiState): string =>
	composer.lines[0]?.[0] === '!' ? 'bashMode' : (levelRoles[harness?.level ?? 'off'] ?? 'border');

/** Where the person writes. The cursor of the terminal is the caret, so that input methods find it. */
export const Composer = memo((): ReactNode => {
	const buffer = useSelector(({composer}) => composer);
	const role = useSelector(borderRole);
	const isOpen = useSelector(({overlays}) => overlays.length === 0);
	const paint = usePaint();
	const {columns, rows} = useScreenSize();
	const box = useRef<DOMElement>(null);
	const shown = composerRows(buffer, composerWidth(columns), composerHeight(rows));
	useCaret(
		box,
		isOpen
			? {
					row: shown.caret.row + 1,
					column: Math.min(shown.caret.column + 1, columns - 1),
					isVisible: true,
				}
			: undefined,
	);
	const more = shown.below > 0 ? ` ${shown.below} more ↓ ` : '';
	// Made without measuring: this runs at every key.
	const line = (text: string) =>
		paint.fg(role, text + '─'.repeat(Math.max(0, columns - text.length)));
	return (
		<Box ref={box} flexDirection="column" flexShrink={0} height={shown.rows.length + 2}>
			<Text wrap="truncate-end">{line(shown.above > 0 ? `─ ${shown.above} more ↑ ` : '')}</Text>
			{shown.rows.map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
				<Text key={index} wrap="truncate-end">{` ${row}`}</Text>
			))}
			<Text wrap="truncate-end">{line(more)}</Text>
		</Box>
	);
});
