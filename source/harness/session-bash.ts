import type {BashExecutionMessage} from '../agent/index.ts';
import type {SessionParts} from './session-parts.ts';
import type {BashResult} from './session-state.ts';
import {readable} from './shell/output-text.ts';
import {type CommandEnd, runCommand, type ShellSettings} from './shell/run-command.ts';

export type BashOptions = {
	/** Kept in the session but not shown to the model. */
	readonly excludeFromContext?: boolean;
	readonly onDelta?: (text: string) => void;
};

export type PersonalShell = {
	/** Runs a command for the person; the model sees it with the next prompt. One at a time. */
	runBash(command: string, options?: BashOptions): Promise<BashResult>;
	abortBash(): void;
};

const toResult = (end: CommandEnd): BashResult => ({
	output: end.text,
	...(end.exitCode === undefined || end.endedBy === 'abort' ? {} : {exitCode: end.exitCode}),
	cancelled: end.endedBy === 'abort',
	truncated: end.truncated,
	...(end.fullOutputPath === undefined ? {} : {fullOutputPath: end.fullOutputPath}),
});

const isBusy = ({state}: SessionParts): boolean => state.get().activity !== 'idle';

export function createPersonalShell(
	parts: SessionParts,
	shell: () => ShellSettings,
): PersonalShell {
	let running: AbortController | undefined;
	let held: BashExecutionMessage[] = [];

	// A command that ends during a run must not part a call from its result.
	function flush(): void {
		if (isBusy(parts)) return;
		const messages = held;
		held = [];
		for (const message of messages) {
			parts.recordMessage(message);
			void parts.hub.emit({type: 'message_end', message});
		}
	}

	parts.state.subscribe(() => {
		if (held.length > 0 && !isBusy(parts)) queueMicrotask(flush);
	});

	async function runBash(
		command: string,
		{excludeFromContext, onDelta}: BashOptions = {},
	): Promise<BashResult> {
		if (running) throw new Error('A command is running already; end it first.');
		const controller = new AbortController();
		running = controller;
		try {
			const end = await runCommand(command, {
				cwd: parts.state.get().cwd,
				env: {},
				shell: shell(),
				timeoutMs: undefined,
				signal: controller.signal,
				onChunk: chunk => {
					const delta = readable(Buffer.from(chunk).toString('utf8'));
					onDelta?.(delta);
					void parts.hub.emit({type: 'bash_execution_update', delta});
				},
			});
			const result = toResult(end);
			const rest = excludeFromContext ? {excludeFromContext} : {};
			held.push({role: 'bashExecution', command, ...result, ...rest, timestamp: parts.now()});
			return result;
		} finally {
			running = undefined;
			flush();
		}
	}

	return {runBash, abortBash: () => running?.abort()};
}
