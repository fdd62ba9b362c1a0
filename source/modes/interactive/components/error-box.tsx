import {Box, Text} from 'ink';
import {Component, type ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {usePaint} from '../store/use-selector.tsx';

type Props = {
	/** What could not be shown, in a word. */
	readonly name: string;
	/** Another value is another try. */
	readonly attempt?: unknown;
	readonly children: ReactNode;
};

type State = {readonly problem: string | undefined; readonly attempt: unknown};

/** A component that throws leaves a box with the reason in its place; everything around it goes on. */
export class ErrorBox extends Component<Props, State> {
	static getDerivedStateFromError(error: unknown): Partial<State> {
		return {problem: error instanceof Error ? error.message : String(error)};
	}

	static getDerivedStateFromProps({attempt}: Props, state: State): State | null {
		return Object.is(attempt, state.attempt) ? null : {problem: undefined, attempt};
	}

	override state: State = {problem: undefined, attempt: undefined};

	override render(): ReactNode {
		const {problem} = this.state;
		if (problem === undefined) return this.props.children;
		return <Problem text={`✗ The ${this.props.name} cannot be shown: ${problem}`} />;
	}
}

function Problem({text}: {readonly text: string}): ReactNode {
	const paint = usePaint();
	return (
		<Box flexShrink={0} borderStyle="round" borderColor={paint.colour('error') ?? 'red'}>
			<Text wrap="truncate-end">{paint.fg('error', printable(text).replace(/\s+/g, ' '))}</Text>
		</Box>
	);
}
