import {Box, type DOMElement} from 'ink';
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

function usePlaces(): ScreenPlaces {
	const places = useContext(ScreenContext);
	if (places === undefined) throw new Error('This component needs a screen around it.');
	return places;
}

/** The size of the window. */
export function useScreenSize(): Size {
	const places = usePlaces();
	return useSyncExternalStore(places.subscribeSize, places.size);
}

/** A part of the layout that takes all the room it gets and that `source` fills when a frame is painted. */
export function Region({source}: {readonly source: RegionSource}): ReactNode {
	const places = usePlaces();
	const box = useRef<DOMElement>(null);
	useLayoutEffect(() => {
		if (box.current !== null) return places.addRegion({node: box.current, value: source});
	}, [places, source]);
	return <Box ref={box} flexGrow={1} flexShrink={1} flexBasis={0} minHeight={0} />;
}

/** Shows what is in the box also where a region lies below it. */
export function useFloating(box: RefObject<DOMElement | null>): void {
	const places = usePlaces();
	useLayoutEffect(() => {
		if (box.current !== null) return places.addFloating(box.current);
	}, [places, box]);
}

/** Puts the cursor of the terminal on a cell of the box, counted from its corner; the last one to ask has it. */
export function useCaret(box: RefObject<DOMElement | null>, caret: Caret | undefined): void {
	const places = usePlaces();
	const {row, column, isVisible} = caret ?? {};
	useLayoutEffect(() => {
		if (box.current === null || row === undefined || column === undefined) return;
		return places.addCaret({node: box.current, value: {row, column, isVisible: isVisible ?? true}});
	}, [places, box, row, column, isVisible]);
}
