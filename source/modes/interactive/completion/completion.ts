import {fuzzyScore} from '../../../lib/fuzzy.ts';
import type {Caret, TextBuffer} from '../composer/text-buffer.ts';
import type {ActionId} from '../keys/bindings.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {UiStore} from '../store/ui-store.ts';
import type {InputEvent} from '../terminal/input-event.ts';
import {type CommandSource, suggestArguments, suggestCommands} from './command-suggestions.ts';
import type {FileIndex} from './file-index.ts';
import {folderEntries} from './folder-entries.ts';
import {pathSuggestion, type Suggestion, type Suggestions} from './suggestion.ts';
import {pathAt, type Token, tokenAt} from './token.ts';

export type Completion = {
	/** Takes a key when it is one for what is offered. 'send': what was chosen is to be sent. */
	handle(event: InputEvent, keymap: Keymap): boolean | 'send';
	/** Completes the path before the caret. */
	tab(): void;
	dispose(): void;
};

export type CompletionOptions = {
	readonly store: UiStore;
	readonly commands: CommandSource;
	readonly files: FileIndex;
	readonly home: string;
	cwd(): string;
	/** Rows of the list, by which a page key moves. */
	pageRows(): number;
};

type Going = CompletionOptions & {
	/** The text that was looked at last. */
	seen: TextBuffer;
	/** The token that `suggestions` are for. */
	token: Token | undefined;
	/** Where a person closed the list: it stays closed for that word. */
	closedAt: Caret | undefined;
	search: AbortController;
};

const isSame = (a: Caret | undefined, b: Caret): boolean =>
	a !== undefined && a.line === b.line && a.column === b.column;

const show = ({store}: Going, suggestions: Suggestions | undefined): void =>
	store.dispatch({type: 'suggested', suggestions});

function close(going: Going): void {
	going.search.abort();
	going.token = undefined;
	show(going, undefined);
}

function offer(going: Going, token: Token, items: readonly Suggestion[]): void {
	// Nothing is left to choose where the only choice is what stands there already.
	const [only] = items;
	const isDone = items.length === 1 && only?.text.trim() === token.query && token.query !== '';
	if (items.length === 0 || isDone) show(going, undefined);
	else show(going, {from: token.from, items, selected: 0});
}

/** Paths that lead out of the folder, or that name no project file. */
const isElsewhere = (query: string): boolean => /^(?:~|\/|\.{1,2}(?:\/|$))/.test(query);

async function findPaths(going: Going, token: Token, signal: AbortSignal) {
	const {files, cwd, home} = going;
	const isFile = token.kind === 'file';
	const isListed = !isFile || isElsewhere(token.query);
	const paths = isListed
		? await folderEntries(token.query, {cwd: cwd(), home})
		: await files.search(token.query, signal);
	return paths.map(path => pathSuggestion(path, {isFile, isQuoted: token.isQuoted}));
}

function find(
	going: Going,
	token: Token,
	signal: AbortSignal,
): readonly Suggestion[] | Promise<readonly Suggestion[]> {
	if (token.kind === 'command') return suggestCommands(going.commands, token.query);
	if (token.kind === 'argument')
		return suggestArguments(going.commands, token.command ?? '', token.query);
	if (token.kind === 'file') going.files.refresh();
	return findPaths(going, token, signal);
}

/** What is offered is narrowed at once; what fits better comes when it is found. */
function narrow(going: Going, token: Token): void {
	const {suggestions} = going.store.get();
	if (!suggestions) return;
	const query = token.query.slice(token.query.lastIndexOf('/') + 1).toLowerCase();
	const items = suggestions.items.filter(
		({label}) => fuzzyScore(query, label.toLowerCase()) !== undefined,
	);
	const isOther = !isSame(suggestions.from, token.from) || items.length === 0;
	show(going, isOther ? undefined : {...suggestions, items, selected: 0});
}

function look(going: Going, token: Token, then = offer): void {
	going.search.abort();
	going.search = new AbortController();
	going.token = token;
	const {signal} = going.search;
	const found = find(going, token, signal);
	if (!(found instanceof Promise)) {
		then(going, token, found);
		return;
	}

	narrow(going, token);
	found
		.then(items => {
			if (!signal.aborted) then(going, token, items);
		})
		.catch(() => {
			// Another letter came before everything was looked at.
		});
}

