import {Component, type ReactNode} from 'react';

type Props = {readonly onCrash: (error: unknown) => void; readonly children: ReactNode};

/** Ends the tree when it throws. Ink would show the error on a screen that is about to vanish. */
export class CrashBoundary extends Component<Props, {readonly hasCrashed: boolean}> {
	static getDerivedStateFromError(): {readonly hasCrashed: boolean} {
		return {hasCrashed: true};
	}

	override state = {hasCrashed: false};

	override componentDidCatch(error: unknown): void {
		this.props.onCrash(error);
	}

	override render(): ReactNode {
		return this.state.hasCrashed ? null : this.props.children;
	}
}
