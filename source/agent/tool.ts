import type {TSchema} from 'typebox';
import type {Usage, UserContent} from '../ai/index.ts';

export type ToolResult = {
	readonly content: readonly UserContent[];
	/** For views and scripts; the model does not see it. */
	readonly details?: unknown;
	readonly isError?: boolean;
	/** Asks that the run stop after this batch; it does when every result of the batch asks. */
	readonly terminate?: boolean;
	readonly usage?: Usage;
};

export type ToolRun = {
	readonly toolCallId: string;
	readonly signal: AbortSignal;
	/** Shows what there is so far. The whole, not an increment. */
	update(partial: ToolResult): void;
	/**
	 * Runs another tool of the same request, through the same checks and hooks. What comes of it, an error too, is the
	 * answer. The loop always gives this; a tool that is run by hand may lack it.
	 */
	call?(name: string, input: Readonly<Record<string, unknown>>): Promise<NestedOutcome>;
};

export type NestedOutcome = {readonly result: ToolResult; readonly isError: boolean};

/** Something a model may call. `execute` throws to tell the model that it failed. */
export type AgentTool = {
	readonly name: string;
	readonly description: string;
	/** TypeBox or plain JSON Schema. */
	readonly parameters: TSchema;
	/** Default parallel. One sequential tool in a batch makes the whole batch sequential. */
	readonly executionMode?: 'parallel' | 'sequential';
	/** Accepts older argument shapes; runs before coercion and validation. */
	prepareArguments?(input: unknown): unknown;
	/** `input` has passed validation against `parameters`. */
	execute(input: never, run: ToolRun): Promise<ToolResult>;
};
