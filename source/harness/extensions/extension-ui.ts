import type {Surface, WidgetPlace} from '../surface.ts';
import {noSurface} from '../surface.ts';
import type {NoticeLevel, Question, UserInterface} from '../user-interface.ts';
import {guardView} from './guarded-view.ts';
import {outside, type Scope} from './scope.ts';
import type {
	CustomFactory,
	InputListener,
	OverlayHandle,
	View,
	ViewFactory,
	ViewTheme,
} from './view.ts';

type DialogOptions = {readonly signal?: AbortSignal; readonly timeout?: number};

type CustomSettings = {
	readonly overlay?: boolean;
	readonly overlayOptions?: unknown;
	readonly onHandle?: (handle: OverlayHandle) => void;
};

/** `ctx.ui`: what an extension may ask and show. Without a person, questions answer themselves with nothing. */
export type ExtensionUi = {
	select(
		title: string,
		options: readonly string[],
		dialog?: DialogOptions,
	): Promise<string | undefined>;
	confirm(title: string, message: string, dialog?: DialogOptions): Promise<boolean>;
	input(title: string, placeholder?: string, dialog?: DialogOptions): Promise<string | undefined>;
	editor(title: string, prefill?: string): Promise<string | undefined>;
	notify(text: string, level?: NoticeLevel): void;
	setStatus(key: string, text: string | undefined): void;
	setWidget(
		key: string,
		content: readonly string[] | ViewFactory | undefined,
		options?: {readonly placement?: WidgetPlace},
	): void;
	setHeader(factory: ViewFactory | undefined): void;
	setFooter(factory: ViewFactory | undefined): void;
	setTitle(title: string): void;
	custom<T>(factory: CustomFactory, options?: CustomSettings): Promise<T>;
	pasteToEditor(text: string): void;
	setEditorText(text: string): void;
	getEditorText(): string;
	setEditorComponent(factory: unknown): void;
	getEditorComponent(): unknown;
	addAutocompleteProvider(factory: (current: never) => unknown): void;
	onTerminalInput(listener: InputListener): () => void;
	setWorkingMessage(message?: string): void;
	setWorkingVisible(visible: boolean): void;
	setWorkingIndicator(indicator?: {
		readonly frames?: readonly string[];
		readonly intervalMs?: number;
	}): void;
	setHiddenThinkingLabel(label?: string): void;
	readonly theme: ViewTheme;
	getAllThemes(): readonly {readonly name: string; readonly path: string | undefined}[];
	getTheme(name: string): ViewTheme | undefined;
	setTheme(theme: unknown): {readonly success: boolean; readonly error?: string};
	getToolsExpanded(): boolean;
	setToolsExpanded(expanded: boolean): void;
};

export type UiParts = {
	readonly scope: Scope;
	port(): UserInterface;
	/** Throws when the session that this belongs to is gone. */
	check(): void;
	/** Tells that a question is open while the work goes on. */
	during<T>(kind: string, title: string | undefined, work: () => Promise<T>): Promise<T>;
};

const asked = ({signal, timeout}: DialogOptions = {}) => ({
	...(signal ? {signal} : {}),
	...(timeout === undefined ? {} : {timeoutMs: timeout}),
});

type Ask = (question: Question, dialog?: DialogOptions) => Promise<string | undefined>;

function dialogs(ask: Ask) {
	return {
		select: (title: string, options: readonly string[], dialog?: DialogOptions) =>
			ask({kind: 'select', title, options}, dialog),
		confirm: async (title: string, message: string, dialog?: DialogOptions) =>
			(await ask({kind: 'confirm', title, message}, dialog)) === 'yes',
		input: (title: string, placeholder?: string, dialog?: DialogOptions) =>
			ask({kind: 'input', title, ...(placeholder ? {placeholder} : {})}, dialog),
		editor: (title: string, prefill?: string) =>
			ask({kind: 'editor', title, ...(prefill ? {prefill} : {})}),
	};
}

