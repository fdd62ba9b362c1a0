import {Text} from 'ink';
import type {ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, fitToWidth, textWidth} from '../../../lib/text-width.ts';
import type {SelectorRow} from '../store/state.ts';
import {usePaint} from '../store/use-selector.tsx';
import type {Paint} from '../theme/paint.ts';
import {listWindow} from './list-window.ts';

const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ');

/** The place of a row that is on, in lists where rows are switched. */
function markOf({value}: SelectorRow, marked: readonly string[] | undefined): string {
	if (!marked) return '';
	const at = marked.indexOf(value);
	return at < 0 ? '    ' : `${String(at + 1).padStart(3)} `;
}

type Look = {
	readonly marked: readonly string[] | undefined;
	readonly width: number;
	readonly labelWidth: number;
	readonly isSelected: boolean;
};

function rowText(
	row: SelectorRow,
	paint: Paint,
	{width, labelWidth, isSelected, marked}: Look,
): string {
	const sign = `${isSelected ? '▸' : ' '}${row.isCurrent ? '✓' : ' '}${markOf(row, marked)}`;
	const name = oneLine(row.label);
	const label = fitToWidth(isSelected ? paint.bold(name) : name, labelWidth, '…');
	const hint = row.hint === undefined ? '' : `  ${paint.fg('muted', oneLine(row.hint))}`;
	const text = cutToWidth(`${sign}${label}${hint}`, width, '…');
	return isSelected ? paint.bg('selectedBg', fitToWidth(text, width)) : text;
}

/** The rows of every selector: as many as `height` around the selected one. */
export function List({
	rows,
	selected,
	width,
	height,
	marked,
}: {
	readonly rows: readonly SelectorRow[];
	readonly selected: number;
	readonly width: number;
	readonly height: number;
	readonly marked?: readonly string[] | undefined;
}): ReactNode {
	const paint = usePaint();
	if (rows.length === 0) return <Text>{paint.fg('muted', 'Nothing fits.')}</Text>;
	const {from, to} = listWindow(rows.length, selected, height);
	const shown = rows.slice(from, to);
	const hasHints = shown.some(({hint}) => hint !== undefined);
	const widest = Math.max(...shown.map(({label}) => textWidth(oneLine(label))));
	const labelWidth = Math.min(widest, hasHints ? Math.floor(width * 0.6) : width);
	return (
		<>
			{shown.map((row, index) => (
				<Text key={row.value} wrap="truncate-end">
					{rowText(row, paint, {width, labelWidth, marked, isSelected: from + index === selected})}
				</Text>
			))}
			{rows.length > height ? (
				<Text>{paint.fg('dim', `  (${selected + 1}/${rows.length})`)}</Text>
			) : null}
		</>
	);
}
