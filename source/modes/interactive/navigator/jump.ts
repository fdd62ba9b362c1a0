import {type EntryHead, planJump, type SessionTree} from '../../../harness/index.ts';
import {emptyBuffer} from '../composer/text-buffer.ts';
import type {OverlayControl} from '../overlays.ts';
import {browsing, close, type Going, patch} from './going.ts';
import type {NavigatorTask, NavigatorView} from './navigator-state.ts';
import {endOfTurn} from './outline.ts';
import type {JumpOptions} from './tree-port.ts';

type JumpChoice = 'plain' | 'summary' | 'instructions';

const choices = [
	{value: 'plain', label: 'No summary', hint: 'the branch stays in the tree as it is'},
	{value: 'summary', label: 'Summarise', hint: 'notes on the branch go along'},
	{value: 'instructions', label: 'Summarise with instructions', hint: 'say what matters'},
];

const isSaid = ({type, kind}: EntryHead): boolean =>
	type === 'message' && (kind === 'user' || kind === 'assistant');

/** Where the session stands already: there is nothing to go to. */
function isHere(tree: SessionTree, entryId: string): boolean {
	const {from, to, editorText} = planJump(tree, entryId);
	return from === to && editorText === undefined;
}

/** Whether anything is left behind that notes could be about. */
const leavesTalk = (tree: SessionTree, entryId: string): boolean =>
	planJump(tree, entryId).leftBehind.some(id => {
		const head = tree.head(id);
		return head !== undefined && isSaid(head);
	});

/** undefined: back to the tree. */
async function chooseSummary(
	overlays: Pick<OverlayControl, 'choose'>,
): Promise<JumpChoice | undefined> {
	const value = await overlays.choose({title: 'Leave this branch', rows: choices});
	return value === 'plain' || value === 'summary' || value === 'instructions' ? value : undefined;
}

export async function jump(going: Going, id: string, options: JumpOptions): Promise<void> {
	const {port, parts} = going;
	if (!port) return;
	const abort = new AbortController();
	going.abort = abort;
	const task: NavigatorTask = options.summarize
		? {kind: 'summarising', since: parts.now()}
		: browsing;
	patch(going, {task});
	try {
		const {cancelled, editorText} = await port.navigate(id, {...options, signal: abort.signal});
		if (cancelled) return patch(going, {task: browsing, hint: 'Stopped; you are where you were.'});
		// The next look begins where the session is then.
		patch(going, {selected: undefined});
		close(going);
		if (editorText !== undefined) parts.setEditorText(editorText);
	} catch (error) {
		patch(going, {task: browsing});
		parts.notify(error instanceof Error ? error.message : String(error), 'error');
		close(going);
	} finally {
		going.abort = undefined;
	}
}

/** Where Enter leads: the turn that is selected, with all that its calls brought. */
function targetOf({outline, arrangement, at, state}: NavigatorView): string | undefined {
	const row = arrangement.row(at);
	if (!row) return undefined;
	const node = state.filter === 'all' ? row.node : endOfTurn(outline, row.node);
	return outline.heads[node]?.id;
}

export async function confirm(going: Going, view: NavigatorView): Promise<void> {
	const {port, parts} = going;
	const id = targetOf(view);
	if (!port || id === undefined) return;
	const isCurrent = view.arrangement.rowOf(view.outline.leaf) === view.at;
	const head = port.tree().head(id);
	if (isHere(port.tree(), id) || (isCurrent && head?.kind !== 'user' && head?.type === 'message'))
		return patch(going, {hint: 'You are here already.'});
	if (parts.skipsSummary() || !leavesTalk(port.tree(), id)) return jump(going, id, {});
	return leave(going, id);
}

export async function leave(going: Going, id: string): Promise<void> {
	const choice = await chooseSummary(going.parts.overlays);
	if (choice === undefined) return;
	if (choice === 'instructions')
		return patch(going, {task: {kind: 'instructions', id, buffer: emptyBuffer}});
	return jump(going, id, {summarize: choice === 'summary'});
}
