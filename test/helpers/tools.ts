import type {ToolResult} from '../../source/agent/index.ts';
import {
	createFileMemory,
	createFileQueue,
	type ToolEnvironment,
	toolFactories,
} from '../../source/harness/index.ts';

export type Tools = {
	readonly environment: ToolEnvironment;
	run(name: string, input: unknown, options?: RunOptions): Promise<ToolResult>;
	/** The text that the model gets, whether it succeeded or not. */
	text(name: string, input: unknown, options?: RunOptions): Promise<string>;
};

type RunOptions = {
	readonly signal?: AbortSignal;
	readonly onUpdate?: (partial: ToolResult) => void;
};

export const textOf = ({content}: ToolResult): string =>
	content.map(part => (part.type === 'text' ? part.text : '')).join('\n');

/** The product's tools over a folder, called as the agent calls them: with what passed their schema. */
export function toolsIn(cwd: string, changes: Partial<ToolEnvironment> = {}): Tools {
	const environment: ToolEnvironment = {
		cwd,
		userHome: cwd,
		files: createFileMemory(),
		queue: createFileQueue(),
		shell: () => ({timeoutSeconds: 20}),
		env: () => ({}),
		seesImages: () => true,
		...changes,
	};
	const made = new Map(
		Object.entries(toolFactories).map(([name, create]) => [name, create(environment)]),
	);

	async function run(name: string, input: unknown, options: RunOptions = {}): Promise<ToolResult> {
		const tool = made.get(name);
		if (!tool) throw new Error(`no tool ${name}`);
		return tool.execute((tool.prepareArguments?.(input) ?? input) as never, {
			toolCallId: 'call_1',
			signal: options.signal ?? new AbortController().signal,
			update: options.onUpdate ?? (() => undefined),
		});
	}

	return {
		environment,
		run,
		text: (name, input, options) =>
			run(name, input, options).then(textOf, error => `Error: ${error.message}`),
	};
}
