import type {
	AssistantMessage,
	Message,
	Model,
	ModelEvent,
	ModelFailure,
	StreamOptions,
	ThinkingLevel,
	ToolCall,
	ToolResultMessage,
} from '../ai/index.ts';
import type {AgentMessage} from './messages.ts';
import type {AgentTool, ToolResult} from './tool.ts';

/** All that one request is made from. */
export type AgentRequest = {
	readonly model: Model;
	readonly level: ThinkingLevel;
	readonly messages: readonly AgentMessage[];
	readonly tools: readonly AgentTool[];
	readonly options?: Omit<StreamOptions, 'signal' | 'level'>;
};

export type Turn = {
	readonly message: AssistantMessage;
	readonly toolResults: readonly ToolResultMessage[];
	/** Why the response failed, when it did. */
	readonly failure?: ModelFailure;
};

export type ToolVerdict = {
	readonly block?: boolean;
	readonly reason?: string;
	/** With `block`: asks that the run stop after this batch. */
	readonly terminate?: boolean;
	/** Replaces the arguments; not validated again. */
	readonly input?: Readonly<Record<string, unknown>>;
};

/** Everything a run asks of its surroundings. The loop itself knows no files and no sessions. */
export type AgentHooks = {
	/** Called before every request. The answer is the truth about what the model is shown. */
	prepareRequest(signal: AbortSignal): Promise<AgentRequest>;
	/** Opens the stream; the default is the model layer's own. */
	stream?(
		request: {readonly model: Model; readonly messages: readonly Message[]},
		options: StreamOptions,
	): AsyncIterable<ModelEvent>;
	/** May rewrite what is about to be sent; nothing of it is stored. */
	transformContext?(
		messages: readonly AgentMessage[],
		signal: AbortSignal,
	): Promise<readonly AgentMessage[]>;
	convertToLlm(messages: readonly AgentMessage[]): readonly Message[];
	/** Runs in source order, before anything of the batch executes. A throw blocks the call. */
	beforeToolCall?(call: ToolCall, signal: AbortSignal): Promise<ToolVerdict | undefined>;
	afterToolCall?(
		call: ToolCall,
		outcome: {readonly result: ToolResult; readonly isError: boolean},
	): Promise<{readonly result: ToolResult; readonly isError: boolean} | undefined>;
	/** After results are in. `stop` ends the run even if tools were called. */
	finishTurn?(turn: Turn, signal: AbortSignal): Promise<{readonly stop?: boolean} | undefined>;
	/** Before the next request of the same run: the place to compact between turns. */
	prepareNextTurn?(signal: AbortSignal): Promise<void>;
};
