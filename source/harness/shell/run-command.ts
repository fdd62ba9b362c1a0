import {existsSync, statSync} from 'node:fs';
import {forgetGroup, isGroupAlive, signalGroup, trackGroup} from './kill-tree.ts';
import {createOutputKeeper, type KeptOutput} from './output-keeper.ts';

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
const drainMs = 100;
const updateMs = 100;

const noEditor = "echo 'There is no editor and no terminal here: give the text on the command line.' >&2; false";

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

/** Calls `tell` with the newest output, rarely enough for a screen. */
function createUpdates(tell: (() => void) | undefined) {
	let timer: NodeJS.Timeout | undefined;
	return {
		due() {
			if (!tell || timer) return;
			timer = setTimeout(() => {
				timer = undefined;
				tell();
			}, updateMs);
		},
		stop: () => clearTimeout(timer),
	};
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Runs a command in a session and group of its own, without a terminal and without input. It is over when the
 * *shell* is: what it left in the background keeps running, and does not keep us waiting.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandEnd> {
	checkFolder(options.cwd);
	const {execa} = await import('execa');
	const startedAt = performance.now();
	const prefix = options.shell.commandPrefix;
	const child = execa(shellPath(options.shell), ['-c', prefix ? `${prefix}\n${command}` : command], {
		cwd: options.cwd,
		env: {...unattended, ...options.env},
		detached: true,
		cleanup: false,
		stdin: 'ignore',
		buffer: false,
		reject: false,
		all: false,
	});
	const {pid: group} = child;
	if (group === undefined) {
		const {shortMessage} = await child;
		throw new ShellError(`The shell cannot be started: ${shortMessage}`);
	}

	trackGroup(group);
	const keeper = createOutputKeeper();
	const {onUpdate, onChunk} = options;
	const updates = createUpdates(onUpdate && (() => onUpdate(keeper.kept())));
	const take = (chunk: Uint8Array) => {
		keeper.add(chunk);
		onChunk?.(chunk);
		updates.due();
	};
	child.stdout.on('data', take);
	child.stderr.on('data', take);
	const watching = watch(group, options);
	const closed = Promise.all([child.stdout, child.stderr].map(stream => new Promise(resolve => stream.once('close', resolve))));
	const exit = await new Promise<{code: number | null; signal: NodeJS.Signals | null}>(resolve => {
		child.nodeChildProcess.once('exit', (code, signal) => resolve({code, signal}));
	});
	watching.stop();
	if (watching.endedBy !== 'itself') signalGroup(group, 'SIGKILL');
	await Promise.race([closed, pause(drainMs)]);
	updates.stop();
	for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners('data').on('error', () => undefined).destroy();
	keeper.close();
	const survivors = watching.endedBy === 'itself' && isGroupAlive(group) ? group : undefined;
	if (survivors === undefined) forgetGroup(group);
	const bySignal = exit.signal === null ? undefined : 128 + (signalNumbers[exit.signal] ?? 0);
	return {
		...keeper.kept(),
		exitCode: exit.code ?? bySignal,
		endedBy: watching.endedBy,
		survivors,
		durationMs: Math.round(performance.now() - startedAt),
	};
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
