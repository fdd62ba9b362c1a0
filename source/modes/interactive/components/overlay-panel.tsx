import {Box, type DOMElement, Text} from 'ink';
import SelectInput from 'ink-select-input';
import TextInput from 'ink-text-input';
import {memo, type ReactNode, useRef} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {textWidth, wrap} from '../../../lib/text-width.ts';
import {cleanPaste} from '../composer/paste.ts';
import {filterRows} from '../selectors/filter.ts';
import type {Overlay} from '../store/state.ts';
import {usePaint, useSelector, useUi} from '../store/use-selector.tsx';
import {useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import {List} from './list.tsx';

type PanelPart = {readonly overlay: Overlay; readonly width: number};

function hintOf({hint, text, field, isChoice}: Overlay): string {
	if (hint !== undefined) return hint;
	if (text !== undefined) return '↑↓ scroll · esc close';
	return field || isChoice ? 'enter confirm · esc cancel' : 'enter choose · esc close';
}

function Rows({rows}: {readonly rows: readonly string[]}): ReactNode {
	return rows.map((row, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
		<Text key={index} wrap="truncate-end">
			{row === '' ? ' ' : row}
		</Text>
	));
}

/** As many lines as fit, the last one saying that there are more. */
const cutRows = (rows: readonly string[], height: number): readonly string[] =>
	rows.length > height ? [...rows.slice(0, Math.max(0, height - 1)), '…'] : rows;

/** One line of text: lone halves of characters and line ends are no part of it. */
const toLine = (text: string): string =>
	cleanPaste(text)
		.replace(/\n+/g, ' ')
		.replace(/\p{Surrogate}/gu, '');

/** The filter of a list, or the answer to a question. */
function Field({overlay, width}: PanelPart): ReactNode {
	const {store} = useUi();
	const {field, query} = overlay;
	const box = useRef<DOMElement>(null);
	const label = field ? '> ' : 'Filter: ';
	const column = Math.min(width - 1, label.length + textWidth(query));
	useCaret(box, {row: 0, column, isVisible: false});
	const onChange = (text: string) =>
		store.dispatch({type: 'overlaid', action: {type: 'queried', query: toLine(text)}});
	return (
		<Box ref={box} height={1}>
			<Box flexShrink={0}>
				<Text>{label}</Text>
			</Box>
			{/* Of a text that is wider than its room the end stays in sight. */}
			<Box height={1} flexDirection="column" justifyContent="flex-end" overflow="hidden">
				<TextInput
					value={query}
					onChange={onChange}
					{...(field?.isSecret ? {mask: '•'} : {})}
					{...(field?.placeholder ? {placeholder: field.placeholder} : {})}
				/>
			</Box>
		</Box>
	);
}

function Sign({isSelected = false}: {readonly isSelected?: boolean}): ReactNode {
	return <Text>{isSelected ? '▸ ' : '  '}</Text>;
}

function Option({label, isSelected = false}: {label: string; isSelected?: boolean}): ReactNode {
	return <Text bold={isSelected}>{printable(label)}</Text>;
}

function Choice({overlay}: PanelPart): ReactNode {
	const {answer} = useUi();
	return (
		<SelectInput
			items={overlay.rows.map(({value, label}) => ({value, label}))}
			indicatorComponent={Sign}
			itemComponent={Option}
			onSelect={({value}) => answer(value)}
		/>
	);
}

function FilteredList({overlay, width, height}: PanelPart & {readonly height: number}): ReactNode {
	const paint = usePaint();
	const rows = filterRows(overlay.rows, overlay.query);
	const about = rows[overlay.selected]?.about;
	const hasAbout = overlay.rows.some(row => row.about !== undefined);
	const lines = about === undefined ? [] : cutRows(wrap(printable(about), width), 2);
	return (
		<>
			<Field overlay={overlay} width={width} />
			<List
				rows={rows}
				selected={overlay.selected}
				marked={overlay.marked}
				width={width}
				height={hasAbout ? Math.max(1, height - 2) : height}
			/>
			{hasAbout ? (
				<Box height={2} flexDirection="column">
					<Rows rows={lines.map(line => paint.fg('muted', line))} />
				</Box>
			) : null}
		</>
	);
}

function Content({overlay, width, height}: PanelPart & {readonly height: number}): ReactNode {
	if (overlay.text !== undefined) {
		const all = wrap(printable(overlay.text), width);
		return <Rows rows={all.slice(overlay.selected, overlay.selected + height)} />;
	}

	if (overlay.field) return <Field overlay={overlay} width={width} />;
	return overlay.isChoice ? (
		<Choice overlay={overlay} width={width} />
	) : (
		<FilteredList overlay={overlay} width={width} height={height} />
	);
}

/** Rows of a list on a screen of that height, beside the editor and the footer. */
const contentHeight = (screenRows: number): number =>
	Math.max(1, Math.min(30, Math.floor(screenRows * 0.6) - 3));

/** The top overlay: a list with a filter, a question, or a text to read. Docked below the transcript, above the footer. */
export const OverlayPanel = memo((): ReactNode => {
	const overlay = useSelector(({overlays}) => overlays.at(-1));
	return overlay ? <Panel key={overlay.id} overlay={overlay} /> : null;
});

function Panel({overlay}: {readonly overlay: Overlay}): ReactNode {
	const paint = usePaint();
	const {columns, rows: screenRows} = useScreenSize();
	const width = Math.max(1, columns - 4);
	const height = contentHeight(screenRows);
	const message = overlay.message === undefined ? [] : wrap(printable(overlay.message), width);
	return (
		<Box
			flexDirection="column"
			flexShrink={0}
			borderStyle="round"
			borderColor={paint.colour('borderAccent') ?? 'cyan'}
			paddingX={1}
		>
			<Text wrap="truncate-end">
				{paint.bold(paint.fg('accent', printable(overlay.title)))}{' '}
				{paint.fg('dim', hintOf(overlay))}
			</Text>
			<Rows rows={cutRows(message, Math.max(1, screenRows - height - 8))} />
			<Content overlay={overlay} width={width} height={height} />
		</Box>
	);
}
