import {createRequire} from 'node:module';
import type * as PiTui from '@earendil-works/pi-tui';

type Tui = typeof PiTui;

let loaded: Tui | undefined;

/** The components of pi; an optional package, loaded when an extension asks for it. */
export function loadTui(): Tui {
	try {
		loaded ??= createRequire(import.meta.url)('@earendil-works/pi-tui') as Tui;
		return loaded;
	} catch (error) {
		throw new Error(
			'it needs the package @earendil-works/pi-tui, which is not installed: npm install -g @earendil-works/pi-tui',
			{cause: error},
		);
	}
}

type Colour = (text: string) => string;
type Theme = {fg(token: string, text: string): string};

/** Classes; what they take and have is checked by nobody but the extension that uses them. */
export type Components = Readonly<
	Record<'DynamicBorder' | 'CustomEditor' | 'BorderedLoader', unknown>
>;

/** Components that pi's agent adds to its terminal library, over the same library. */
export function createComponents(tui: Tui): Components {
	class DynamicBorder {
		readonly #colour: Colour;

		constructor(colour: Colour = text => text) {
			this.#colour = colour;
		}

		invalidate(): void {}

		render(width: number): string[] {
			return [this.#colour('─'.repeat(Math.max(1, width)))];
		}
	}

	class CustomEditor extends tui.Editor {
		readonly actionHandlers = new Map<string, () => void>();
		onEscape?: () => void;
		onCtrlD?: () => void;
		onExtensionShortcut?: (data: string) => boolean;
		readonly embedWorkingStatus: boolean;

		constructor(...args: readonly unknown[]) {
			const [host, theme, , options] = args;
			super(host as never, theme as never, options as never);
			const own = typeof options === 'object' && options !== null ? options : {};
			this.embedWorkingStatus = 'embedWorkingStatus' in own && own.embedWorkingStatus === true;
		}

		onAction(action: string, handler: () => void): void {
			this.actionHandlers.set(action, handler);
		}

		override handleInput(data: string): void {
			if (this.onExtensionShortcut?.(data)) return;
			if (tui.matchesKey(data, 'escape') && this.onEscape) this.onEscape();
			else super.handleInput(data);
		}
	}

	class BorderedLoader extends tui.Container {
		readonly #loader: PiTui.CancellableLoader;

		constructor(...args: readonly [host: PiTui.TUI, theme: Theme, message: string]) {
			super();
			const [host, theme, message] = args;
			const border = () => new DynamicBorder(text => theme.fg('border', text));
			this.#loader = new tui.CancellableLoader(
				host,
				text => theme.fg('accent', text),
				text => theme.fg('muted', text),
				message,
			);
			this.addChild(border());
			this.addChild(this.#loader);
			this.addChild(new tui.Text(theme.fg('dim', 'esc cancels'), 1, 0));
			this.addChild(border());
		}

		get signal(): AbortSignal {
			return this.#loader.signal;
		}

		set onAbort(abort: (() => void) | undefined) {
			if (abort) this.#loader.onAbort = abort;
		}

		handleInput(data: string): void {
			this.#loader.handleInput(data);
		}

		dispose(): void {
			this.#loader.dispose();
		}
	}

	return {DynamicBorder, CustomEditor, BorderedLoader};
}
