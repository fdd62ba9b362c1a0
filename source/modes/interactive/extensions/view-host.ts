import type {InputListener, OverlayHandle, View, ViewHost} from '../../../harness/index.ts';
import type {UiStore} from '../store/ui-store.ts';
import type {Views} from './views.ts';

export type HostParts = {
	readonly store: UiStore;
	readonly views: Views;
	size(): {readonly rows: number; readonly columns: number};
	readonly listeners: Set<InputListener>;
};

/** A view that asks more often is drawn at the pace of the screen. */
const frameMs = 16;

const act = (
	{store}: HostParts,
	action: Extract<Parameters<UiStore['dispatch']>[0], {type: 'extended'}>['action'],
) => store.dispatch({type: 'extended', action});

/** Tells the screen which views want to be drawn anew, once a frame. */
export function createRedraw(parts: HostParts): (id: string) => void {
	const due = new Set<string>();
	return id => {
		if (due.size === 0) {
			setTimeout(() => {
				const ids = [...due];
				due.clear();
				act(parts, {type: 'drawn', ids});
			}, frameMs).unref();
		}

		due.add(id);
	};
}

/** Shows a view over the screen until it is hidden. */
export function openOverlay(
	parts: HostParts,
	view: unknown,
	options: unknown,
): {readonly id: string; readonly handle: OverlayHandle} {
	const {views, store, size} = parts;
	const id = views.add(view, options);
	const isPassive =
		typeof options === 'object' &&
		options !== null &&
		'nonCapturing' in options &&
		options.nonCapturing === true;
	act(parts, {type: 'opened', custom: {id, isOverlay: true, isHidden: false, isPassive}});
	const custom = () => store.get().extensions.customs.find(each => each.id === id);
	const handle: OverlayHandle = {
		hide() {
			act(parts, {type: 'closed', id});
			views.remove(id);
		},
		setHidden: isHidden => act(parts, {type: 'hid', id, isHidden}),
		isHidden: () => custom()?.isHidden !== false,
		focus: () => act(parts, {type: 'hid', id, isHidden: false}),
		unfocus() {},
		isFocused: () => store.get().extensions.customs.at(-1)?.id === id,
		getBounds() {
			const {rows, columns} = size();
			return custom() && {row: 0, col: 0, width: columns, height: rows};
		},
	};
	return {id, handle};
}

/** What a view of an extension is given of the screen: `tui`. */
export function createViewHost(parts: HostParts, redraw: () => void): ViewHost {
	const overlays: OverlayHandle[] = [];
	return {
		mode: 'fullscreen',
		terminal: {
			get rows() {
				return parts.size().rows;
			},
			get columns() {
				return parts.size().columns;
			},
		},
		requestRender: redraw,
		setFocus(view: View | null) {
			if (view && 'focused' in view) view.focused = true;
		},
		showOverlay(view, options) {
			const {handle} = openOverlay(parts, view, options);
			overlays.push(handle);
			return handle;
		},
		hideOverlay: () => overlays.pop()?.hide(),
		addInputListener(listener) {
			parts.listeners.add(listener);
			return () => void parts.listeners.delete(listener);
		},
	};
}
