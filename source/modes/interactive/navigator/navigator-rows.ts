import type {SessionEntry} from '../../../harness/index.ts';
import {cutToWidth, fitToWidth, textWidth} from '../../../lib/text-width.ts';
import {listWindow} from '../components/list-window.ts';
import type {Paint} from '../theme/paint.ts';
import type {OutlineRow} from './arrange.ts';
import {entryLine} from './entry-line.ts';
import type {NavigatorView} from './navigator-state.ts';
import {markWords, shortTime} from './row-parts.ts';
import {wordsOf} from './search-index.ts';

export type RowsLook = {
	readonly paint: Paint;
	readonly width: number;
	readonly height: number;
	read(id: string): SessionEntry | undefined;
	/** Unix ms, to tell how long ago something was. */
	readonly now: number;
};

/** Levels are drawn in at most this share of the width; deeper ones are told by a number. */
const guideShare = 0.4;
const levelWidth = 3;

function guides({level, isBranch}: OutlineRow, width: number): string {
	if (level === 0) return '';
	const most = Math.max(1, Math.floor((width * guideShare) / levelWidth));
	const own = isBranch ? '├─ ' : '│  ';
	if (level <= most) return '│  '.repeat(level - 1) + own;
	return fitToWidth(`⋯${level} `, (most - 1) * levelWidth) + own;
}

function foldMark({isStart, isFolded, below}: OutlineRow): string {
	if (!isStart || below === 0) return '';
	return isFolded ? '⊞ ' : '⊟ ';
}

function labelPart({outline, state}: NavigatorView, id: string, {paint, now}: RowsLook): string {
	const label = outline.labels.get(id);
	if (!label) return '';
	const time = state.showsTimes ? ` ${shortTime(label.timestamp, now)}` : '';
	return `${paint.fg('warning', `[${cutToWidth(label.label, 30, '…')}${time}]`)} `;
}

/** The word of a row, without its place in the tree. */
function words(row: OutlineRow, view: NavigatorView, look: RowsLook): string {
	const {paint} = look;
	const id = view.outline.heads[row.node]?.id ?? '';
	const entry = look.read(id);
	if (!entry) return paint.fg('error', 'this entry cannot be read');
	const {who, token, text, tools} = entryLine(entry);
	const said = text === '' ? '' : ` ${row.isHidden ? paint.fg('dim', text) : text}`;
	const done = tools === '' ? '' : ` ${paint.fg('muted', tools)}`;
	return labelPart(view, id, look) + paint.bold(paint.fg(token, who)) + said + done;
}

function oneRow(index: number, view: NavigatorView, look: RowsLook): string {
	const {outline, arrangement, state, at} = view;
	const row = arrangement.row(index);
	if (!row) return '';
	const {paint, width} = look;
	const isCurrent = arrangement.rowOf(outline.leaf) === index;
	const isSelected = index === at;
	const way = outline.isOnPath(row.node) ? paint.fg('accent', '•') : ' ';
	const mark = isSelected ? paint.fg('accent', '▸') : ' ';
	const tail = [
		row.isFolded ? paint.fg('dim', ` +${row.below}`) : '',
		row.isHidden ? paint.fg('dim', ' (hidden)') : '',
		isCurrent ? paint.fg('success', ' ◂ here') : '',
	].join('');
	const head = `${mark}${way} ${paint.fg('dim', guides(row, width))}${paint.fg('muted', foldMark(row))}`;
	const room = Math.max(1, width - textWidth(head) - textWidth(tail));
	const text = cutToWidth(words(row, view, look), room, '…');
	const marked = state.query === '' ? text : markWords(text, wordsOf(state.query), paint);
	const whole = cutToWidth(head + marked + tail, width);
	return isSelected ? paint.bg('selectedBg', fitToWidth(whole, width)) : whole;
}

/** First and last row of the list that are visible. */
export const visibleList = ({arrangement, at}: NavigatorView, height: number) =>
	listWindow(arrangement.count, Math.max(0, at), height);

/** The visible rows of the list. Only their entries are read, however many there are. */
export function listRows(view: NavigatorView, look: RowsLook): readonly string[] {
	if (view.arrangement.count === 0) {
		const isSearching = view.state.query !== '' && view.searched < 1;
		return [look.paint.fg('muted', isSearching ? '  Searching…' : '  Nothing fits.')];
	}

	const {from, to} = visibleList(view, look.height);
	return Array.from({length: to - from}, (_, index) => oneRow(from + index, view, look));
}
