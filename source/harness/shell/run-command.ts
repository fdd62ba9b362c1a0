import {existsSync, statSync} from 'node:fs';
import {forgetGroup, isGroupAlive, signalGroup, trackGroup} from './kill-tree.ts';
import {createOutputFile, type KeptOutput, type OutputFile} from './output-file.ts';

export type ShellSettings = {
	readonly path?: string;
	readonly commandPrefix?: string;
	/** Seconds a command may take unless it says otherwise; 0: no limit. */
	readonly timeoutSeconds: number;
};

export type CommandOptions = {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly shell: ShellSettings;
	/** ms; undefined: no limit. */
	readonly timeoutMs: number | undefined;
	readonly signal: AbortSignal;
	/** Raw output as it comes. */
	readonly onChunk?: (chunk: Uint8Array) => void;
	/** The end so far, at most every 100 ms. */
	readonly onUpdate?: (kept: KeptOutput) => void;
};

export type CommandEnd = KeptOutput & {
	/** undefined when a signal of ours ended it. */
	readonly exitCode: number | undefined;
	readonly endedBy: 'itself' | 'timeout' | 'abort';
	/** Process group that is still at work in the background. */
	readonly survivors: number | undefined;
	readonly durationMs: number;
};

export class ShellError extends Error {
	override readonly name = 'ShellError';
}

const graceMs = 2000;
const updateMs = 100;

const noEditor =
	"echo 'There is no editor and no terminal here: give the text on the command line.' >&2; false";

/** Programs that would wait for a person fail at once, with a reason. */
const unattended: Readonly<Record<string, string>> = {
	EDITOR: noEditor,
	VISUAL: noEditor,
	GIT_EDITOR: noEditor,
	GIT_SEQUENCE_EDITOR: noEditor,
	GIT_PAGER: 'cat',
	PAGER: 'cat',
	MANPAGER: 'cat',
	GIT_TERMINAL_PROMPT: '0',
	GIT_ASKPASS: 'true',
	SSH_ASKPASS_REQUIRE: 'never',
	DEBIAN_FRONTEND: 'noninteractive',
	PIP_NO_INPUT: '1',
	TERM: 'dumb',
};

function shellPath({path}: ShellSettings): string {
	if (path !== undefined) {
		if (!existsSync(path)) throw new ShellError(`There is no shell at ${path} (setting shellPath)`);
		return path;
	}

	return existsSync('/bin/bash') ? '/bin/bash' : 'sh';
}

/** TERM, then KILL for what does not listen; the whole group. */
function endGroup(group: number): void {
	signalGroup(group, 'SIGTERM');
	setTimeout(() => signalGroup(group, 'SIGKILL'), graceMs).unref();
}

function checkFolder(cwd: string): void {
	if (!statSync(cwd, {throwIfNoEntry: false})?.isDirectory()) {
		throw new ShellError(`The working directory ${cwd} does not exist`);
	}
}

type Watch = {endedBy: CommandEnd['endedBy']; stop(): void};

/** Ends the group at the time limit or on abort, and says which it was. */
function watch(group: number, {timeoutMs, signal}: CommandOptions): Watch {
	const state: Watch = {
		endedBy: 'itself',
		stop() {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
		},
	};
	const end = (why: 'timeout' | 'abort') => {
		if (state.endedBy !== 'itself') return;
		state.endedBy = why;
		endGroup(group);
	};
	const onAbort = () => end('abort');
	const timer = timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), timeoutMs);
	if (signal.aborted) onAbort();
	signal.addEventListener('abort', onAbort, {once: true});
	return state;
}

/** Looks at the output now and then; the returned function ends that. */
function followOutput(output: OutputFile, {onChunk, onUpdate}: CommandOptions): () => void {
	let seen = 0;
	const look = () => {
		output.follow(onChunk);
		if (!onUpdate) return;
		const kept = output.kept();
		if (kept.bytes !== seen) onUpdate(kept);
		seen = kept.bytes;
	};
	if (!onChunk && !onUpdate) return () => undefined;
	const timer = setInterval(look, updateMs);
	return () => clearInterval(timer);
}

type Exit = {readonly code: number | null; readonly signal: NodeJS.Signals | null};

/** A shell in a session and group of its own, without a terminal and without input. */
async function startShell(command: string, output: OutputFile, options: CommandOptions) {
	const {execa} = await import('execa');
	const prefix = options.shell.commandPrefix;
	const child = execa(
		shellPath(options.shell),
		['-c', prefix ? `${prefix}\n${command}` : command],
		{
			cwd: options.cwd,
			env: {...unattended, ...options.env},
			detached: true,
			cleanup: false,
			stdin: 'ignore',
			stdout: output.sink,
			stderr: output.sink,
			reject: false,
		},
	);
	const {pid: group} = child;
	if (group === undefined) {
		const {shortMessage} = await child;
		throw new ShellError(`The shell cannot be started: ${shortMessage}`);
	}

	trackGroup(group);
	const exit = new Promise<Exit>(resolve => {
		child.nodeChildProcess.once('exit', (code, signal) => resolve({code, signal}));
	});
	return {group, exit};
}

const codeOf = ({code, signal}: Exit): number | undefined =>
	code ?? (signal === null ? undefined : 128 + (signalNumbers[signal] ?? 0));

/**
 * Runs a command. It is over when the *shell* is: what it left in the background keeps running, and does not keep
 * us waiting.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandEnd> {
	checkFolder(options.cwd);
	const startedAt = performance.now();
	const output = createOutputFile();
	let survivors: number | undefined;
	let stop: (() => void) | undefined;
	try {
		const {group, exit} = await startShell(command, output, options);
		stop = followOutput(output, options);
		const watching = watch(group, options);
		const end = await exit;
		watching.stop();
		if (watching.endedBy !== 'itself') signalGroup(group, 'SIGKILL');
		else if (isGroupAlive(group)) survivors = group;
		if (survivors === undefined) forgetGroup(group);
		output.follow(options.onChunk);
		const durationMs = Math.round(performance.now() - startedAt);
		return {
			...output.kept(),
			exitCode: codeOf(end),
			endedBy: watching.endedBy,
			survivors,
			durationMs,
		};
	} finally {
		stop?.();
		output.close(survivors !== undefined);
	}
}

const signalNumbers: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
	SIGHUP: 1,
	SIGINT: 2,
	SIGQUIT: 3,
	SIGABRT: 6,
	SIGKILL: 9,
	SIGSEGV: 11,
	SIGPIPE: 13,
	SIGTERM: 15,
};
