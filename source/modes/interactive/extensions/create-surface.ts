import {
	type CustomFactory,
	type CustomOptions,
	type InputListener,
	noSurface,
	type Surface,
	type View,
	type ViewFactory,
	type ViewKeys,
} from '../../../harness/index.ts';
import {fullText} from '../composer/text-buffer.ts';
import type {ExtensionsAction} from '../store/extensions.ts';
import type {UiStore} from '../store/ui-store.ts';
import type {InputEvent} from '../terminal/input-event.ts';
import {shippedTheme} from '../theme/load-theme.ts';
import {createPaint, type Paint} from '../theme/paint.ts';
import {toRawInput} from './raw-input.ts';
import {createRedraw, createViewHost, type HostParts, openOverlay} from './view-host.ts';
import {toViewTheme} from './view-theme.ts';
import {createViews, type Views} from './views.ts';

export type SurfaceParts = {
	readonly store: UiStore;
	size(): {readonly rows: number; readonly columns: number};
	paint(): Paint;
	chooseTheme(name: string): void;
	themeNames(): readonly string[];
	compose(action: {readonly type: 'paste'; readonly text: string}): void;
	setTitle(title: string): void;
	submit(text: string): void;
	expandAll(isExpanded: boolean): void;
	readonly keys: ViewKeys;
};

/** The part of the screen that belongs to extensions. */
export type ExtensionScreen = {
	readonly surface: Surface;
	readonly views: Views;
	/** true: it is done with. `host` is asked before another editor gets a key. */
	handle(event: InputEvent, host: () => boolean): boolean;
};

type Going = HostParts & {
	readonly parts: SurfaceParts;
	readonly act: (action: ExtensionsAction) => void;
	readonly redraw: (id: string) => void;
	/** Ends the promises of open views. */
	readonly open: Map<string, (result: unknown) => void>;
	editorFactory: unknown;
};

/** Makes a view whose calls for a redraw reach it, also those it makes before it has an id. */
function make(going: Going, factory: ViewFactory, extra: unknown): string {
	let id: string | undefined;
	const host = createViewHost(going, () => {
		if (id !== undefined) going.redraw(id);
	});
	id = going.views.add(factory(host, toViewTheme(going.parts.paint()), extra));
	return id;
}

function setPart(
	going: Going,
	part: 'header' | 'footer' | 'editor',
	factory: ViewFactory | undefined,
): void {
	const {views, store, act} = going;
	const before = store.get().extensions[part];
	const extra = {
		getExtensionStatuses: () => statusMap(going),
		getGitBranch: () => store.get().branch,
	};
	act({type: 'part', part, id: factory && make(going, factory, extra)});
	views.remove(before);
}

const statusMap = ({store}: Going): ReadonlyMap<string, string> =>
	new Map(store.get().extensions.statuses.map(({key, text}) => [key, text]));

function setWidget(going: Going, ...[key, content, place]: Parameters<Surface['setWidget']>): void {
	const {store, act, views} = going;
	const before = store.get().extensions.widgets.find(widget => widget.key === key)?.content;
	const shown = typeof content === 'function' ? make(going, content, undefined) : content;
	const widget = shown === undefined ? undefined : {key, place, content: shown};
	act({type: 'widget', key, widget});
	if (typeof before === 'string') views.remove(before);
}

function close(going: Going, id: string, result: unknown): void {
	const resolve = going.open.get(id);
	if (!resolve) return;
	going.open.delete(id);
	going.act({type: 'closed', id});
	going.views.remove(id);
	resolve(result);
}

function custom(
	going: Going,
	factory: CustomFactory,
	{overlay = false, overlayOptions, onHandle, signal}: CustomOptions,
): Promise<unknown> {
	const {promise, resolve, reject} = Promise.withResolvers<unknown>();
	let id: string | undefined;
	let early: {readonly result: unknown} | undefined;
	const done = (result: unknown) => {
		if (id === undefined) early = {result};
		else close(going, id, result);
	};
	const host = createViewHost(going, () => {
		if (id !== undefined) going.redraw(id);
	});
	const show = (view: View) => {
		if (early) return resolve(early.result);
		if ('focused' in view) view.focused = true;
		if (overlay) {
			const opened = openOverlay(going, view, overlayOptions);
			({id} = opened);
			onHandle?.(opened.handle);
		} else {
			id = going.views.add(view);
			const isPassive = false;
			going.act({type: 'opened', custom: {id, isOverlay: false, isHidden: false, isPassive}});
		}

		going.open.set(id, resolve);
		signal?.addEventListener('abort', () => done(undefined), {once: true});
	};
	Promise.resolve(factory(host, toViewTheme(going.parts.paint()), going.parts.keys, done)).then(
		show,
		reject,
	);
	return promise;
}

