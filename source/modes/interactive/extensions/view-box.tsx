import {Box, type DOMElement, Text} from 'ink';
import {Component, createContext, type ReactNode, useContext, useRef} from 'react';
import {usePaint, useSelector} from '../store/use-selector.tsx';
import {useCaret, useScreenSize} from '../terminal/screen-context.tsx';
import {toViewLines} from './view-lines.ts';
import type {Views} from './views.ts';

export const ViewsContext = createContext<Views | undefined>(undefined);

type BoundaryState = {readonly message: string | undefined};

/** An element of an extension that throws is an error in its place. */
class ElementBoundary extends Component<{readonly children: ReactNode}, BoundaryState> {
	static getDerivedStateFromError(error: unknown): BoundaryState {
		return {message: error instanceof Error ? error.message : String(error)};
	}

	override state: BoundaryState = {message: undefined};

	override render(): ReactNode {
		const {message} = this.state;
		return message === undefined ? this.props.children : <Text>{`✗ ${message}`}</Text>;
	}
}

/** Finished rows, one line each. */
export const Rows = ({lines}: {readonly lines: readonly string[]}): ReactNode =>
	lines.map((line, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
		<Text key={index} wrap="truncate-end">
			{line === '' ? ' ' : line}
		</Text>
	));

type Props = {
	readonly id: string;
	/** The most rows it gets. */
	readonly height: number;
	readonly width?: number;
	readonly hasFocus?: boolean;
};

/** What an extension draws, in the room that it has. */
export function ViewBox({id, height, width, hasFocus = false}: Props): ReactNode {
	const views = useContext(ViewsContext);
	const {columns} = useScreenSize();
	const box = useRef<DOMElement>(null);
	// Drawn again when it asks, and when the colours change.
	useSelector(({extensions}) => extensions.drawn[id]);
	usePaint();
	const shown = views?.get(id);
	const room = Math.max(1, width ?? columns);
	const {lines, caret} =
		shown?.kind === 'view'
			? toViewLines(shown.view.render(room), room, height)
			: {lines: [], caret: undefined};
	useCaret(box, hasFocus && caret ? {...caret, isVisible: true} : undefined);
	if (!shown) return null;
	return (
		<Box ref={box} flexDirection="column" flexShrink={0} width={room} overflow="hidden">
			{shown.kind === 'element' ? (
				<ElementBoundary>
					<Box flexDirection="column" maxHeight={height}>
						{shown.element}
					</Box>
				</ElementBoundary>
			) : (
				<Rows lines={lines} />
			)}
		</Box>
	);
}
