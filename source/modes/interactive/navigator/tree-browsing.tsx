import {copyToClipboard, type Harness, type UserInterface} from '../../../harness/index.ts';
import type {OverlayControl} from '../overlays.ts';
import type {Page, Pages} from '../pages.ts';
import type {TranscriptLook} from '../transcript/content.ts';
import type {TreeFilter} from './arrange.ts';
import {forkRows} from './fork-list.ts';
import {createNavigator} from './navigator.ts';
import {headRows, NavigatorPage} from './navigator-page.tsx';
import {createNavigatorSource} from './navigator-source.ts';

export type TreeBrowsingParts = {
	readonly pages: Pages;
	readonly overlays: OverlayControl;
	readonly notify: UserInterface['notify'];
	harness(): Harness | undefined;
	settings(): {
		readonly doubleEscapeAction: 'tree' | 'fork' | 'none';
		readonly treeFilterMode: TreeFilter;
		readonly branchSummary: {readonly skipPrompt: boolean};
	};
	setEditorText(text: string): void;
	readonly look: () => TranscriptLook;
	paint(): void;
	readonly now: () => number;
};

export type TreeBrowsing = {
	/** The navigator of the session tree. */
	openTree(): void;
	/** The prompts of this branch, to begin a new session from one. */
	openFork(): Promise<void>;
	onDoubleEscape(): void;
};

const later = (run: () => void): (() => void) => {
	const waiting = setImmediate(run);
	return () => clearImmediate(waiting);
};

async function openFork(parts: TreeBrowsingParts): Promise<void> {
	const session = parts.harness()?.session;
	if (!session) return;
	const rows = forkRows(session.tree(), parts.now());
	if (rows.length === 0) {
		parts.notify('There is no prompt to fork from yet.');
		return;
	}

	const newest = rows.at(-1)?.value;
	const chosen = await parts.overlays.choose({
		title: 'Fork before a prompt',
		rows,
		...(newest === undefined ? {} : {at: newest}),
	});
	if (chosen === undefined) return;
	const text = await session.fork(chosen);
	if (text === undefined) return;
	parts.setEditorText(text);
	parts.notify('A new session, forked; the one before is as it was.');
}

/** The navigator and the list of prompts, wired to the session that is open. */
export function createTreeBrowsing(parts: TreeBrowsingParts): TreeBrowsing {
	const {pages, overlays, harness, settings, look, now} = parts;
	const navigator = createNavigator({
		overlays,
		skipsSummary: () => settings().branchSummary.skipPrompt,
		setEditorText: parts.setEditorText,
		notify: parts.notify,
		copy: copyToClipboard,
		close: () => pages.show(undefined),
		paint: parts.paint,
		later,
		now,
	});
	const source = createNavigatorSource({navigator, look, now, top: headRows});
	const page: Page = {
		element: <NavigatorPage navigator={navigator} source={source} />,
		handle: navigator.handle,
	};
	const openTree = () => {
		const session = harness()?.session;
		if (!session) return;
		navigator.open(session, settings().treeFilterMode);
		pages.show(page);
	};
	const complain = (error: unknown) =>
		parts.notify(error instanceof Error ? error.message : String(error), 'error');
	return {
		openTree,
		openFork: () => openFork(parts),
		onDoubleEscape() {
			const {doubleEscapeAction} = settings();
			if (doubleEscapeAction === 'tree') openTree();
			else if (doubleEscapeAction === 'fork') openFork(parts).catch(complain);
		},
	};
}
