import type {BranchNotes} from './compaction/branch-notes.ts';
import type {TreeAnswer} from './extensions/payloads.ts';
import type {Jump} from './session/navigate.ts';
import type {SessionParts} from './session-parts.ts';

export type JumpWish = {
	readonly summarize?: boolean;
	readonly customInstructions?: string;
	readonly label?: string;
};

/** What extensions say to a jump before it is made. */
export async function askAboutJump(
	parts: SessionParts,
	{entryId, jump, wish}: {readonly entryId: string; readonly jump: Jump; readonly wish: JumpWish},
	signal: AbortSignal,
): Promise<TreeAnswer | undefined> {
	const {hooks} = parts;
	if (!hooks.has('session_before_tree')) return undefined;
	const tree = parts.tree();
	const {customInstructions, label} = wish;
	return hooks.emit('session_before_tree', {
		preparation: {
			targetId: entryId,
			oldLeafId: jump.from,
			commonAncestorId: jump.ancestor,
			entriesToSummarize: jump.leftBehind.flatMap(id => tree.entry(id) ?? []),
			userWantsSummary: wish.summarize === true,
			...(customInstructions === undefined ? {} : {customInstructions}),
			...(label === undefined ? {} : {label}),
		},
		signal,
	});
}

/** The wish as extensions have changed it. */
export const changedWish = <W extends JumpWish>(wish: W, answer: TreeAnswer | undefined): W => ({
	...wish,
	...(answer?.customInstructions === undefined
		? {}
		: {customInstructions: answer.customInstructions}),
	...(answer?.label === undefined ? {} : {label: answer.label}),
});

/** Notes that an extension has written, when notes are wanted. */
export function ownNotes(
	{summarize}: JumpWish,
	answer: TreeAnswer | undefined,
): BranchNotes | undefined {
	if (!summarize || !answer?.summary) return undefined;
	const {summary, usage} = answer.summary;
	const details = {readFiles: [], modifiedFiles: []};
	return {summary, details, ...(usage ? {usage} : {})};
}

export async function tellJumped(
	parts: SessionParts,
	jump: Jump,
	summary: {readonly entryId: string | undefined; readonly fromExtension: boolean},
): Promise<void> {
	if (!parts.hooks.has('session_tree')) return;
	const entry = summary.entryId === undefined ? undefined : parts.tree().entry(summary.entryId);
	await parts.hooks.emit('session_tree', {
		newLeafId: parts.tree().leafId(),
		oldLeafId: jump.from,
		...(entry?.type === 'branch_summary' ? {summaryEntry: entry} : {}),
		fromExtension: summary.fromExtension,
	});
}
