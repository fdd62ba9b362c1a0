import type {Message, UserContent} from '../ai/index.ts';

/** Written by the application or an extension; the model reads it as a user message. */
export type CustomMessage = {
	readonly role: 'custom';
	readonly customType: string;
	readonly content: string | readonly UserContent[];
	/** false hides it on the screen only. */
	readonly display: boolean;
	readonly details?: unknown;
	readonly timestamp: number;
};

/** A command that the person ran with `!`. */
export type BashExecutionMessage = {
	readonly role: 'bashExecution';
	readonly command: string;
	readonly output: string;
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly truncated: boolean;
	readonly fullOutputPath?: string;
	readonly excludeFromContext?: boolean;
	readonly timestamp: number;
};

export type CompactionSummaryMessage = {
	readonly role: 'compactionSummary';
	readonly summary: string;
	readonly tokensBefore: number;
	readonly timestamp: number;
};

export type BranchSummaryMessage = {
	readonly role: 'branchSummary';
	readonly summary: string;
	readonly fromId: string;
	readonly timestamp: number;
};

/** What a transcript may hold; `convertToLlm` turns the application's own kinds into what models read. */
export type AgentMessage =
	| Message
	| CustomMessage
	| BashExecutionMessage
	| CompactionSummaryMessage
	| BranchSummaryMessage;
