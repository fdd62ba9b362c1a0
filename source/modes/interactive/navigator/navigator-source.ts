import type {RegionSource} from '../terminal/screen-context.tsx';
import type {TranscriptLook} from '../transcript/content.ts';
import type {Navigator} from './navigator.ts';
import {listRows} from './navigator-rows.ts';
import type {NavigatorView} from './navigator-state.ts';
import {beside, paneRows} from './pane-rows.ts';
import type {TreePort} from './tree-port.ts';
import {turnDetails} from './turn-details.ts';

export type SourceParts = {
	readonly navigator: Navigator;
	readonly look: () => TranscriptLook;
	readonly now: () => number;
	/** Rows of the screen above the region. */
	readonly top: number;
};

/** From here on the pane stands at the side; below it the list gives up rows to it. */
const wideFrom = 90;
const paneShare = 0.42;
const paneFrom = 18;

type Room = {readonly width: number; readonly height: number};
type Shown = SourceParts & {readonly view: NavigatorView; readonly port: TreePort};

function pane({view, port, look, now}: Shown, {width, height}: Room): readonly string[] {
	const row = view.arrangement.row(view.at);
	const details = row && turnDetails(row.node, view.outline, port.tree().entry);
	return paneRows(details, {...look(), width, height, now: now()});
}

function list({view, port, navigator, look, now, top}: Shown, room: Room): readonly string[] {
	navigator.placeList({top, height: room.height});
	return listRows(view, {...room, paint: look().paint, now: now(), read: port.tree().entry});
}

function rowsIn(shown: Shown, {width, height}: Room): readonly string[] {
	const {paint} = shown.look();
	if (width >= wideFrom) {
		const side = Math.floor(width * paneShare);
		const left = {width: width - side - 3, height};
		return beside(list(shown, left), pane(shown, {width: side, height}), {...left, paint});
	}

	if (height < paneFrom) return list(shown, {width, height});
	const below = Math.floor(height * paneShare);
	const above = height - below - 1;
	const upper = list(shown, {width, height: above});
	const filled = Array.from({length: above}, (_, index) => upper[index] ?? '');
	const rule = paint.fg('borderMuted', '─'.repeat(width));
	return [...filled, rule, ...pane(shown, {width, height: below})];
}

/** The tree and the selected turn as rows of a region; only what is visible is read. */
export const createNavigatorSource = (parts: SourceParts): RegionSource => ({
	rows(width, height) {
		const view = parts.navigator.view();
		const port = parts.navigator.port();
		if (!view || !port || width < 1 || height < 1) return [];
		return rowsIn({...parts, view, port}, {width, height});
	},
});