/** A factory that runs as the extension's own, and whose view cannot break the screen. */
function guardFactory(factory: ViewFactory | undefined, scope: Scope): ViewFactory | undefined {
	if (typeof factory !== 'function') return undefined;
	return (host, theme, extra) => {
		try {
			return guardView(
				scope.run(() => factory(host, theme, extra)),
				scope,
			) as View;
		} catch (error) {
			scope.report(error, 'a view');
			return {render: () => [`✗ ${scope.name}: ${String(error)}`]};
		}
	};
}

function working(surface: () => Surface) {
	return {
		setWorkingMessage: (message?: string) => surface().setWorking({message}),
		setWorkingVisible: (visible: boolean) => surface().setWorking({visible}),
		setWorkingIndicator: (indicator?: Parameters<ExtensionUi['setWorkingIndicator']>[0]) =>
			surface().setWorking({indicator}),
		setHiddenThinkingLabel: (thinkingLabel?: string) => surface().setWorking({thinkingLabel}),
	};
}

function views({scope, during}: UiParts, surface: () => Surface) {
	const guardCustom =
		(factory: CustomFactory): CustomFactory =>
		async (...[host, theme, keys, done]) => {
			const view = await scope.run(() =>
				factory(host, theme, keys, result => outside(() => done(result))),
			);
			return guardView(view, scope) as View;
		};
	return {
		setWidget(
			key: string,
			content: readonly string[] | ViewFactory | undefined,
			options: {readonly placement?: WidgetPlace} = {},
		) {
			const shown = typeof content === 'function' ? guardFactory(content, scope) : content;
			surface().setWidget(key, shown, options.placement ?? 'aboveEditor');
		},
		setHeader: (factory: ViewFactory | undefined) =>
			surface().setHeader(guardFactory(factory, scope)),
		setFooter: (factory: ViewFactory | undefined) =>
			surface().setFooter(guardFactory(factory, scope)),
		custom: <T>(factory: CustomFactory, options: CustomSettings = {}): Promise<T> =>
			during('custom', undefined, () =>
				outside(() => surface().custom(guardCustom(factory), options)),
			) as Promise<T>,
		onTerminalInput(listener: InputListener) {
			const undo = surface().onTerminalInput(data => scope.run(() => listener(data)));
			const release = scope.own(undo);
			return () => {
				release();
				undo();
			};
		},
		addAutocompleteProvider(factory: (current: never) => unknown) {
			scope.own(surface().addCompletions(current => scope.run(() => factory(current as never))));
		},
	};
}

export function createExtensionUi(parts: UiParts): ExtensionUi {
	const {port, check, during} = parts;
	const surface = (): Surface => {
		check();
		return port().surface ?? noSurface;
	};
	const ask: Ask = (question, dialog) => {
		check();
		return during(question.kind, question.title, () =>
			outside(() => port().ask(question, asked(dialog))),
		);
	};
	return {
		...dialogs(ask),
		...views(parts, surface),
		...working(surface),
		notify(text, level) {
			check();
			port().notify(String(text), level);
		},
		setStatus: (key, text) => surface().setStatus(key, text),
		setTitle: title => surface().setTitle(title),
		pasteToEditor: text => surface().pasteToEditor(text),
		setEditorText(text) {
			check();
			port().setEditorText(text);
		},
		getEditorText: () => surface().editorText(),
		setEditorComponent: factory => surface().setEditorView(factory),
		getEditorComponent: () => surface().editorView(),
		get theme() {
			return surface().theme();
		},
		getAllThemes: () => surface().themes(),
		getTheme: name => surface().themeOf(name),
		setTheme: theme => surface().setTheme(theme),
		getToolsExpanded: () => surface().toolsExpanded(),
		setToolsExpanded: expanded => surface().setToolsExpanded(expanded),
	};
}
