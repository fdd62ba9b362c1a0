import type {AgentMessage, ToolResult} from '../../agent/index.ts';
import type {ImageContent, Usage, UserContent} from '../../ai/index.ts';
import type {SessionEntry} from '../session/entries.ts';
import type {PromptFacts} from './shapes.ts';

export type Call = {
	readonly toolCallId: string;
	readonly toolName: string;
	readonly parentToolCallId?: string;
};

export type CompactionPreparation = {
	readonly firstKeptEntryId: string;
	readonly messagesToSummarize: readonly AgentMessage[];
	readonly turnPrefixMessages: readonly AgentMessage[];
	readonly isSplitTurn: boolean;
	readonly tokensBefore: number;
	readonly previousSummary?: string;
	readonly fileOps: {
		readonly read: ReadonlySet<string>;
		readonly written: ReadonlySet<string>;
		readonly edited: ReadonlySet<string>;
	};
	readonly settings: {
		readonly enabled: boolean;
		readonly reserveTokens: number;
		readonly keepRecentTokens: number;
	};
};

export type OwnCompaction = {
	readonly summary: string;
	readonly firstKeptEntryId: string | null;
	readonly tokensBefore: number;
	readonly details?: unknown;
	readonly usage?: Usage;
};

export type TreePreparation = {
	readonly targetId: string;
	readonly oldLeafId: string | null;
	readonly commonAncestorId: string | null;
	readonly entriesToSummarize: readonly SessionEntry[];
	readonly userWantsSummary: boolean;
	readonly customInstructions?: string;
	readonly replaceInstructions?: boolean;
	readonly label?: string;
};

export type TreeAnswer = {
	readonly cancel?: boolean;
	readonly summary?: {readonly summary: string; readonly details?: unknown; readonly usage?: Usage};
	readonly customInstructions?: string;
	readonly replaceInstructions?: boolean;
	readonly label?: string;
};

export type CustomBody = {
	readonly customType: string;
	readonly content: string | readonly UserContent[];
	readonly display: boolean;
	readonly details?: unknown;
};

export type StartPayload = {
	readonly messageType: 'user' | 'custom';
	readonly prompt?: string;
	readonly images?: readonly ImageContent[];
	readonly message?: unknown;
	readonly systemPrompt: string;
	readonly systemPromptOptions: PromptFacts;
	/** What handlers have added so far. */
	readonly added: readonly CustomBody[];
	readonly isForced: boolean;
};

export type InputPayload = {
	readonly text: string;
	readonly images?: readonly ImageContent[];
	readonly source: 'interactive' | 'rpc' | 'extension';
	readonly streamingBehavior?: 'steer' | 'followUp';
	readonly action?: 'handled';
};

export type ToolResultPayload = Call & {
	readonly input: Readonly<Record<string, unknown>>;
	readonly content: ToolResult['content'];
	readonly details?: unknown;
	readonly structuredContent?: unknown;
	readonly isError: boolean;
	readonly usage?: Usage;
};

export type PromptSpan = {
	readonly reason: 'ui_prompt';
	readonly kind: string;
	readonly title?: string;
};
export type Replacing = 'new' | 'resume' | 'fork';
