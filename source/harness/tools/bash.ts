import {Type} from 'typebox';
import text from '../../../prompts/model/tools/bash.md';
import type {ToolResult} from '../../agent/index.ts';
import type {KeptOutput} from '../shell/output-file.ts';
import {type CommandEnd, ShellError} from '../shell/run-command.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {operationsOf} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';

const longestSeconds = 2_147_483.647;

const parameters = Type.Object({
	command: Type.String({description: 'Command for bash'}),
	timeout: Type.Optional(
		Type.Number({exclusiveMinimum: 0, maximum: longestSeconds, description: 'Seconds'}),
	),
});

/** Small whatever the output was: it is stored with the session. */
const detailsOf = (
	{truncated, bytes, fullOutputPath}: KeptOutput,
	timeout: number | undefined,
) => ({
	truncated,
	bytes,
	...(fullOutputPath === undefined ? {} : {fullOutputPath}),
	...(timeout === undefined ? {} : {timeout}),
});

function endingNote(end: CommandEnd, timeout: number | undefined): string {
	if (end.endedBy === 'abort') return '[The command was stopped.]';
	if (end.endedBy === 'timeout') {
		return `[The command took longer than ${timeout} s and was stopped with all that it had started. Give a longer timeout, or run what takes long in the background with its output in a file.]`;
	}

	return end.exitCode === 0 ? '' : `[exit code ${end.exitCode ?? 'unknown'}]`;
}

const survivorNote = ({survivors, survivorOutput}: CommandEnd): string =>
	survivors === undefined
		? ''
		: `[Still running in the background: process group ${survivors}, which \`kill -- -${survivors}\` ends. What it prints goes to ${survivorOutput}]`;

function toResult(end: CommandEnd, timeout: number | undefined): ToolResult {
	const notes = [endingNote(end, timeout), survivorNote(end)].filter(note => note !== '');
	const {exitCode, survivors, durationMs} = end;
	return {
		...textResult([end.text === '' ? '(no output)' : end.text, ...notes].join('\n\n'), {
			...detailsOf(end, timeout),
			durationMs,
			...(exitCode === undefined ? {} : {exitCode}),
			...(survivors === undefined ? {} : {survivors}),
		}),
		// Returned, not thrown: what an aborted command had printed is still told.
		...(end.endedBy === 'itself' && exitCode === 0 ? {} : {isError: true}),
	};
}

export function createBashTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'bash',
		...toToolText(text),
		capability: 'execute',
		parameters,
		async execute(input, {signal, update}) {
			const shell = environment.shell();
			const standard = shell.timeoutSeconds > 0 ? shell.timeoutSeconds : undefined;
			const timeout = input.timeout ?? standard;
			try {
				const end = await operationsOf(environment).run(input.command, {
					cwd: environment.cwd,
					env: environment.env(),
					shell,
					timeoutMs: timeout === undefined ? undefined : Math.min(timeout, longestSeconds) * 1000,
					signal,
					onUpdate: kept => update(textResult(kept.text, detailsOf(kept, timeout))),
				});
				return toResult(end, timeout);
			} catch (error) {
				if (error instanceof ShellError) throw new ToolError(error.message, {cause: error});
				throw error;
			}
		},
	});
}
