import type {AgentMessage} from '../../agent/index.ts';
import type {AssistantContent, SystemMessage, Usage, UserContent} from '../../ai/index.ts';

/** First line of a session file. */
export type SessionHeader = {
	readonly type: 'session';
	/** Missing means 1; we write 3. */
	readonly version?: number;
	readonly id: string;
	readonly timestamp: string;
	readonly cwd?: string;
	/** Absolute path of the session this one was forked or cloned from. */
	readonly parentSession?: string;
};

type EntryBase = {
	readonly id: string;
	readonly parentId: string | null;
	/** ISO 8601, UTC. */
	readonly timestamp: string;
};

/** What an entry holds before it has a place in the tree. */
export type EntryBody =
	| {readonly type: 'message'; readonly message: AgentMessage}
	| {readonly type: 'model_change'; readonly provider: string; readonly modelId: string}
	| {readonly type: 'thinking_level_change'; readonly thinkingLevel: string}
	| {
			readonly type: 'usage';
			readonly kind: string;
			readonly provider: string;
			readonly model: string;
			readonly usage: Usage;
			readonly note?: string;
	  }
	| {
			readonly type: 'compaction';
			readonly summary: string;
			/** The compaction's own id means that nothing earlier is kept. */
			readonly firstKeptEntryId?: string;
			readonly tokensBefore: number;
			readonly details?: unknown;
			readonly usage?: Usage;
			readonly fromHook?: boolean;
			readonly systemMessage?: SystemMessage;
	  }
	| {
			readonly type: 'branch_summary';
			/** The leaf that was left, or `root`. */
			readonly fromId: string;
			readonly summary: string;
			readonly details?: unknown;
			readonly usage?: Usage;
			readonly fromHook?: boolean;
	  }
	| {
			readonly type: 'context_edit';
			readonly targetId: string;
			/** null hides the target from the model. */
			readonly replacement: null | {readonly content: EditableContent};
	  }
	| {readonly type: 'custom'; readonly customType: string; readonly data?: unknown}
	| {
			readonly type: 'custom_message';
			readonly customType: string;
			readonly content: string | readonly UserContent[];
			readonly display: boolean;
			readonly details?: unknown;
	  }
	| {readonly type: 'label'; readonly targetId: string; readonly label?: string}
	| {readonly type: 'session_info'; readonly name?: string};

export type EntryType = EntryBody['type'];

/** A node of the tree. Records of types we do not know are kept, chained and written back as they came. */
export type SessionEntry = EntryBase & EntryBody;

export type EntryOf<T extends EntryType> = Extract<SessionEntry, {readonly type: T}>;

/** What may be hidden from the model or be given other content. */
export type EditableContent = string | readonly UserContent[] | readonly AssistantContent[];

/** What the tree knows of an entry without reading it. */
export type EntryHead = {
	readonly type: string;
	readonly id: string;
	readonly parentId: string | null;
	readonly timestamp: string;
	/** The role of a message, the `customType` of a custom entry or message. */
	readonly kind?: string;
	/** It may hold a `usage`: something was paid for it. */
	readonly isPaid?: boolean;
};

/** What could not be read of a file, told once when it is opened. */
export type SessionProblem = {readonly line: number; readonly reason: string};
