/** Something an extension draws: lines for a width, and perhaps keys. pi-tui's components have this shape. */
export type View = {
	render(width: number): readonly string[];
	/** What the terminal sent, as it came. */
	handleInput?(data: string): void;
	invalidate?(): void;
	dispose?(): void;
	focused?: boolean;
	wantsKeyRelease?: boolean;
};

/** Colours of the screen; text in, text with colours out. */
export type ViewTheme = {
	readonly name: string;
	readonly appearance: 'dark' | 'light';
	readonly colors: Readonly<Record<string, unknown>>;
	fg(token: string, text: string): string;
	bg(token: string, text: string): string;
	style(text: string, style: Readonly<Record<string, unknown>>): string;
	bold(text: string): string;
	italic(text: string): string;
	underline(text: string): string;
	inverse(text: string): string;
	strikethrough(text: string): string;
	getFgAnsi(token: string): string;
	getBgAnsi(token: string): string;
	getColorMode(): string;
	getThinkingBorderColor(level: string): (text: string) => string;
	getBashModeBorderColor(): (text: string) => string;
};

const same = (text: string): string => text;

/** For modes without colours. */
export const plainTheme: ViewTheme = {
	name: 'plain',
	appearance: 'dark',
	colors: {},
	fg: (_token, text) => text,
	bg: (_token, text) => text,
	style: same,
	bold: same,
	italic: same,
	underline: same,
	inverse: same,
	strikethrough: same,
	getFgAnsi: () => '',
	getBgAnsi: () => '',
	getColorMode: () => 'none',
	getThinkingBorderColor: () => same,
	getBashModeBorderColor: () => same,
};

/** As much of a terminal interface as components ask for. */
export type ViewHost = {
	readonly mode: 'fullscreen';
	readonly terminal: {readonly rows: number; readonly columns: number};
	requestRender(force?: boolean): void;
	setFocus(view: View | null): void;
	showOverlay(view: View, options?: unknown): OverlayHandle;
	hideOverlay(): void;
	addInputListener(listener: InputListener): () => void;
};

/** May swallow or change what the terminal sent. */
export type InputListener = (
	data: string,
) => {readonly consume?: boolean; readonly data?: string} | undefined;

export type OverlayHandle = {
	hide(): void;
	setHidden(hidden: boolean): void;
	isHidden(): boolean;
	focus(): void;
	unfocus(): void;
	isFocused(): boolean;
	getBounds(): {row: number; col: number; width: number; height: number} | undefined;
};

/** Keys of the host, for components that show or take them. */
export type ViewKeys = {
	matches(data: string, id: string): boolean;
	getKeys(id: string): readonly string[];
};

export type ViewFactory = (host: ViewHost, theme: ViewTheme, extra: unknown) => View;
export type CustomFactory = (
	host: ViewHost,
	theme: ViewTheme,
	...rest: readonly [keys: ViewKeys, done: (result: unknown) => void]
) => View | Promise<View>;
