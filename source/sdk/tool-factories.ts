import os from 'node:os';
import {checkToolInput} from '../ai/index.ts';
import {
	createFileMemory,
	createFileQueue,
	type HarnessTool,
	type Operations,
	toolFactories,
} from '../harness/index.ts';
import type {ToolDefinition} from './tool-definition.ts';

export type ToolOptions = {
	/** The machine that the tool works on; default: this one. */
	readonly operations?: Operations;
	/** Seconds a command may take when its call does not say; default 600. */
	readonly shellTimeoutSeconds?: number;
};

function toDefinition(tool: HarnessTool): ToolDefinition {
	return {
		...tool,
		label: tool.name,
		async execute(
			...[toolCallId, params, signal, onUpdate]: Parameters<ToolDefinition['execute']>
		) {
			const given = tool.prepareArguments ? tool.prepareArguments(params) : params;
			const checked = checkToolInput(tool.parameters, given);
			if (!checked.ok) throw new Error(checked.problems.join('\n'));
			return tool.execute(
				// The arguments were checked against this tool's own schema.
				checked.value as never,
				{
					toolCallId,
					signal: signal ?? new AbortController().signal,
					update: onUpdate ?? (() => {}),
				},
			);
		},
	};
}

/** Tools that share what they saw of files and the order of their changes. */
function createSome(
	names: readonly string[],
	cwd: string,
	{operations, shellTimeoutSeconds = 600}: ToolOptions,
): readonly ToolDefinition[] {
	const environment = {
		cwd,
		userHome: os.homedir(),
		files: createFileMemory(),
		queue: createFileQueue(),
		shell: () => ({timeoutSeconds: shellTimeoutSeconds}),
		env: () => ({}),
		seesImages: () => true,
		...(operations ? {operations} : {}),
	};
	return names.flatMap(name => {
		const create = toolFactories[name];
		return create ? [toDefinition(create(environment))] : [];
	});
}

function createOne(name: string) {
	return (cwd: string, options: ToolOptions = {}): ToolDefinition => {
		const [tool] = createSome([name], cwd, options);
		if (!tool) throw new Error(`There is no tool ${name}.`);
		return tool;
	};
}

/** One tool in a folder; `execute` runs it without a model. */
export const createReadTool = createOne('read');
export const createBashTool = createOne('bash');
export const createEditTool = createOne('edit');
export const createWriteTool = createOne('write');
export const createGrepTool = createOne('grep');
export const createFindTool = createOne('find');
export const createLsTool = createOne('ls');

/** read, bash, edit, write. */
export const createCodingTools = (cwd: string, options: ToolOptions = {}) =>
	createSome(['read', 'bash', 'edit', 'write'], cwd, options);

/** read, grep, find, ls. */
export const createReadOnlyTools = (cwd: string, options: ToolOptions = {}) =>
	createSome(['read', 'grep', 'find', 'ls'], cwd, options);
