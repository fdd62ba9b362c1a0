import {type BranchNotes, writeBranchNotes} from './compaction/branch-notes.ts';
import {askAboutJump, changedWish, ownNotes, tellJumped} from './hooked-jump.ts';
import {type Jump, planJump, rememberLeaf} from './session/navigate.ts';
import {settingsAt} from './session/path-settings.ts';
import type {SessionParts} from './session-parts.ts';
import type {Runs} from './session-runs.ts';

export type NavigateOptions = {
	/** Notes on what is left behind go along. */
	readonly summarize?: boolean;
	/** What matters in them. */
	readonly customInstructions?: string;
	/** For the notes, or without them for the entry that was chosen. */
	readonly label?: string;
	/** Ends the writing of the notes, and with it the jump. */
	readonly signal?: AbortSignal;
};

export type NavigateResult = {
	readonly cancelled: boolean;
	/** What was said at the entry, to be said otherwise. */
	readonly editorText?: string;
	readonly summaryEntryId?: string;
};

export type Navigation = {
	/**
	 * Goes to another place of the same tree. At something the person said, the place is before it, and its
	 * text comes back. Nothing is deleted, and reopening the session lands here. Until the notes are written,
	 * which may fail or be aborted, everything stays as it is.
	 */
	navigate(entryId: string, options?: NavigateOptions): Promise<NavigateResult>;
};

/** The first records of a session, and of a branch that says otherwise: who answers and how hard it thinks. */
export function recordChoices(parts: SessionParts): void {
	const {model, level} = parts.state.get();
	const recorded = settingsAt(parts.tree());
	const isSame = recorded.model?.provider === model?.provider && recorded.model?.id === model?.id;
	if (model && !isSame)
		parts.append({type: 'model_change', provider: model.provider, modelId: model.id});
	if (recorded.level !== level) parts.append({type: 'thinking_level_change', thinkingLevel: level});
}

const answer = ({editorText}: Jump, summaryEntryId?: string): NavigateResult => ({
	cancelled: false,
	...(editorText === undefined ? {} : {editorText}),
	...(summaryEntryId === undefined ? {} : {summaryEntryId}),
});

async function notesFor(
	parts: SessionParts,
	{leftBehind}: Jump,
	writing: {readonly signal: AbortSignal; readonly instructions?: string},
): Promise<BranchNotes | undefined> {
	const tree = parts.tree();
	const entries = leftBehind.flatMap(id => tree.entry(id) ?? []);
	const notes = await writeBranchNotes(parts, {entries, ...writing});
	if (notes?.failure !== undefined) {
		parts.options.ui.notify(
			`The model could not write notes on the branch (${notes.failure}); a plain account of it stands in.`,
			'warning',
		);
	}

	return notes;
}

/** What cannot be written moves nothing. */
function move(parts: SessionParts, jump: Jump, notes: BranchNotes | undefined): string | undefined {
	const tree = parts.tree();
	tree.moveTo(jump.to);
	try {
		if (!notes) {
			rememberLeaf(tree);
			return undefined;
		}

		const {summary, details, usage} = notes;
		const fromId = jump.from ?? 'root';
		const paid = usage ? {usage} : {};
		const body = {
			type: 'branch_summary',
			fromId,
			summary,
			details,
			...paid,
			fromHook: false,
		} as const;
		return parts.append(body).id;
	} catch (error) {
		tree.moveTo(jump.from);
		throw error;
	}
}

async function jumpTo(
	parts: SessionParts,
	entryId: string,
	{signal, ...wish}: NavigateOptions & {signal: AbortSignal},
): Promise<NavigateResult> {
	const jump = planJump(parts.tree(), entryId);
	if (jump.to === jump.from) return answer(jump);
	const said = await askAboutJump(parts, {entryId, jump, wish}, signal);
	if (said?.cancel) return {cancelled: true};
	const {summarize, customInstructions, label} = changedWish(wish, said);
	const own = ownNotes(wish, said);
	let notes = own;
	try {
		const focus = customInstructions === undefined ? {} : {instructions: customInstructions};
		if (summarize && !own) notes = await notesFor(parts, jump, {signal, ...focus});
	} catch (error) {
		if (signal.aborted) return {cancelled: true};
		throw error;
	}

	if (signal.aborted) return {cancelled: true};
	const summaryEntryId = move(parts, jump, notes);
	if (label) parts.append({type: 'label', targetId: summaryEntryId ?? entryId, label});
	recordChoices(parts);
	parts.refresh();
	await parts.hub.emit({type: 'session_replaced', reason: 'navigate'});
	await tellJumped(parts, jump, {entryId: summaryEntryId, fromExtension: own !== undefined});
	return answer(jump, summaryEntryId);
}

export const createNavigation = (parts: SessionParts, runs: Runs): Navigation => ({
	async navigate(entryId, options = {}) {
		const jump = planJump(parts.tree(), entryId);
		if (jump.to === jump.from) {
			if (options.label) parts.append({type: 'label', targetId: entryId, label: options.label});
			return answer(jump);
		}

		if (options.signal?.aborted) return {cancelled: true};
		await runs.abort();
		return parts.work.run(options.summarize ? 'summarising' : 'idle', own =>
			jumpTo(parts, entryId, {
				...options,
				signal: options.signal ? AbortSignal.any([own, options.signal]) : own,
			}),
		);
	},
});
