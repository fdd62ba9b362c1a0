import {setText} from '../composer/text-buffer.ts';
import type {ActionId} from '../keys/bindings.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {InputEvent, MouseEvent} from '../terminal/input-event.ts';
import {entryLine} from './entry-line.ts';
import {close, type Going, patch, set, viewOf} from './going.ts';
import {confirm} from './jump.ts';
import {cycleFilter, foldOrUp, idAt, select, unfoldOrDown, withFilter, withQuery} from './moves.ts';
import {visibleList} from './navigator-rows.ts';
import type {NavigatorState, NavigatorView} from './navigator-state.ts';
import {turnText} from './turn-details.ts';

function editLabel(going: Going, view: NavigatorView): void {
	const id = idAt(view, view.at);
	if (id === undefined) return;
	const buffer = setText(view.outline.labels.get(id)?.label ?? '');
	patch(going, {task: {kind: 'label', id, buffer}});
}

function toggleHidden(going: Going, view: NavigatorView): void {
	const row = view.arrangement.row(view.at);
	const id = idAt(view, view.at);
	if (!row || id === undefined) return;
	const {outline, state} = view;
	const isHidden = outline.hidden.has(row.node);
	if (!isHidden && outline.isOnPath(row.node)) {
		patch(going, {hint: 'The branch you are on cannot be hidden.'});
		return;
	}

	going.port?.setHidden(id, !isHidden);
	const stays = isHidden || state.showsHidden;
	const after = stays ? state : select(view, view.at > 0 ? view.at - 1 : 1);
	set(going, {...after, hint: isHidden ? 'Shown again.' : 'Hidden; alt+h shows hidden branches.'});
}

async function copyTurn(going: Going, view: NavigatorView): Promise<void> {
	const id = idAt(view, view.at);
	const entry = id === undefined ? undefined : going.port?.tree().entry(id);
	const text = entry ? turnText(entry) || entryLine(entry).tools : '';
	if (text === '') return patch(going, {hint: 'There is no text to copy.'});
	const isCopied = await going.parts.copy(text);
	patch(going, {hint: isCopied ? 'Copied.' : 'No clipboard can be reached.'});
}

function cancel(going: Going, {state}: NavigatorView): void {
	if (state.query === '') close(going);
	else patch(going, {query: ''});
}

const wheelRows = 3;

type Act = (going: Going, view: NavigatorView) => void | Promise<void>;

const moving =
	(by: (view: NavigatorView, going: Going) => NavigatorState): Act =>
	(going, view) =>
		set(going, by(view, going));

const page = ({list}: Going): number => Math.max(1, list.height - 1);

/** In the order they are tried: what the tree means by a key before what a text line would. */
const keys: Readonly<Partial<Record<ActionId, Act>>> = {
	'app.tree.foldOrUp': moving(foldOrUp),
	'app.tree.unfoldOrDown': moving(unfoldOrDown),
	'app.tree.editLabel': editLabel,
	'app.tree.toggleLabelTimestamp': moving(({state}) => ({
		...state,
		showsTimes: !state.showsTimes,
	})),
	'app.tree.hide': toggleHidden,
	'app.tree.showHidden': moving(({state}) => ({...state, showsHidden: !state.showsHidden})),
	'app.tree.filter.default': moving(view => withFilter(view, 'default')),
	'app.tree.filter.noTools': moving(view => withFilter(view, 'no-tools')),
	'app.tree.filter.userOnly': moving(view => withFilter(view, 'user-only')),
	'app.tree.filter.labeledOnly': moving(view => withFilter(view, 'labeled-only')),
	'app.tree.filter.all': moving(view => withFilter(view, 'all')),
	'app.tree.filter.cycleForward': moving(view => cycleFilter(view, 1)),
	'app.tree.filter.cycleBackward': moving(view => cycleFilter(view, -1)),
	'app.message.copy': copyTurn,
	'tui.select.cancel': cancel,
	'tui.select.confirm': confirm,
	'tui.select.up': moving(view => select(view, view.at - 1)),
	'tui.select.down': moving(view => select(view, view.at + 1)),
	'tui.select.pageUp': moving((view, going) => select(view, view.at - page(going))),
	'tui.select.pageDown': moving((view, going) => select(view, view.at + page(going))),
	'tui.altScreen.top': moving(view => select(view, 0)),
	'tui.altScreen.bottom': moving(view => select(view, view.arrangement.count - 1)),
	'tui.editor.cursorLineStart': moving(view => select(view, 0)),
	'tui.editor.cursorLineEnd': moving(view => select(view, view.arrangement.count - 1)),
	'tui.editor.cursorLeft': moving(foldOrUp),
	'tui.editor.cursorRight': moving(unfoldOrDown),
	'tui.editor.deleteCharBackward': moving(view =>
		withQuery(view, [...view.state.query].slice(0, -1).join('')),
	),
	'tui.editor.deleteWordBackward': moving(view =>
		withQuery(view, view.state.query.replace(/\S*\s*$/, '')),
	),
};

function onMouse(going: Going, view: NavigatorView, event: MouseEvent): void {
	const {list} = going;
	const row = event.row - list.top;
	if (event.action === 'wheel') {
		set(going, select(view, view.at + (event.button === 'wheelUp' ? -wheelRows : wheelRows)));
	} else if (event.action === 'press' && event.button === 'left' && row >= 0 && row < list.height) {
		set(going, select(view, visibleList(view, list.height).from + row));
	}
}

/** What a key or the mouse does while one looks around. */
export function browse(going: Going, event: InputEvent, keymap: Keymap): void {
	const view = viewOf(going);
	if (!view) return;
	if (event.kind === 'mouse') {
		onMouse(going, view, event);
		return;
	}

	const found = Object.entries(keys).find(([id]) => keymap.actionOf(event, [id as ActionId]));
	if (found?.[1]) void found[1](going, view);
	else if (event.kind === 'text' || event.kind === 'paste') {
		set(going, withQuery(view, view.state.query + event.text.replace(/\s+/g, ' ')));
	}
}
