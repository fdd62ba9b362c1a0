/** What a conversation is made of. Field names are those of the session file, so nothing is converted on the way. */

export type TextContent = {
	readonly type: 'text';
	readonly text: string;
	/** Opaque to us; goes back byte for byte to the model that made it, and to no other. */
	readonly textSignature?: string;
};

export type ThinkingContent = {
	readonly type: 'thinking';
	readonly thinking: string;
	readonly thinkingSignature?: string;
	/** The text was withheld by the provider; the signature holds it encrypted. */
	readonly redacted?: boolean;
};

export type ImageContent = {
	readonly type: 'image';
	/** Base64. */
	readonly data: string;
	readonly mimeType: string;
};

export type ToolCall = {
	readonly type: 'toolCall';
	readonly id: string;
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>>;
	readonly thoughtSignature?: string;
	readonly namespace?: string;
	/** Why the argument text could not be used; `arguments` is `{}` then and the call is never run. */
	readonly argumentsError?: string;
};

export type AssistantContent = TextContent | ThinkingContent | ToolCall;
export type UserContent = TextContent | ImageContent;

/** A tool as the model sees it. `parameters` is a JSON Schema. */
export type Tool = {
	readonly name: string;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly constrainedSampling?: unknown;
};

/** US dollars. */
export type Cost = {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly total: number;
	/** The provider named the total itself. */
	readonly totalFromProvider?: boolean;
};

/**
 * Tokens in disjoint parts: prompt = input + cacheRead + cacheWrite.
 * `reasoning` is a part of `output`, `cacheWrite1h` of `cacheWrite`.
 */
export type Usage = {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly cacheWrite1h?: number;
	readonly reasoning?: number;
	readonly totalTokens: number;
	readonly cost: Cost;
};

export type StopReason =
	| 'stop'
	| 'length'
	| 'toolUse'
	| 'error'
	| 'aborted'
	| 'deferred'
	| 'pending';

/** A full or partial declaration of prompt and tools; later ones patch earlier ones. */
export type SystemMessage = {
	readonly role: 'system';
	readonly content: string | readonly TextContent[];
	/** Name to text; null removes the section. */
	readonly sections?: Readonly<Record<string, string | null>>;
	readonly toolsAdded?: readonly Tool[];
	readonly toolsRemoved?: readonly {readonly name: string}[];
	readonly timestamp: number;
};

export type UserMessage = {
	readonly role: 'user';
	readonly content: string | readonly UserContent[];
	/** Unix ms, here and below. */
	readonly timestamp: number;
};

export type Diagnostic = {
	readonly type: string;
	readonly timestamp: number;
	readonly error?: unknown;
	readonly details?: unknown;
};

export type AssistantMessage = {
	readonly role: 'assistant';
	readonly content: readonly AssistantContent[];
	readonly api: string;
	readonly provider: string;
	/** The model asked for. */
	readonly model: string;
	/** The model that a relay says has answered. */
	readonly responseModel?: string;
	readonly responseId?: string;
	readonly usage: Usage;
	readonly stopReason: StopReason;
	readonly rawStopReason?: string;
	readonly errorMessage?: string;
	readonly diagnostics?: readonly Diagnostic[];
	readonly thinkingLevel?: string;
	readonly durationMs?: number;
	readonly timestamp: number;
};

/** A call that a tool made itself. The model did not make it and is not shown it. */
export type NestedCall = {
	/** That of the calling one, a slash and a number. */
	readonly id: string;
	readonly name: string;
	/** Left out when they are large; `argumentsBytes` says how large. */
	readonly arguments?: Readonly<Record<string, unknown>>;
	readonly argumentsBytes?: number;
	readonly status: 'ok' | 'error' | 'unfinished';
	readonly durationMs?: number;
	readonly error?: string;
};

export type NestedCalls = {
	readonly calls: readonly NestedCall[];
	/** false: some calls or arguments were left out. */
	readonly complete: boolean;
};

export type ToolResultMessage = {
	readonly role: 'toolResult';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly content: readonly UserContent[];
	readonly isError: boolean;
	/** For views and scripts; never sent to a model. */
	readonly details?: unknown;
	readonly usage?: Usage;
	readonly nestedCalls?: NestedCalls;
	readonly durationMs?: number;
	readonly timestamp: number;
};

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;

export const emptyUsage: Usage = {
	input: 0,
	output: 0,
	cacheRead: 0,
	cacheWrite: 0,
	totalTokens: 0,
	cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0},
};
