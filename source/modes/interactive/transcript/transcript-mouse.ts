import type {MouseEvent} from '../terminal/input-event.ts';
import {around, isBefore, isSameCell, linkAt, type Spot} from './selection.ts';
import type {TranscriptSource} from './transcript-source.ts';

export type MouseParts = {
	readonly transcript: TranscriptSource;
	/** Rows that one notch of the wheel scrolls. */
	wheelRows(): number;
	/** Something was selected and the button let go. */
	onSelect(text: string): void;
	openLink(address: string): void;
	/** Unfolds an item, or folds it. */
	toggle(id: string): void;
	readonly now: () => number;
};

/** Presses closer together than this, on one cell, are a double or triple click. */
const clickMs = 400;
const fast = 5;

type Press = {
	readonly spot: Spot;
	readonly row: number;
	readonly column: number;
	readonly at: number;
	readonly count: number;
};

type Going = MouseParts & {press: Press | undefined; hasMoved: boolean};

function scroll({transcript, wheelRows}: Going, {button, alt}: MouseEvent): void {
	const rows = wheelRows() * (alt ? fast : 1);
	transcript.scroll(button === 'wheelUp' ? -rows : rows);
}

function press(going: Going, {row, column}: MouseEvent): void {
	const {transcript, now} = going;
	const spot = transcript.spotAt(row, column);
	const last = going.press;
	going.hasMoved = false;
	transcript.select(undefined);
	if (!spot || row >= transcript.height()) {
		going.press = undefined;
		return;
	}

	const isAgain =
		last?.row === row && last.column === column && now() - last.at < clickMs && last.count < 3;
	const count = isAgain ? last.count + 1 : 1;
	going.press = {spot, row, column, at: now(), count};
	if (count === 1) return;
	going.hasMoved = true;
	transcript.select(around(spot, transcript.rowAt(spot), count === 2 ? 'word' : 'line'));
}

/** At the edges the content moves along, so that more can be selected than is visible. */
function drag(going: Going, {row, column}: MouseEvent): void {
	const {transcript} = going;
	const anchor = going.press?.spot;
	if (!anchor) return;
	if (row <= 0) transcript.scroll(-1);
	else if (row >= transcript.height() - 1) transcript.scroll(1);
	const cell = transcript.spotAt(Math.min(row, transcript.height() - 1), column);
	if (!cell) return;
	going.hasMoved ||= !isSameCell(anchor, cell);
	// Both cells belong to it, whichever comes first.
	const behind = (spot: Spot): Spot => ({...spot, column: spot.column + 1});
	const isUp = isBefore(cell, anchor);
	transcript.select({anchor: isUp ? behind(anchor) : anchor, head: isUp ? cell : behind(cell)});
}

function click({transcript, openLink, toggle}: Going, {spot}: Press): void {
	const address = linkAt(transcript.rowAt(spot), spot.column);
	const item = transcript.itemAt(spot);
	if (address !== undefined) openLink(address);
	else if (item?.kind === 'tool' || item?.kind === 'bash' || item?.kind === 'summary')
		toggle(item.id);
}

function release(going: Going): void {
	const {transcript, press: pressed} = going;
	if (!pressed) return;
	if (!going.hasMoved) {
		click(going, pressed);
		return;
	}

	const text = transcript.selectedText();
	if (text !== '') going.onSelect(text);
}

/** What the mouse does in the transcript: scroll, select, open links, unfold. */
export function createTranscriptMouse(parts: MouseParts): (event: MouseEvent) => void {
	const going: Going = {...parts, press: undefined, hasMoved: false};
	return event => {
		if (event.action === 'wheel') scroll(going, event);
		else if (event.action === 'release') release(going);
		else if (event.button !== 'left') return;
		else if (event.action === 'press') press(going, event);
		else if (event.action === 'drag') drag(going, event);
	};
}
