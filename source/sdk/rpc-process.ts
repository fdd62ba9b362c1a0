import {type ChildProcess, spawn} from 'node:child_process';
import path from 'node:path';
import {packageFolder} from '../harness/index.ts';
import {isRecord} from '../lib/is-record.ts';
import {createLineReader, parseJson, toJsonLine} from '../lib/json-lines.ts';

export type RpcRecord = {readonly [key: string]: unknown};

export type RpcProcessOptions = {
	/** The program; default: the one of this package. */
	readonly cliPath?: string;
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly provider?: string;
	readonly model?: string;
	/** Further options of the command line. */
	readonly args?: readonly string[];
};

/** A child that speaks the protocol: records in and out, answers matched to their requests. */
export type RpcProcess = {
	/** Resolves with the data of the answer; rejects with its error, or when the child is gone. */
	request(command: RpcRecord & {readonly type: string}): Promise<unknown>;
	/** What the child wrote for people. */
	stderr(): string;
	/** Closes its input, so that it ends in order; kills it when it does not. */
	stop(): Promise<void>;
};

type Waiting = {resolve(data: unknown): void; reject(error: Error): void};

const graceMs = 2000;

function settle(record: RpcRecord, waiting: Map<string, Waiting>): boolean {
	const waiter = typeof record.id === 'string' ? waiting.get(record.id) : undefined;
	if (record.type !== 'response' || !waiter) return false;
	waiting.delete(String(record.id));
	if (record.success === true) waiter.resolve(record.data);
	else waiter.reject(new Error(String(record.error)));
	return true;
}

const argumentsOf = ({provider, model, args = []}: RpcProcessOptions): readonly string[] => [
	...['--mode', 'rpc'],
	...(provider === undefined ? [] : ['--provider', provider]),
	...(model === undefined ? [] : ['--model', model]),
	...args,
];

async function endOf(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
	const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
	child.stdin?.end();
	await ended;
	clearTimeout(timer);
}

export function startRpcProcess(
	options: RpcProcessOptions,
	onRecord: (record: RpcRecord) => void,
): RpcProcess {
	const program = options.cliPath ?? path.join(packageFolder(), 'dist/cli.js');
	const child = spawn(process.execPath, [program, ...argumentsOf(options)], {
		cwd: options.cwd,
		env: {...process.env, ...options.env},
		stdio: 'pipe',
	});
	const waiting = new Map<string, Waiting>();
	const reader = createLineReader();
	let words = '';
	let number = 0;
	let gone: Error | undefined;
	const leave = (error: Error) => {
		gone ??= error;
		for (const waiter of waiting.values()) waiter.reject(gone);
		waiting.clear();
	};
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		words += text;
	});
	child.stdout.on('data', (chunk: Uint8Array) => {
		for (const record of reader.push(chunk).map(parseJson)) {
			if (isRecord(record) && !settle(record, waiting)) onRecord(record);
		}
	});
	child.on('error', leave);
	child.on('close', code => leave(new Error(`The program ended (${code}). ${words}`.trim())));
	// Writing to a child that is gone is told by its end.
	child.stdin.on('error', () => {});
	return {
		request(command) {
			if (gone) return Promise.reject(gone);
			number += 1;
			const id = `request-${number}`;
			return new Promise((resolve, reject) => {
				waiting.set(id, {resolve, reject});
				child.stdin.write(toJsonLine({id, ...command}));
			});
		},
		stderr: () => words,
		stop: () => endOf(child),
	};
}
