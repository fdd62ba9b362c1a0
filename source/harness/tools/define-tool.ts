import type {Static, TSchema} from 'typebox';
import type {AgentTool, ToolResult, ToolRun} from '../../agent/index.ts';

/** What a tool does to the world; gates and rule sets decide by it. */
export type Capability = 'read' | 'write' | 'execute' | 'network';

/** A tool and what the system prompt says of it. */
export type HarnessTool = AgentTool & {
	readonly capability: Capability;
	/** One line for the tools section of the system prompt. */
	readonly promptSnippet: string;
	readonly promptGuidelines: readonly string[];
};

/** Thrown to talk to the model: the text is the result, marked as an error. Details stay with it. */
export class ToolError extends Error {
	override readonly name = 'ToolError';
	readonly details: unknown;

	constructor(message: string, options: {cause?: unknown; details?: unknown} = {}) {
		super(message, 'cause' in options ? {cause: options.cause} : undefined);
		this.details = options.details;
	}
}

type ToolSpec<P extends TSchema> = {
	readonly name: string;
	readonly description: string;
	readonly parameters: P;
	readonly capability: Capability;
	readonly promptSnippet: string;
	readonly promptGuidelines?: readonly string[];
	readonly executionMode?: 'parallel' | 'sequential';
	prepareArguments?(input: unknown): unknown;
	execute(input: Static<P>, run: ToolRun): Promise<ToolResult>;
};

/** Ties the type of `input` to the schema. */
export function defineTool<P extends TSchema>(spec: ToolSpec<P>): HarnessTool {
	return {promptGuidelines: [], ...spec};
}

export const textResult = (text: string, details?: unknown): ToolResult => ({
	content: [{type: 'text', text}],
	...(details === undefined ? {} : {details}),
});