function lookAt(going: Going, buffer: TextBuffer): void {
	const token = tokenAt(buffer);
	if (!token || isSame(going.closedAt, token.from)) {
		if (!token) going.closedAt = undefined;
		close(going);
	} else {
		going.closedAt = undefined;
		look(going, token);
	}
}

/** Typing opens the list, and deleting; a text that was recalled or pasted, and a caret that moved, close it. */
function onChange(going: Going): void {
	const {buffer} = going.store.get().composer;
	if (buffer === going.seen) return;
	going.seen = buffer;
	if (['type', 'delete', 'kill'].includes(buffer.last)) lookAt(going, buffer);
	else close(going);
}

function accept(going: Going, token: Token, {text, goesOn, isInside}: Suggestion): void {
	const action = {type: 'complete', from: token.from, text, back: isInside ? 1 : 0} as const;
	going.store.dispatch({type: 'composed', action});
	if (!goesOn) return;
	const {buffer} = going.store.get().composer;
	const next = token.kind === 'path' ? pathAt(buffer) : tokenAt(buffer);
	if (next) look(going, next);
}

/** One choice is taken at once. */
function tab(going: Going): void {
	const {buffer} = going.store.get().composer;
	look(going, tokenAt(buffer) ?? pathAt(buffer), (_going, token, items) => {
		const [only, ...others] = items;
		if (only && others.length === 0) accept(going, token, only);
		else offer(going, token, items);
	});
}

function move(going: Going, suggestions: Suggestions, by: number): void {
	const {items, selected} = suggestions;
	const wanted = selected + by;
	const last = items.length - 1;
	const isStep = Math.abs(by) === 1;
	const next = isStep
		? (wanted + items.length) % items.length
		: Math.max(0, Math.min(last, wanted));
	show(going, {...suggestions, selected: next});
}

const keys = [
	'tui.select.up',
	'tui.select.down',
	'tui.select.pageUp',
	'tui.select.pageDown',
	'tui.input.tab',
	'tui.select.confirm',
	'tui.select.cancel',
] as const satisfies readonly ActionId[];

function press(going: Going, key: (typeof keys)[number]): boolean | 'send' {
	const {suggestions} = going.store.get();
	const {token} = going;
	const chosen = suggestions?.items[suggestions.selected];
	if (!suggestions || !token || !chosen) return false;
	const page = going.pageRows();
	switch (key) {
		case 'tui.select.up':
		case 'tui.select.down':
			move(going, suggestions, key === 'tui.select.up' ? -1 : 1);
			return true;
		case 'tui.select.pageUp':
		case 'tui.select.pageDown':
			move(going, suggestions, key === 'tui.select.pageUp' ? -page : page);
			return true;
		case 'tui.select.cancel':
			going.closedAt = token.from;
			close(going);
			return true;
		case 'tui.select.confirm':
			if (chosen.isWhole) {
				accept(going, token, {...chosen, goesOn: false});
				return 'send';
			}

			accept(going, token, chosen);
			return true;
		case 'tui.input.tab':
			accept(going, token, chosen);
			return true;
	}
}

/** Offers what the word before the caret may become. */
export function createCompletion(options: CompletionOptions): Completion {
	const {store, files} = options;
	const going: Going = {
		...options,
		seen: store.get().composer.buffer,
		token: undefined,
		closedAt: undefined,
		search: new AbortController(),
	};
	const stop = store.subscribe(() => onChange(going));
	const stopGrowth = files.onGrow(() => {
		const {token} = going;
		if (token?.kind === 'file') look(going, token);
	});
	return {
		handle(event, keymap) {
			if (event.kind !== 'key' || !store.get().suggestions) return false;
			// What clears the editor does so also while something is offered.
			if (keymap.matches('app.clear', event)) return false;
			const key = keymap.actionOf(event, keys);
			return key === undefined ? false : press(going, key);
		},
		tab: () => tab(going),
		dispose() {
			stop();
			stopGrowth();
			close(going);
			files.dispose();
		},
	};
}
