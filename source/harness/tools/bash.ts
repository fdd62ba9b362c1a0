import {Type} from 'typebox';
import text from '../../../prompts/model/tools/bash.md';
import type {KeptOutput} from '../shell/output-file.ts';
import {type CommandEnd, runCommand} from '../shell/run-command.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {toToolText} from './tool-text.ts';

const parameters = Type.Object({
	command: Type.String({description: 'Command for bash'}),
	timeout: Type.Optional(
		Type.Number({exclusiveMinimum: 0, maximum: 2_147_483.647, description: 'Seconds'}),
	),
});

const detailsOf = ({truncated, bytes, fullOutputPath}: KeptOutput) => ({
	truncated,
	bytes,
	...(fullOutputPath === undefined ? {} : {fullOutputPath}),
});

function report(end: CommandEnd, timeoutMs: number | undefined): string {
	const output = end.text === '' ? '(no output)' : end.text;
	if (end.endedBy === 'abort') return `${output}\n\n[The command was stopped.]`;
	if (end.endedBy === 'timeout') {
		return `${output}\n\n[The command took longer than ${(timeoutMs ?? 0) / 1000} s and was stopped. A longer \`timeout\` can be given; long-running programs belong in the background.]`;
	}

	const code = end.exitCode === 0 ? '' : `\n\n[The command exited with code ${end.exitCode}.]`;
	const left =
		end.survivors === undefined
			? ''
			: `\n\n[Processes are still running in the background; \`kill -- -${end.survivors}\` ends them.]`;
	return output + code + left;
}

export function createBashTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'bash',
		...toToolText(text),
		capability: 'execute',
		parameters,
		async execute({command, timeout}, {signal, update}) {
			const shell = environment.shell();
			const seconds = timeout ?? (shell.timeoutSeconds > 0 ? shell.timeoutSeconds : undefined);
			const timeoutMs = seconds === undefined ? undefined : seconds * 1000;
			const end = await runCommand(command, {
				cwd: environment.cwd,
				env: environment.env(),
				shell,
				timeoutMs,
				signal,
				onUpdate: kept => update(textResult(kept.text, detailsOf(kept))),
			});
			const details = {...detailsOf(end), exitCode: end.exitCode, durationMs: end.durationMs};
			if (end.exitCode === 0 && end.endedBy === 'itself')
				return textResult(report(end, timeoutMs), details);
			throw new ToolError(report(end, timeoutMs), {details});
		},
	});
}
