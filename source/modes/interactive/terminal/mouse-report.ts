import type {MouseButton, MouseEvent} from './input-event.ts';

const buttons: readonly MouseButton[] = ['left', 'middle', 'right', 'none'];

/** An SGR mouse report: `CSI < buttons ; column ; row` and `M` (down) or `m` (up). */
export function toMouseEvent(sequence: {
	readonly parameters: ReadonlyArray<ReadonlyArray<number | undefined>>;
	readonly final: string;
}): MouseEvent | undefined {
	const [code, column, row] = sequence.parameters.map(group => group[0]);
	const isUp = sequence.final === 'm';
	if (code === undefined || column === undefined || row === undefined) return undefined;
	if (!isUp && sequence.final !== 'M') return undefined;
	const wheel = (code & 64) !== 0;
	// Only the first two wheel codes are vertical.
	if (wheel && (code & 3) > 1) return undefined;
	const moved = (code & 32) !== 0;
	const button = buttons[code & 3] ?? 'none';
	return {
		kind: 'mouse',
		action: wheel ? 'wheel' : toAction({isUp, moved, button}),
		button: wheel ? ((code & 1) === 0 ? 'wheelUp' : 'wheelDown') : button,
		row: Math.max(0, row - 1),
		column: Math.max(0, column - 1),
		shift: (code & 4) !== 0,
		alt: (code & 8) !== 0,
		ctrl: (code & 16) !== 0,
	};
}

function toAction(report: {
	isUp: boolean;
	moved: boolean;
	button: MouseButton;
}): MouseEvent['action'] {
	if (report.isUp) return 'release';
	if (!report.moved) return 'press';
	return report.button === 'none' ? 'move' : 'drag';
}
