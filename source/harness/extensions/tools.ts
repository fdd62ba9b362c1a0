import type {AgentTool, ToolRun} from '../../agent/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import type {Capability, HarnessTool} from '../tools/define-tool.ts';
import {extend} from './context.ts';
import type {Extension} from './extension.ts';
import type {
	CallOutcome,
	ExtensionContext,
	ExtensionToolContext,
	SourceInfo,
	ToolDefinition,
	ToolInfo,
} from './extension-api.ts';

type Owned = {readonly extension: Extension; readonly definition: ToolDefinition};

/** What the tool does to the world is not known better than its author says. */
const capabilityOf = ({annotations}: ToolDefinition): Capability =>
	annotations?.readOnlyHint ? 'read' : annotations?.openWorldHint ? 'network' : 'execute';

async function executeTool(
	run: ToolRun,
	call: {readonly name: string; readonly args: unknown},
): Promise<CallOutcome> {
	const input = isRecord(call.args) ? call.args : {};
	const startedAt = performance.now();
	const outcome = await (run.call?.(call.name, input) ??
		Promise.resolve({
			result: {content: [{type: 'text' as const, text: 'No other tool can be called here.'}]},
			isError: true,
		}));
	return {
		toolCall: {id: run.toolCallId, name: call.name, arguments: call.args},
		...outcome,
		durationMs: performance.now() - startedAt,
	};
}

/** A tool of an extension as one of the harness. */
export function toHarnessTool(
	{extension, definition}: Owned,
	context: ExtensionContext,
	allTools: () => ToolInfo[],
): HarnessTool {
	const {name, description, parameters, executionMode, prepareArguments} = definition;
	const contextFor = (run: ToolRun): ExtensionToolContext =>
		extend(context, {
			get tools() {
				return allTools();
			},
			executeTool: (tool: string, args: unknown) => executeTool(run, {name: tool, args}),
		});
	const execute: AgentTool['execute'] = (input, run) =>
		extension.scope.run(
			() =>
				definition.execute(
					run.toolCallId,
					input,
					run.signal,
					partial => run.update(partial),
					contextFor(run),
				),
			`the tool ${name}`,
		);
	return {
		name,
		description: String(description ?? ''),
		parameters,
		capability: capabilityOf(definition),
		promptSnippet: definition.promptSnippet ?? '',
		promptGuidelines: definition.promptGuidelines ?? [],
		...(executionMode ? {executionMode} : {}),
		...(prepareArguments
			? {
					prepareArguments: (input: unknown) =>
						extension.scope.run(() => prepareArguments.call(definition, input)),
				}
			: {}),
		execute,
	};
}

/** Of each name the first one counts. */
export function ownedTools(extensions: readonly Extension[]): readonly Owned[] {
	const first = new Map<string, Owned>();
	for (const extension of extensions) {
		for (const definition of extension.tools.values()) {
			if (!first.has(definition.name)) first.set(definition.name, {extension, definition});
		}
	}

	return [...first.values()];
}

/** Whether the model gets it without anybody choosing it. */
export const isUsual = ({definition}: Owned): boolean =>
	definition.defaultActive !== false &&
	['direct', 'model-only'].includes(definition.exposure ?? 'direct');

export const sourceInfoOf = ({source}: Extension): SourceInfo => ({
	path: source.path,
	source: source.packageName ?? (source.place === 'flag' ? 'cli' : 'local'),
	scope: source.place === 'project' ? 'project' : source.place === 'flag' ? 'temporary' : 'user',
	origin: source.packageName === undefined ? 'top-level' : 'package',
});
