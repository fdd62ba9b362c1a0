import type {BashExecutionMessage} from '../agent/index.ts';
import {limitTail} from '../lib/limit-text.ts';
import type {ShellOperations} from './extensions/shapes.ts';
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

/** Runs the command where an extension says. */
const elsewhere =
	(operations: ShellOperations): typeof runCommand =>
	async (command, {cwd, signal, onChunk, env}) => {
		const chunks: Buffer[] = [];
		const startedAt = performance.now();
		const onData = (data: Buffer) => {
			chunks.push(Buffer.from(data));
			onChunk?.(data);
		};
		const {exitCode} = await operations.exec(command, cwd, {onData, signal, env});
		const all = Buffer.concat(chunks);
		const {text, cutBy} = limitTail(readable(all.toString('utf8')));
		return {
			text,
			truncated: cutBy !== undefined,
			bytes: all.length,
			fullOutputPath: undefined,
			exitCode: exitCode ?? undefined,
			endedBy: signal.aborted ? 'abort' : 'itself',
			survivors: undefined,
			survivorOutput: undefined,
			durationMs: performance.now() - startedAt,
		};
	};

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
			const cwd = parts.state.get().cwd;
			const hidden = excludeFromContext === true;
			const answer = parts.hooks.has('user_bash')
				? await parts.hooks.emit('user_bash', {command, excludeFromContext: hidden, cwd})
				: undefined;
			const run = answer?.operations ? elsewhere(answer.operations) : runCommand;
			const end =
				answer?.result ??
				(await run(command, {
					cwd,
					env: {},
					shell: shell(),
					timeoutMs: undefined,
					signal: controller.signal,
					onChunk: chunk => {
						const delta = readable(Buffer.from(chunk).toString('utf8'));
						onDelta?.(delta);
						void parts.hub.emit({type: 'bash_execution_update', delta});
					},
				}));
			const result = 'output' in end ? end : toResult(end);
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
