export {type Agent, type AgentOptions, createAgent} from './agent.ts';
export type {AgentEvent} from './events.ts';
export type {AgentHooks, AgentRequest, ToolVerdict, Turn} from './hooks.ts';
export type {RunOutcome} from './loop.ts';
export type * from './messages.ts';
export type {QueueMode} from './queue.ts';
export type {AgentTool, NestedOutcome, ToolResult, ToolRun} from './tool.ts';
