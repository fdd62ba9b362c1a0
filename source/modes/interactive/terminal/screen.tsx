import {inspect} from 'node:util';
import {Box, type Instance, type RenderOptions, render} from 'ink';
import type {ReactNode} from 'react';
import {createCanvas} from './canvas.ts';
import {toEscapeTimeout} from './capabilities.ts';
import {CrashBoundary} from './crash-boundary.tsx';
import {createDecoder} from './decoder.ts';
import {createInkInput, createInkOutput} from './ink-streams.ts';
import {createInput} from './input.ts';
import type {InputEvent} from './input-event.ts';
import {createListeners} from './listeners.ts';
import type {PaintWhen} from './paint-timer.ts';
import type {Size} from './painter.ts';
import {ScreenContext, useScreenSize} from './screen-context.tsx';
import type {Terminal} from './terminal.ts';

export type Screen = {
	/** Takes the terminal over and shows `element`, which gets exactly the room of the window. */
	mount(element: ReactNode): void;
	/** Gives the terminal back. Nothing is painted after it. */
	unmount(): void;
	/** When the screen is gone; with the error when a component threw. */
	readonly closed: Promise<unknown>;
	size(): Size;
	onResize(listener: (size: Size) => void): () => void;
	/** All that a person does, one event at a time. What the terminal answers goes to its capabilities. */
	onInput(listener: (event: InputEvent) => void): () => void;
	/** The terminal went away. */
	onHangUp(listener: () => void): () => void;
	/** Says that a region has other rows. What React changes is painted anyway. */
	schedule(when: PaintWhen): void;
	/** Paints every row anew: something else has written to the terminal. */
	forget(): void;
	/** Hands an event to the component that listens with Ink's own hooks. */
	forward(event: InputEvent): void;
	/** Runs `then` once all of those have arrived. */
	afterForwarded(then: () => void): void;
	/** Lets another program have the terminal until `run` is done. */
	lend<T>(run: () => Promise<T>): Promise<T>;
	/** Stops the process until the shell continues it. */
	suspend(): void;
};

export type ScreenOptions = {
	/** A region could not be drawn; it shows the message in its place. */
	readonly onError?: (error: unknown) => void;
};

export function createScreen(terminal: Terminal, options: ScreenOptions = {}): Screen {
	const {guard} = terminal;
	const canvas = createCanvas(terminal, error => options.onError?.(error));
	const inkInput = createInkInput();
	const inkOutput = createInkOutput(canvas.size(), canvas.show);
	const inputs = createListeners<InputEvent>();
	const hangUps = createListeners<void>();
	const closing = Promise.withResolvers<unknown>();
	const input = createInput({
		stdin: terminal.stdin,
		decoder: createDecoder({escTimeoutMs: toEscapeTimeout(terminal.environment)}),
		onEvent: event =>
			event.kind === 'reply' ? terminal.handleReply(event.reply) : inputs.tell(event),
		onEnd: () => hangUps.tell(),
	});
	const resize = () => {
		canvas.resize();
		inkOutput.resize(canvas.size());
	};
	let unmountTree = () => {};

	const unmount = (error?: unknown) => {
		canvas.close();
		input.stop();
		terminal.stdout.off('resize', resize);
		guard.dispose();
		unmountTree();
		closing.resolve(error);
	};
	const crash = (error: unknown) => {
		// React is in the middle of a commit and cannot be taken down from inside.
		queueMicrotask(() => {
			unmount(error);
			terminal.stderr.write(`${inspect(error)}\n`);
		});
	};

	return {
		mount(element) {
			terminal.stdout.on('resize', resize);
			const stopWatching = guard.onEnter(resize);
			guard.enter();
			input.start();
			const ink = renderTree(
				<ScreenContext value={canvas.places}>
					<CrashBoundary onCrash={crash}>
						<Window>{element}</Window>
					</CrashBoundary>
				</ScreenContext>,
				{stdout: inkOutput.stream, stdin: inkInput.stream},
			);
			unmountTree = () => {
				stopWatching();
				ink.unmount();
			};
		},
		unmount: () => unmount(),
		closed: closing.promise,
		size: canvas.size,
		onResize: canvas.onResize,
		onInput: inputs.add,
		onHangUp: hangUps.add,
		schedule: canvas.schedule,
		forget: canvas.forget,
		forward: inkInput.forward,
		afterForwarded: inkInput.after,
		async lend(run) {
			input.stop();
			try {
				return await guard.lend(run);
			} finally {
				input.start();
			}
		},
		suspend: guard.suspend,
	};
}

function renderTree(tree: ReactNode, streams: Pick<RenderOptions, 'stdout' | 'stdin'>): Instance {
	return render(tree, {
		...streams,
		// Every commit is written at once, as one string without any cursor movement.
		debug: true,
		interactive: true,
		patchConsole: false,
		exitOnCtrlC: false,
		isScreenReaderEnabled: false,
	});
}

/** Ink takes as much room as it is given; more than the window has would scroll it. */
function Window({children}: {readonly children: ReactNode}): ReactNode {
	const {columns, rows} = useScreenSize();
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			{children}
		</Box>
	);
}
