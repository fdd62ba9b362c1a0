import type {Static, TSchema} from 'typebox';
import type {AgentTool, ToolResult} from '../agent/index.ts';
import type {Capability, HarnessTool} from '../harness/index.ts';

/** A tool as a program describes it. `execute` throws to tell the model that it failed. */
export type ToolDefinition<P extends TSchema = TSchema> = {
	readonly name: string;
	/** For people. */
	readonly label?: string;
	/** For the model. */
	readonly description: string;
	/** TypeBox or plain JSON Schema. */
	readonly parameters: P;
	/** One line for the list of tools in the system prompt. */
	readonly promptSnippet?: string;
	readonly promptGuidelines?: readonly string[];
	/** What it does to the world; default: execute, the most that there is. */
	readonly capability?: Capability;
	readonly executionMode?: AgentTool['executionMode'];
	prepareArguments?(input: unknown): unknown;
	execute(
		toolCallId: string,
		params: Static<P>,
		signal: AbortSignal | undefined,
		onUpdate: ((partial: ToolResult) => void) | undefined,
		context?: unknown,
	): Promise<ToolResult>;
};

/** Ties the type of `params` to the schema. */
export const defineTool = <P extends TSchema>(tool: ToolDefinition<P>): ToolDefinition<P> => tool;

/** What a session makes of it. */
export const toHarnessTool = <P extends TSchema>(tool: ToolDefinition<P>): HarnessTool => ({
	name: tool.name,
	description: tool.description,
	parameters: tool.parameters,
	capability: tool.capability ?? 'execute',
	promptSnippet: tool.promptSnippet ?? '',
	promptGuidelines: tool.promptGuidelines ?? [],
	...(tool.executionMode ? {executionMode: tool.executionMode} : {}),
	...(tool.prepareArguments ? {prepareArguments: tool.prepareArguments} : {}),
	execute: (input: Static<P>, {toolCallId, signal, update}) =>
		tool.execute(toolCallId, input, signal, update),
});
