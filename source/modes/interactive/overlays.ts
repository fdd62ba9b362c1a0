import type {Question} from '../../harness/index.ts';
import type {Store} from '../../lib/store.ts';
import type {Keymap} from './keys/keymap.ts';
import {filterRows} from './selectors/filter.ts';
import type {Overlay, UiState} from './store/state.ts';
import type {InputEvent} from './terminal/input-event.ts';

export type OverlayControl = {
	isOpen(): boolean;
	/** Shows a list; resolves with the chosen value, or undefined when it was closed. */
	choose(overlay: Pick<Overlay, 'title' | 'rows'>): Promise<string | undefined>;
	read(title: string, text: string): void;
	ask(question: Question): Promise<string | undefined>;
	handle(event: InputEvent, keymap: Keymap): void;
};

/** A stack of overlays; the top one has the keyboard, Escape closes it. */
export function createOverlays(store: Store<UiState>): OverlayControl {
	const waiting = new Map<string, (value: string | undefined) => void>();
	let counter = 0;

	const set = (overlays: readonly Overlay[]) => store.set({...store.get(), overlays});
	const top = () => store.get().overlays.at(-1);
	const change = (part: Partial<Overlay>) => {
		const {overlays} = store.get();
		const last = overlays.at(-1);
		if (last) set([...overlays.slice(0, -1), {...last, ...part}]);
	};

	function open(overlay: Omit<Overlay, 'id' | 'query' | 'selected'>): Promise<string | undefined> {
		const id = `overlay-${++counter}`;
		set([...store.get().overlays, {...overlay, id, query: '', selected: 0}]);
		return new Promise(resolve => waiting.set(id, resolve));
	}

	function close(value: string | undefined): void {
		const last = top();
		if (!last) return;
		set(store.get().overlays.slice(0, -1));
		waiting.get(last.id)?.(value);
		waiting.delete(last.id);
	}

	function move(by: number): void {
		const last = top();
		if (!last) return;
		const count = last.text === undefined ? filterRows(last.rows, last.query).length : last.text.split('\n').length;
		change({selected: Math.max(0, Math.min(count - 1, last.selected + by))});
	}

	function onKey(event: Extract<InputEvent, {kind: 'key'}>, keymap: Keymap): void {
		const last = top();
		if (!last) return;
		const action = keymap.actionOf(event, [
			'tui.select.up',
			'tui.select.down',
			'tui.select.pageUp',
			'tui.select.pageDown',
			'tui.select.confirm',
			'tui.select.cancel',
			'tui.editor.deleteCharBackward',
			'tui.editor.deleteToLineStart',
		]);
		if (action === 'tui.select.cancel') close(undefined);
		else if (action === 'tui.select.confirm') close(filterRows(last.rows, last.query)[last.selected]?.value);
		else if (action === 'tui.select.up') move(-1);
		else if (action === 'tui.select.down') move(1);
		else if (action === 'tui.select.pageUp') move(-10);
		else if (action === 'tui.select.pageDown') move(10);
		else if (action === 'tui.editor.deleteCharBackward') change({query: last.query.slice(0, -1), selected: 0});
		else if (action === 'tui.editor.deleteToLineStart') change({query: '', selected: 0});
	}

	function ask(question: Question): Promise<string | undefined> {
		if (question.kind === 'select') {
			return open({title: question.title, rows: question.options.map(option => ({value: option, label: option}))});
		}

		const rows = [
			{value: 'yes', label: 'Yes'},
			{value: 'no', label: 'No'},
		];
		return open({title: question.kind === 'confirm' ? `${question.title}: ${question.message}` : question.title, rows});
	}

	return {
		isOpen: () => top() !== undefined,
		choose: open,
		read: (title, text) => void open({title, rows: [], text}),
		ask,
		handle(event, keymap) {
			if (event.kind === 'key') return onKey(event, keymap);
			const last = top();
			if (last?.text !== undefined) return;
			if (last && event.kind === 'text') change({query: last.query + event.text, selected: 0});
		},
	};
}
