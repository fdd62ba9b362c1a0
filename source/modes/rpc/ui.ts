import {noSurface, type Surface, type UserInterface} from '../../harness/index.ts';
import type {UiRequests} from './ui-requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Leaves out what is not there: an absent field clears. */
const present = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function surface({tell}: UiRequests): Surface {
	return {
		...noSurface,
		setStatus: (statusKey, statusText) => tell('setStatus', present({statusKey, statusText})),
		setWidget(widgetKey, content, widgetPlacement) {
			// A client cannot draw what draws itself.
			if (typeof content === 'function') return;
			tell('setWidget', present({widgetKey, widgetLines: content, widgetPlacement}));
		},
		setTitle: title => tell('setTitle', {title}),
		pasteToEditor: text => tell('set_editor_text', {text}),
	};
}

/** The port for extensions, with a program at the other end. */
export const createRpcInterface = (requests: UiRequests): UserInterface => ({
	canAsk: true,
	notify: (message, notifyType = 'info') => requests.tell('notify', {message, notifyType}),
	ask: requests.ask,
	open() {},
	setEditorText: text => requests.tell('set_editor_text', {text}),
	surface: surface(requests),
});
