import type {
	CustomFactory,
	InputListener,
	OverlayHandle,
	ViewFactory,
	ViewTheme,
} from './extensions/view.ts';
import {plainTheme} from './extensions/view.ts';

export type WidgetPlace = 'aboveEditor' | 'belowEditor';

export type CustomOptions = {
	readonly overlay?: boolean;
	readonly overlayOptions?: unknown;
	readonly onHandle?: (handle: OverlayHandle) => void;
	readonly signal?: AbortSignal;
};

export type WorkingLook = {
	readonly message?: string | undefined;
	readonly visible?: boolean;
	readonly indicator?:
		| {readonly frames?: readonly string[]; readonly intervalMs?: number}
		| undefined;
	readonly thinkingLabel?: string | undefined;
};

/** What extensions may put on the screen beside questions and notices. A mode without a screen leaves it out. */
export type Surface = {
	setStatus(key: string, text: string | undefined): void;
	setWidget(
		key: string,
		content: readonly string[] | ViewFactory | undefined,
		place: WidgetPlace,
	): void;
	setHeader(factory: ViewFactory | undefined): void;
	setFooter(factory: ViewFactory | undefined): void;
	setTitle(title: string): void;
	/** Shows a view that has the keyboard until it is done; undefined where there is no screen. */
	custom(factory: CustomFactory, options: CustomOptions): Promise<unknown>;
	editorText(): string;
	pasteToEditor(text: string): void;
	setEditorView(factory: unknown): void;
	editorView(): unknown;
	addCompletions(factory: (current: unknown) => unknown): () => void;
	onTerminalInput(listener: InputListener): () => void;
	setWorking(look: WorkingLook): void;
	theme(): ViewTheme;
	themes(): readonly {readonly name: string; readonly path: string | undefined}[];
	themeOf(name: string): ViewTheme | undefined;
	setTheme(theme: unknown): {readonly success: boolean; readonly error?: string};
	toolsExpanded(): boolean;
	setToolsExpanded(expanded: boolean): void;
	/** Takes away all that was put here: the extensions begin anew. */
	clear(): void;
};

const nothing = () => {};

/** Where nothing can be shown. */
export const noSurface: Surface = {
	setStatus: nothing,
	setWidget: nothing,
	setHeader: nothing,
	setFooter: nothing,
	setTitle: nothing,
	custom: async () => undefined,
	editorText: () => '',
	pasteToEditor: nothing,
	setEditorView: nothing,
	editorView: () => undefined,
	addCompletions: () => nothing,
	onTerminalInput: () => nothing,
	setWorking: nothing,
	theme: () => plainTheme,
	themes: () => [],
	themeOf: () => undefined,
	setTheme: () => ({success: false, error: 'There is no screen to be painted.'}),
	toolsExpanded: () => false,
	setToolsExpanded: nothing,
	clear: nothing,
};
