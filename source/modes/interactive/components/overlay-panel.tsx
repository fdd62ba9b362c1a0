import {Box, type DOMElement, Text} from 'ink';
import {memo, type ReactNode, useRef} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, fitToWidth, sliceColumns, textWidth, wrap} from '../../../lib/text-width.ts';
import {filterRows} from '../selectors/filter.ts';
import type {Overlay} from '../store/state.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import {listWindow} from './list-window.ts';

function useRowsOf(overlay: Overlay, columns: number, height: number): readonly string[] {
	const paint = usePaint();
	if (overlay.text !== undefined) {
		const all = wrap(printable(overlay.text), Math.max(1, columns - 4));
		return all.slice(overlay.selected, overlay.selected + height);
	}

	if (overlay.field) return [];
	const rows = filterRows(overlay.rows, overlay.query);
	const {from, to} = listWindow(rows.length, overlay.selected, height);
	if (rows.length === 0) return [paint.fg('muted', 'Nothing fits.')];
	return rows.slice(from, to).map((row, index) => {
		const isSelected = from + index === overlay.selected;
		const label = `${isSelected ? '▸' : ' '} ${markOf(overlay, row.value)}${printable(row.label).replaceAll('\n', ' ')}`;
		const hint =
			row.hint === undefined
				? ''
				: `  ${paint.fg('muted', printable(row.hint).replaceAll('\n', ' '))}`;
		const text = cutToWidth(label + hint, Math.max(1, columns - 4), '…');
		return isSelected
			? paint.bg('selectedBg', fitToWidth(paint.bold(text), Math.max(1, columns - 4)))
			: text;
	});
}

/** The lines above the choice, as many as fit. */
function messageRows({message}: Overlay, columns: number, height: number): readonly string[] {
	const rows = message === undefined ? [] : wrap(printable(message), Math.max(1, columns - 4));
	return rows.length > height ? [...rows.slice(0, height - 1), '…'] : rows;
}

/** A closer look at the row that is selected. */
function detailRows({rows, query, selected}: Overlay, columns: number): readonly string[] {
	const detail = filterRows(rows, query)[selected]?.detail;
	return detail === undefined ? [] : wrap(printable(detail), Math.max(1, columns - 4)).slice(0, 2);
}

/** The place of a row that is on. */
function markOf({marked}: Overlay, value: string): string {
	if (!marked) return '';
	const at = marked.indexOf(value);
	return at < 0 ? '    ' : `${String(at + 1).padStart(3)} `;
}

function hintOf({text, field, marked, keyHints}: Overlay): string {
	if (keyHints !== undefined) return keyHints;
	if (text !== undefined) return '↑↓ scroll · esc close';
	if (marked) return 'enter on/off · alt+↑↓ order · ctrl+s save · esc close';
	return field ? 'enter confirm · esc cancel' : 'enter choose · esc close';
}

const longestMask = 40;

/** The line that is typed, and how much of it is there when it is hidden. */
function typedText({field, query}: Overlay): string {
	if (!field) return `Filter: ${query}`;
	return field.isSecret ? `> ${'•'.repeat(Math.min(longestMask, textWidth(query)))}` : `> ${query}`;
}

/** The end of what is typed stays in sight. */
function endOf(text: string, width: number): string {
	const whole = textWidth(text);
	return whole <= width ? text : sliceColumns(text, whole - width, whole);
}

/** The top overlay: a list with a filter, or a text to read. Docked below the transcript, above the footer. */
export const OverlayPanel = memo((): ReactNode => {
	const overlay = useSelector(({overlays}) => overlays.at(-1));
	return overlay ? <Panel overlay={overlay} /> : null;
});

function Panel({overlay}: {readonly overlay: Overlay}): ReactNode {
	const paint = usePaint();
	const {columns, rows: screenRows} = useScreenSize();
	const box = useRef<DOMElement>(null);
	const height = Math.max(1, Math.min(12, Math.floor(screenRows / 2) - 3));
	const rows = useRowsOf(overlay, columns, height);
	const isList = overlay.text === undefined;
	const message = messageRows(overlay, columns, Math.max(1, screenRows - height - 8));
	const detail = detailRows(overlay, columns).map(row => paint.fg('muted', row));
	const query = endOf(typedText(overlay), Math.max(1, columns - 5));
	useCaret(
		box,
		isList
			? {
					row: 2 + message.length,
					column: Math.min(columns - 1, 2 + textWidth(query)),
					isVisible: true,
				}
			: undefined,
	);
	return (
		<Box
			ref={box}
			flexDirection="column"
			flexShrink={0}
			borderStyle="round"
			borderColor={paint.colour('borderAccent') ?? 'cyan'}
			paddingX={1}
		>
			<Text wrap="truncate-end">
				{paint.bold(paint.fg('accent', overlay.title))} {paint.fg('dim', hintOf(overlay))}
			</Text>
			{message.map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
				<Text key={index} wrap="truncate-end">
					{row === '' ? ' ' : row}
				</Text>
			))}
			{isList ? (
				<Text wrap="truncate-end">
					{query}
					{overlay.query === '' ? paint.fg('dim', overlay.field?.placeholder ?? '') : ''}
				</Text>
			) : null}
			{[...rows, ...detail].map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
				<Text key={index} wrap="truncate-end">
					{row === '' ? ' ' : row}
				</Text>
			))}
		</Box>
	);
}
