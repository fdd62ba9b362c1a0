import {existsSync, statSync} from 'node:fs';
import {endGroup, forgetGroup, isGroupAlive, trackGroup} from './kill-tree.ts';
import {createOutputFile, type KeptOutput, type OutputFile} from './output-file.ts';
import {unattended} from './unattended.ts';

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
	/** undefined when it did not end by itself. */
	readonly exitCode: number | undefined;
	readonly endedBy: 'itself' | 'timeout' | 'abort';
	/** What was left running in the background, and where it writes. */
	readonly survivors: number | undefined;
	readonly survivorOutput: string | undefined;
	readonly durationMs: number;
};

/** A sentence about why a command could not be started. */
export class ShellError extends Error {
	override readonly name = 'ShellError';
}

const graceMs = 1000;
const updateMs = 100;
const idleMs = 100;
const longestDrainMs = 500;

/**
 * The command writes to a real pipe (a file would be emptied by `> /dev/stderr`, and node's own pipes are sockets,
 * which cannot be opened that way) and `cat` takes it to our file. So what stays in the background can go on writing
 * when we have long gone on. The exit code comes by descriptor 3 as soon as the shell is over, whoever holds the pipe.
 */
const wrapper = `trap : TERM
{ trap : TERM; (exec "$@" 2>&1 3>&- 4>&-); echo $? >&3; } | { trap '' TERM; exec cat >&4 3>&-; }`;

function shellPath({path}: ShellSettings): string {
	if (path !== undefined) {
		if (!existsSync(path)) throw new ShellError(`There is no shell at ${path} (setting shellPath)`);
		return path;
	}

	return existsSync('/bin/bash') ? '/bin/bash' : 'sh';
}

function checkFolder(cwd: string): void {
	if (!statSync(cwd, {throwIfNoEntry: false})?.isDirectory()) {
		throw new ShellError(`The working directory ${cwd} does not exist`);
	}
}

type Watch = {
	readonly endedBy: CommandEnd['endedBy'];
	readonly ending: Promise<void>;
	stop(): void;
};

/** Ends the group at the time limit or on abort, and says which it was. */
function watch(group: number, {timeoutMs, signal}: CommandOptions): Watch {
	let endedBy: CommandEnd['endedBy'] = 'itself';
	let ending = Promise.resolve();
	const end = (why: 'timeout' | 'abort') => {
		if (endedBy !== 'itself') return;
		endedBy = why;
		ending = endGroup(group, graceMs);
	};
	const onAbort = () => end('abort');
	const timer = timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), timeoutMs);
	if (signal.aborted) onAbort();
	signal.addEventListener('abort', onAbort, {once: true});
	return {
		get endedBy() {
			return endedBy;
		},
		get ending() {
			return ending;
		},
		stop() {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
		},
	};
}

/** Looks at the output now and then; the returned function ends that. */
function followOutput(output: OutputFile, {onChunk, onUpdate}: CommandOptions): () => void {
	let seen = 0;
	const look = () => {
		if (onChunk) output.follow(onChunk);
		if (!onUpdate || output.size() === seen) return;
		const kept = output.kept();
		seen = kept.bytes;
		onUpdate(kept);
	};
	if (!onChunk && !onUpdate) return () => undefined;
	const timer = setInterval(look, updateMs);
	return () => clearInterval(timer);
}

const wait = (ms: number): Promise<false> =>
	new Promise(resolve => setTimeout(() => resolve(false), ms));

type Shell = {
	readonly group: number;
	/** The exit code of the shell; undefined when it was killed together with what tells us. */
	readonly exit: Promise<number | undefined>;
	/** Nobody holds the output any more. */
	readonly closed: Promise<true>;
};

/** A shell in a session and group of its own, without a terminal and without input. */
async function startShell(
	command: string,
	output: OutputFile,
	options: CommandOptions,
): Promise<Shell> {
	const {execa} = await import('execa');
	const {commandPrefix} = options.shell;
	const whole = commandPrefix ? `${commandPrefix}\n${command}` : command;
	const child = execa('/bin/sh', ['-c', wrapper, 'sh', shellPath(options.shell), '-c', whole], {
		cwd: options.cwd,
		env: {...unattended, ...options.env},
		detached: true,
		cleanup: false,
		buffer: false,
		reject: false,
		stdio: ['ignore', 'ignore', 'ignore', 'pipe', output.sink],
	});
	const {pid: group, nodeChildProcess} = child;
	if (group === undefined) {
		const {shortMessage} = await child;
		throw new ShellError(`The shell cannot be started: ${shortMessage}`);
	}

	trackGroup(group);
	const closed = new Promise<true>(resolve => {
		nodeChildProcess.once('exit', () => resolve(true));
	});
	const told = new Promise<number>(resolve => {
		nodeChildProcess.stdio[3]?.once('data', (code: Buffer) => resolve(Number(code.toString())));
	});
	const exit = Promise.race([told, closed.then(() => Promise.race([told, wait(20)]))]).then(code =>
		code === false ? undefined : code,
	);
	return {group, exit, closed};
}

/** The shell is over; what it wrote may still be on its way. A background process that holds the pipe does not keep us. */
async function drain({closed}: Shell, output: OutputFile): Promise<void> {
	const until = performance.now() + longestDrainMs;
	for (let size = -1; size !== output.size() && performance.now() < until; ) {
		size = output.size();
		if (await Promise.race([closed, wait(idleMs)])) return;
	}
}

/** A process that is about to end is not one that was left running. */
async function isLeftRunning({group}: Shell): Promise<boolean> {
	if (!isGroupAlive(group)) return false;
	await wait(20);
	return isGroupAlive(group);
}

async function handOnRest(output: OutputFile, {onChunk}: CommandOptions): Promise<void> {
	if (!onChunk) return;
	const size = output.size();
	for (let done = 0; done < size && !output.follow(onChunk); done += 1) await wait(0);
}

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
		const shell = await startShell(command, output, options);
		stop = followOutput(output, options);
		const watching = watch(shell.group, options);
		const exitCode = await shell.exit;
		await drain(shell, output);
		watching.stop();
		await watching.ending;
		const {endedBy} = watching;
		if (endedBy === 'itself' && (await isLeftRunning(shell))) survivors = shell.group;
		else forgetGroup(shell.group);
		stop();
		await handOnRest(output, options);
		return {
			...output.kept(),
			exitCode: endedBy === 'itself' ? exitCode : undefined,
			endedBy,
			survivors,
			survivorOutput: survivors === undefined ? undefined : output.path,
			durationMs: Math.round(performance.now() - startedAt),
		};
	} finally {
		stop?.();
		output.close(survivors !== undefined);
	}
}
