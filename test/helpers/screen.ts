import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import * as pty from '@lydell/node-pty';
import {onTestFinished} from 'vitest';
import {createEmulator, type Modes, type Overflow} from './emulator.ts';

export type ScreenOptions = {
	/** The program; the running Node without one. */
	readonly command?: string;
	readonly args?: readonly string[];
	/** Added to an environment that holds nothing but PATH, TERM and a home of its own. */
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string;
	readonly columns?: number;
	readonly rows?: number;
	/** The terminal knows the kitty keyboard protocol. */
	readonly kitty?: boolean;
	/** The terminal answers nothing at all. */
	readonly isMute?: boolean;
};

export type Exit = {readonly code: number; readonly signal: number};
type Condition = string | RegExp | (() => boolean);

export type TestScreen = {
	readonly pid: number;
	/** Presses keys one after the other, as a person would: Enter only when what was typed has arrived. */
	press(keys: string): Promise<void>;
	/** Sends bytes as they are, in one piece. */
	send(bytes: string): void;
	/** Pastes, with marks when the program asked for them. */
	paste(text: string): void;
	resize(columns: number, rows?: number): void;
	/** Until the screen shows a text, matches an expression, or a condition holds; fails with what it shows. */
	waitFor(condition: Condition, timeoutMs?: number): Promise<void>;
	/** Until nothing was written for a while. */
	settle(quietMs?: number): Promise<void>;
	lines(): readonly string[];
	text(): string;
	cursor(): {readonly row: number; readonly column: number};
	modes(): Modes;
	isFullScreen(): boolean;
	/** Everything that was written so far. */
	output(): string;
	/** Texts that were printed over the right edge so far. */
	overflows(): readonly Overflow[];
	/** Signals the process itself. */
	kill(signal: NodeJS.Signals): void;
	readonly exit: Promise<Exit>;
	hasExited(): boolean;
};

/** Runs a program on a real pty behind an emulated terminal. It ends with the test, whatever happens. */
export function startScreen(options: ScreenOptions = {}): TestScreen {
	const {columns = 100, rows = 30, kitty = false, isMute = false} = options;
	const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bough-home-'));
	const child = pty.spawn(options.command ?? process.execPath, [...(options.args ?? [])], {
		name: 'xterm-256color',
		cols: columns,
		rows,
		cwd: options.cwd ?? home,
		env: {PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...options.env},
		encoding: null,
	});
	const answer = (text: string) => {
		if (!hasExited && !isMute) child.write(text);
	};
	const emulator = createEmulator({columns, rows, kitty, answer});
	const watchers = new Set<() => void>();
	const output: Buffer[] = [];
	let hasExited = false;
	let lastAt = performance.now();
	let sentAt = 0;
	let height = rows;

	const wake = () => {
		for (const watcher of [...watchers]) watcher();
	};
	child.onData((data: string | Uint8Array) => {
		const bytes = Buffer.from(data);
		output.push(bytes);
		lastAt = performance.now();
		void emulator.write(bytes).then(wake);
	});
	const exit = new Promise<Exit>(resolve => {
		child.onExit(({exitCode, signal}) => {
			hasExited = true;
			// What was written last may still be on its way.
			setTimeout(() => {
				wake();
				resolve({code: exitCode, signal: signal ?? 0});
			}, 50);
		});
	});
	onTestFinished(async () => {
		endGroup(child.pid, hasExited);
		await exit;
		emulator.dispose();
		fs.rmSync(home, {recursive: true, force: true});
	});

	const lines = () => emulator.lines();
	const text = () => lines().join('\n');
	const send = (bytes: string) => {
		if (!hasExited) child.write(bytes);
	};
	const shown = async (part: string) => {
		for (let wait = 0; wait < 250 && !text().includes(part); wait += 1) await sleep(20);
	};
	const settle = async (quietMs = 100) => {
		const from = performance.now();
		while (performance.now() - Math.max(lastAt, from) < quietMs) await sleep(5);
	};
	/** Until the program has answered the last key, if it does so at all. */
	const reacted = async () => {
		while (lastAt < sentAt && performance.now() - sentAt < 1000) await sleep(5);
		await settle(30);
	};
	/** A busy machine may echo late: what was typed has to be there before Enter. */
	const arrived = async (before: string, typed: string) => {
		if (before >= ' ') await reacted();
		await shown(typed.slice(-4));
	};
	const holds = (condition: Condition) => {
		if (typeof condition === 'function') return condition();
		return typeof condition === 'string' ? text().includes(condition) : condition.test(text());
	};

	return {
		pid: child.pid,
		async press(keys) {
			let before = '';
			let typed = '';
			for (const key of keys.match(/\x1B(?:\[[\d;]*[A-Za-z~]|O?.)|[\s\S]/gu) ?? []) {
				// A line end in one read with other characters would be a paste.
				if (key === '\r') await arrived(before, typed);
				else if (before === '\r') await reacted();
				typed = key.length === 1 && key > ' ' ? typed + key : '';
				sentAt = performance.now();
				send(key);
				before = key;
				await sleep(4);
			}
		},
		send,
		paste: pasted => send(emulator.modes().paste ? `\x1B[200~${pasted}\x1B[201~` : pasted),
		resize(width, newHeight = height) {
			height = newHeight;
			emulator.resize(width, newHeight);
			if (!hasExited) child.resize(width, newHeight);
		},
		waitFor(condition, timeoutMs = 15_000) {
			return new Promise((resolve, reject) => {
				const finish = (fault?: string) => {
					watchers.delete(look);
					clearTimeout(deadline);
					clearInterval(poll);
					if (fault === undefined) resolve();
					else reject(new Error(`${fault} while waiting for ${String(condition)}\n${text()}`));
				};
				const look = () => {
					if (holds(condition)) finish();
					else if (hasExited) finish('the program ended');
				};
				const deadline = setTimeout(() => finish('time ran out'), timeoutMs);
				const poll = setInterval(look, 50);
				watchers.add(look);
				look();
			});
		},
		settle,
		lines,
		text,
		cursor: emulator.cursor,
		modes: emulator.modes,
		isFullScreen: () => emulator.modes().alternate,
		output: () => Buffer.concat(output).toString('utf8'),
		overflows: emulator.overflows,
		kill(signal) {
			if (!hasExited) process.kill(child.pid, signal);
		},
		exit,
		hasExited: () => hasExited,
	};
}

/** The program leads a session of its own, with all that it started. */
function endGroup(pid: number, isGone: boolean): void {
	for (const target of isGone ? [-pid] : [-pid, pid]) {
		try {
			process.kill(target, 'SIGKILL');
		} catch {
			// Already gone, which is what is wanted.
		}
	}
}
