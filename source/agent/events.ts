import type {AssistantMessage, ModelEvent, ToolResultMessage} from '../ai/index.ts';
import type {AgentMessage} from './messages.ts';
import type {ToolResult} from './tool.ts';

/**
 * What happens in a run, in order: `agent_start`, turns, `agent_end`. A turn is `turn_start`, messages that are
 * new for the model, the answer, its tools, their results, `turn_end`; one that ends before its request is made
 * has no `turn_end`. `message_end` is where a message is kept. With `parentToolCallId` a tool made the call.
 */
export type AgentEvent =
	| {readonly type: 'agent_start'}
	| {readonly type: 'turn_start'}
	| {readonly type: 'message_start'; readonly message: AgentMessage}
	/** `message` is the whole so far. */
	| {
			readonly type: 'message_update';
			readonly message: AssistantMessage;
			readonly event: ModelEvent;
	  }
	| {readonly type: 'message_end'; readonly message: AgentMessage}
	| {
			readonly type: 'tool_execution_start';
			readonly toolCallId: string;
			readonly parentToolCallId?: string;
			readonly toolName: string;
			readonly args: unknown;
	  }
	| {
			readonly type: 'tool_execution_update';
			readonly toolCallId: string;
			readonly parentToolCallId?: string;
			readonly toolName: string;
			readonly args: unknown;
			readonly partialResult: ToolResult;
	  }
	| {
			readonly type: 'tool_execution_end';
			readonly toolCallId: string;
			readonly parentToolCallId?: string;
			readonly toolName: string;
			readonly result: ToolResult;
			readonly isError: boolean;
			readonly durationMs: number;
	  }
	| {
			readonly type: 'turn_end';
			readonly message: AssistantMessage;
			readonly toolResults: readonly ToolResultMessage[];
	  }
	| {readonly type: 'agent_end'; readonly messages: readonly AgentMessage[]};
