export type {AgentEvent} from './events.ts';
export type {AgentHooks, AgentRequest, ToolVerdict, Turn} from './hooks.ts';
export type * from './messages.ts';
export type {AgentTool, ToolResult, ToolRun} from './tool.ts';
