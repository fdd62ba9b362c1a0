import {Box, type DOMElement, Text} from 'ink';
import {memo, type ReactNode, useContext, useRef} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth} from '../../../lib/text-width.ts';
import type {Custom} from '../store/extensions.ts';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {useFloating, useScreenSize} from '../terminal/screen-context.tsx';
import {type OverlayPlace, placeOverlay} from './overlay-place.ts';
import {Rows, ViewBox, ViewsContext} from './view-box.tsx';
import {toViewLines} from './view-lines.ts';

/** Of a widget of plain lines so many are shown. */
const mostLines = 10;

const third = (rows: number): number => Math.max(1, Math.floor(rows / 3));

/** What extensions show next to the editor. */
export const Widgets = memo(({place}: {readonly place: 'aboveEditor' | 'belowEditor'}) => {
	const widgets = useSelector(({extensions}) => extensions.widgets);
	const {columns, rows} = useScreenSize();
	return widgets
		.filter(widget => widget.place === place)
		.map(({key, content}) =>
			typeof content === 'string' ? (
				<ViewBox key={key} id={content} height={third(rows)} />
			) : (
				<Box key={key} flexDirection="column" flexShrink={0}>
					<Rows lines={toViewLines(content, columns, mostLines).lines} />
				</Box>
			),
		);
});

export const ExtensionHeader = memo((): ReactNode => {
	const id = useSelector(({extensions}) => extensions.header);
	const {rows} = useScreenSize();
	return id === undefined ? null : <ViewBox id={id} height={third(rows)} />;
});

/** In place of the footer, when an extension brings one. */
export const ExtensionFooter = memo(({children}: {readonly children: ReactNode}): ReactNode => {
	const id = useSelector(({extensions}) => extensions.footer);
	const {rows} = useScreenSize();
	return id === undefined ? children : <ViewBox id={id} height={third(rows)} />;
});

/** Short words of extensions, sorted by their keys. */
export const ExtensionStatus = memo((): ReactNode => {
	const statuses = useSelector(({extensions}) => extensions.statuses);
	const paint = usePaint();
	const {columns} = useScreenSize();
	if (statuses.length === 0) return null;
	const text = statuses.map(status =>
		printable(status.text, {colours: true}).replaceAll(/\s+/g, ' '),
	);
	return (
		<Box height={1} flexShrink={0}>
			<Text wrap="truncate-end">{paint.fg('dim', cutToWidth(text.join(' '), columns, '…'))}</Text>
		</Box>
	);
});

function Overlay({custom, place}: {readonly custom: Custom; readonly place: OverlayPlace}) {
	const box = useRef<DOMElement>(null);
	useFloating(box);
	return (
		<Box
			ref={box}
			position="absolute"
			marginLeft={place.column}
			marginTop={place.row}
			flexDirection="column"
			width={place.width}
		>
			<ViewBox
				id={custom.id}
				width={place.width}
				height={place.height}
				hasFocus={!custom.isPassive}
			/>
		</Box>
	);
}

/** Views that lie over the screen. */
export const ExtensionOverlays = memo((): ReactNode => {
	const customs = useSelector(({extensions}) => extensions.customs);
	// Its height may be another one each time it is drawn.
	useSelector(({extensions}) => extensions.drawn);
	const views = useContext(ViewsContext);
	const size = useScreenSize();
	return customs
		.filter(({isOverlay, isHidden}) => isOverlay && !isHidden)
		.map(custom => {
			const shown = views?.get(custom.id);
			const lines = (width: number) =>
				shown?.kind === 'view' ? shown.view.render(width).length : 10;
			const place = placeOverlay(views?.optionsOf(custom.id), {size, lines});
			return place ? <Overlay key={custom.id} custom={custom} place={place} /> : null;
		});
});

/** In place of the editor: a view that has the keyboard, or another editor. */
export const EditorPlace = memo(({children}: {readonly children: ReactNode}): ReactNode => {
	const custom = useSelector(({extensions}) =>
		extensions.customs.findLast(({isOverlay, isHidden}) => !isOverlay && !isHidden),
	);
	const editor = useSelector(({extensions}) => extensions.editor);
	const {rows} = useScreenSize();
	const id = custom?.id ?? editor;
	const height = custom ? Math.max(3, rows - 4) : Math.max(3, Math.floor(rows * 0.4));
	return id === undefined ? children : <ViewBox id={id} height={height} hasFocus />;
});