/** Listeners first, then the view that has the keyboard. */
function handle(going: Going, event: InputEvent, host: () => boolean): boolean {
	const raw = toRawInput(event);
	if (raw === undefined) return false;
	for (const listener of [...going.listeners]) if (listener(raw)?.consume) return true;
	const {customs, editor} = going.store.get().extensions;
	const top = customs.findLast(({isHidden, isPassive}) => !isHidden && !isPassive);
	if (!top && editor !== undefined && host()) return true;
	const id = top?.id ?? editor;
	const shown = id === undefined ? undefined : going.views.get(id);
	if (id === undefined || shown?.kind !== 'view') return false;
	shown.view.handleInput?.(raw);
	going.redraw(id);
	return true;
}

function clear(going: Going): void {
	for (const id of [...going.open.keys()]) close(going, id, undefined);
	going.listeners.clear();
	going.act({type: 'cleared'});
	going.views.clear();
	going.editorFactory = undefined;
}

type Editor = View & {
	onSubmit?: (text: string) => void;
	onChange?: (text: string) => void;
	setText?(text: string): void;
};

/** Another editor in place of ours: it is told what to do with a text that is sent. */
function setEditor(going: Going, factory: unknown): void {
	going.editorFactory = factory;
	if (typeof factory !== 'function') {
		setPart(going, 'editor', undefined);
		return;
	}

	const {parts} = going;
	setPart(going, 'editor', (host, theme) => {
		const border = (text: string) => theme.fg('border', text);
		const editor: Editor = factory(host, {borderColor: border, selectList: {}}, parts.keys);
		editor.onSubmit = text => {
			editor.setText?.('');
			parts.submit(text);
		};
		if ('focused' in editor) editor.focused = true;
		return editor;
	});
}

function looks(going: Going): Pick<Surface, 'theme' | 'themes' | 'themeOf' | 'setTheme'> {
	const {parts} = going;
	return {
		theme: () => toViewTheme(parts.paint()),
		themes: () => parts.themeNames().map(name => ({name, path: undefined})),
		themeOf(name) {
			if (!parts.themeNames().includes(name)) return undefined;
			const {depth} = parts.paint();
			return toViewTheme(createPaint(shippedTheme(name), depth));
		},
		setTheme(theme) {
			const name = typeof theme === 'string' ? theme : undefined;
			if (name === undefined || !parts.themeNames().includes(name))
				return {success: false, error: `There is no theme "${name ?? 'of that kind'}".`};
			parts.chooseTheme(name);
			return {success: true};
		},
	};
}

export function createExtensionScreen(parts: SurfaceParts): ExtensionScreen {
	const {store} = parts;
	const views = createViews();
	const listeners = new Set<InputListener>();
	const hostParts: HostParts = {store, views, size: parts.size, listeners};
	const going: Going = {
		...hostParts,
		parts,
		act: action => store.dispatch({type: 'extended', action}),
		redraw: createRedraw(hostParts),
		open: new Map(),
		editorFactory: undefined,
	};
	const {act} = going;
	return {
		views,
		handle: (event, host) => handle(going, event, host),
		surface: {
			...noSurface,
			...looks(going),
			setStatus: (key, text) => act({type: 'status', key, text}),
			setWidget: (...widget) => setWidget(going, ...widget),
			setHeader: factory => setPart(going, 'header', factory),
			setFooter: factory => setPart(going, 'footer', factory),
			setTitle: parts.setTitle,
			custom: (factory, options) => custom(going, factory, options),
			editorText: () => fullText(store.get().composer.buffer),
			pasteToEditor: text => parts.compose({type: 'paste', text}),
			setEditorView: factory => setEditor(going, factory),
			editorView: () => going.editorFactory,
			onTerminalInput(listener) {
				listeners.add(listener);
				return () => void listeners.delete(listener);
			},
			setWorking: look => act({type: 'working', look}),
			toolsExpanded: () => store.get().view.expandAll,
			setToolsExpanded: parts.expandAll,
			clear: () => clear(going),
		},
	};
}
