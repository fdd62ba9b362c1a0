import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, fitToWidth, textWidth} from '../../../lib/text-width.ts';
import {listWindow} from '../components/list-window.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {useScreenSize} from '../terminal/screen-context.tsx';
import type {Paint} from '../theme/paint.ts';
import type {Suggestion} from './suggestion.ts';

const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ');

const labelOf = ({label, argument}: Suggestion): string =>
	oneLine(argument === undefined ? label : `${label} ${argument}`);

type Look = {readonly width: number; readonly labelWidth: number; readonly isSelected: boolean};

function rowOf(item: Suggestion, paint: Paint, {width, labelWidth, isSelected}: Look): string {
	const name = oneLine(item.label);
	const argument = item.argument === undefined ? '' : paint.fg('dim', ` ${oneLine(item.argument)}`);
	const label = fitToWidth((isSelected ? paint.bold(name) : name) + argument, labelWidth, '…');
	const hint = item.hint === undefined ? '' : `  ${paint.fg('muted', oneLine(item.hint))}`;
	const row = cutToWidth(`${isSelected ? '▸' : ' '} ${label}${hint}`, width, '…');
	return isSelected ? paint.bg('selectedBg', fitToWidth(row, width)) : row;
}

/** What is offered for the word before the caret, below the editor. */
export const SuggestionList = memo(({most}: {readonly most: () => number}): ReactNode => {
	const suggestions = useSelector(state => state.suggestions);
	const isCovered = useSelector(({overlays}) => overlays.length > 0);
	const paint = usePaint();
	const {columns, rows: screenRows} = useScreenSize();
	if (!suggestions || isCovered || screenRows < 8) return null;
	const {items, selected} = suggestions;
	const height = Math.min(most(), items.length, Math.max(1, Math.floor(screenRows / 2) - 4));
	const {from, to} = listWindow(items.length, selected, height);
	const width = Math.max(1, columns - 1);
	const widest = Math.max(...items.map(item => textWidth(labelOf(item))));
	const labelWidth = Math.max(1, Math.min(widest, Math.floor(width * 0.6)));
	return (
		<Box flexDirection="column" flexShrink={0}>
			{items.slice(from, to).map((item, index) => (
				<Text key={item.text} wrap="truncate-end">
					{rowOf(item, paint, {width, labelWidth, isSelected: from + index === selected})}
				</Text>
			))}
			{items.length > height ? (
				<Text wrap="truncate-end">{paint.fg('dim', `  (${selected + 1}/${items.length})`)}</Text>
			) : null}
		</Box>
	);
});
