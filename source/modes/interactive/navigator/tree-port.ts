import type {SessionTree} from '../../../harness/index.ts';

export type JumpOptions = {
	/** Notes on what is left behind go along. */
	readonly summarize?: boolean;
	/** What matters in them. */
	readonly customInstructions?: string;
	readonly signal?: AbortSignal;
};

/** What the navigator needs of a session. */
export type TreePort = {
	tree(): SessionTree;
	navigate(
		entryId: string,
		options?: JumpOptions,
	): Promise<{readonly cancelled: boolean; readonly editorText?: string}>;
	setLabel(entryId: string, label: string | undefined): void;
	setHidden(entryId: string, hidden: boolean): void;
};
