import {openAddress, type SettingsStore} from '../../../harness/index.ts';
import type {ActionTable} from '../actions.ts';
import type {Pages} from '../pages.ts';
import type {UiStore} from '../store/ui-store.ts';
import type {MouseEvent} from '../terminal/input-event.ts';
import type {Paint} from '../theme/paint.ts';
import {createTranscriptMouse} from '../transcript/transcript-mouse.ts';
import type {TranscriptSource} from '../transcript/transcript-source.ts';
import {type CopyParts, copyText} from './copy-text.ts';
import {fullOutput, hasOutput} from './full-output.ts';
import {createPager} from './pager.tsx';
import {createSearchLine} from './search-line.tsx';

export type ReadingParts = CopyParts & {
	readonly store: UiStore;
	readonly transcript: TranscriptSource;
	readonly pages: Pages;
	readonly settings: Pick<SettingsStore, 'get'>;
	paint(): Paint;
	schedule(): void;
	readonly now: () => number;
};

export type Reading = {
	readonly keys: ActionTable;
	onMouse(event: MouseEvent): void;
};

const usualWheel = 3;
const hintMs = 1500;

function toggle({store, schedule}: ReadingParts, id: string): void {
	const toggled = new Set(store.get().view.toggled);
	if (!toggled.delete(id)) toggled.add(id);
	store.dispatch({type: 'viewed', change: {toggled}});
	schedule();
}

function say({store}: ReadingParts, hint: string): void {
	store.dispatch({type: 'hinted', hint});
	setTimeout(() => store.dispatch({type: 'unhinted', hint}), hintMs).unref();
}

async function copy(parts: ReadingParts, text: string): Promise<void> {
	const isCopied = await copyText(text, parts);
	say(parts, isCopied ? 'copied' : 'no clipboard can be reached');
}

async function showOutput(parts: ReadingParts): Promise<void> {
	const {transcript, pages, paint, schedule} = parts;
	const item = transcript.lastVisible(hasOutput);
	const text = item && (await fullOutput(item));
	if (text) pages.show(createPager(text, {paint, schedule, close: () => pages.show(undefined)}));
	else say(parts, 'no output is in view');
}

function toggleLowest(parts: ReadingParts): void {
	const {transcript} = parts;
	const item = transcript.lastVisible(
		({kind}) => kind === 'tool' || kind === 'bash' || kind === 'summary',
	);
	if (item) toggle(parts, item.id);
}

/** Ctrl+C copies while something is selected; then it is what it always is. */
function copySelection(parts: ReadingParts): boolean {
	const text = parts.transcript.selectedText();
	if (text === '') return false;
	parts.transcript.select(undefined);
	void copy(parts, text);
	return true;
}

function openLink(parts: ReadingParts, address: string): void {
	if (!openAddress(address)) say(parts, address);
}

/** What one does with the transcript besides scrolling: search, select, copy, unfold, read all of an output. */
export function createReading(parts: ReadingParts): Reading {
	const {transcript, pages, settings, now} = parts;
	const close = () => pages.show(undefined);
	return {
		keys: {
			'tui.input.copy': () => copySelection(parts),
			'tui.altScreen.search': () => {
				pages.show(createSearchLine({transcript, close}));
				return true;
			},
			'app.tools.toggle': () => {
				toggleLowest(parts);
				return true;
			},
			'app.tools.output': () => {
				void showOutput(parts);
				return true;
			},
		},
		onMouse: createTranscriptMouse({
			transcript,
			wheelRows() {
				const lines = settings.get().fullscreenWheelScrollLines;
				return lines === 'auto' ? usualWheel : lines;
			},
			onSelect(text) {
				if (settings.get().fullscreenCopyOnSelect) void copy(parts, text);
			},
			openLink: address => openLink(parts, address),
			toggle: id => toggle(parts, id),
			now,
		}),
	};
}
