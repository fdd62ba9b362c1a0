import type {TextBuffer} from '../composer/text-buffer.ts';
import type {Arrangement, TreeFilter} from './arrange.ts';
import type {Outline} from './outline.ts';

/** What goes on besides looking around. */
export type NavigatorTask =
	| {readonly kind: 'browsing'}
	/** A line is being written: the label of an entry, or what a summary should mind. */
	| {readonly kind: 'label' | 'instructions'; readonly id: string; readonly buffer: TextBuffer}
	/** Unix ms. */
	| {readonly kind: 'summarising'; readonly since: number};

/** What a person has set; it stays as it is while the navigator is closed. */
export type NavigatorState = {
	readonly filter: TreeFilter;
	readonly query: string;
	/** Ids of rows that are folded. */
	readonly folded: ReadonlySet<string>;
	readonly showsHidden: boolean;
	readonly showsTimes: boolean;
	/** Id of the entry. */
	readonly selected: string | undefined;
	readonly task: NavigatorTask;
	/** A word in answer to a key. */
	readonly hint: string | undefined;
};

export const initialNavigator = (filter: TreeFilter): NavigatorState => ({
	filter,
	query: '',
	folded: new Set(),
	showsHidden: false,
	showsTimes: false,
	selected: undefined,
	task: {kind: 'browsing'},
	hint: undefined,
});

/** The state together with what follows from it. */
export type NavigatorView = {
	readonly state: NavigatorState;
	readonly outline: Outline;
	readonly arrangement: Arrangement;
	/** Index of the selected row; -1: there are none. */
	readonly at: number;
	/** How much has been searched, from 0 to 1. */
	readonly searched: number;
};
