import type {Readable, Writable} from 'node:stream';
import {type Harness, toWireEvent} from '../../harness/index.ts';
import {createLineReader} from '../../lib/json-lines.ts';
import {createLineSender} from '../../lib/line-sender.ts';
import {rpcCommands} from './commands.ts';

type Json = Readonly<Record<string, unknown>>;

export type RpcOptions = {
	readonly harness: Harness;
	readonly input: Readable;
	readonly output: Writable;
};

const isRecord = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const wordsOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

async function answer(
	line: string,
	context: Parameters<(typeof rpcCommands)[string]>[1],
): Promise<void> {
	const {send} = context;
	let input: unknown;
	try {
		input = JSON.parse(line);
	} catch (error) {
		await send({
			type: 'response',
			command: 'parse',
			success: false,
			error: `Failed to parse command: ${wordsOf(error)}`,
		});
		return;
	}

	const request = isRecord(input) ? input : {};
	const type = typeof request.type === 'string' ? request.type : undefined;
	// Answers to questions of ours come the same way.
	if (type === 'extension_ui_response') return;
	const head = {
		...(typeof request.id === 'string' ? {id: request.id} : {}),
		type: 'response',
		...(type === undefined ? {} : {command: type}),
	};
	const run =
		type === undefined
			? undefined
			: Object.hasOwn(rpcCommands, type)
				? rpcCommands[type]
				: undefined;
	try {
		if (!run) throw new Error(`Unknown command: ${type}`);
		const data = await run(request, context);
		await send({...head, success: true, ...(data === undefined ? {} : {data})});
	} catch (error) {
		await send({...head, success: false, error: wordsOf(error)});
	}
}

/** Serves commands from `input` until it ends; resolves when everything asked for was answered. */
export async function serveRpc({harness, input, output}: RpcOptions): Promise<void> {
	const send = createLineSender(output);
	const {session} = harness;
	const undo = session.onEvent(event => {
		// The deltas of a command carry the id of the request that runs it; they are sent from there.
		if (event.type === 'bash_execution_update') return;
		const wire = toWireEvent(event);
		return wire && send(wire);
	});
	const reader = createLineReader();
	const open = new Set<Promise<void>>();
	const take = (line: string) => {
		if (line.trim() === '') return;
		const answered = answer(line, {harness, session, send}).finally(() => open.delete(answered));
		open.add(answered);
	};
	for await (const chunk of input) for (const line of reader.push(chunk)) take(line);
	for (const line of reader.end()) take(line);
	await session.dispose();
	await Promise.all(open);
	undo();
}
