import {Box, type DOMElement, Text, useBoxMetrics, useWindowSize} from 'ink';
import {
	createContext,
	type ReactNode,
	type RefObject,
	useContext,
	useLayoutEffect,
	useRef,
	useSyncExternalStore,
} from 'react';
import type {Caret, Size} from './painter.ts';

/** Rows that are painted without React: called once for every frame, so it answers from a cache. */
export type RegionSource = {
	/** At most `height` rows, each opening and closing its own styles. */
	rows(width: number, height: number): readonly string[];
	/** By how many rows the content went up since the last call; negative when it went down. */
	shift?(): number;
};

export type Placed<T> = {readonly node: DOMElement; readonly value: T};

/** What components tell the screen; it asks the layout for their places when it paints. */
export type ScreenPlaces = {
	addRegion(region: Placed<RegionSource>): () => void;
	addFloating(node: DOMElement): () => void;
	addCaret(caret: Placed<Caret>): () => void;
	size(): Size;
	subscribeSize(listener: () => void): () => void;
};

export const ScreenContext = createContext<ScreenPlaces | undefined>(undefined);

/** The size of the window. */
export function useScreenSize(): Size {
	const places = useContext(ScreenContext);
	const plain = useWindowSize();
	const size = useSyncExternalStore(places?.subscribeSize ?? subscribeToNothing, () =>
		places?.size(),
	);
	return size ?? plain;
}

function subscribeToNothing(): () => void {
	return () => {};
}

type RegionProps = {readonly source: RegionSource};

/**
 * A part of the layout that takes all the room it gets and that `source` fills when a frame is painted. Without a
 * screen around it, as in tests of components, its rows are ordinary text.
 */
export function Region({source}: RegionProps): ReactNode {
	return useContext(ScreenContext) === undefined ? (
		<TextRegion source={source} />
	) : (
		<PaintedRegion source={source} />
	);
}

const regionStyle = {
	flexDirection: 'column',
	flexGrow: 1,
	flexShrink: 1,
	flexBasis: 0,
	minHeight: 0,
} as const;

function PaintedRegion({source}: RegionProps): ReactNode {
	const places = useContext(ScreenContext);
	const box = useRef<DOMElement>(null);
	useLayoutEffect(() => {
		if (box.current !== null) return places?.addRegion({node: box.current, value: source});
	}, [places, source]);
	return <Box ref={box} {...regionStyle} />;
}

function TextRegion({source}: RegionProps): ReactNode {
	const box = useRef<DOMElement>(null);
	const {width, height} = useBoxMetrics(box);
	return (
		<Box ref={box} {...regionStyle}>
			<Text wrap="truncate">{source.rows(width, height).join('\n')}</Text>
		</Box>
	);
}

/** Shows what is in the box also where a region lies below it. */
export function useFloating(box: RefObject<DOMElement | null>): void {
	const places = useContext(ScreenContext);
	useLayoutEffect(() => {
		if (box.current !== null) return places?.addFloating(box.current);
	}, [places, box]);
}

/** Puts the cursor of the terminal on a cell of the box, counted from its corner; the last one to ask has it. */
export function useCaret(box: RefObject<DOMElement | null>, caret: Caret | undefined): void {
	const places = useContext(ScreenContext);
	const {row, column, isVisible} = caret ?? {};
	useLayoutEffect(() => {
		if (box.current === null || row === undefined || column === undefined) return;
		return places?.addCaret({
			node: box.current,
			value: {row, column, isVisible: isVisible ?? true},
		});
	}, [places, box, row, column, isVisible]);
}
