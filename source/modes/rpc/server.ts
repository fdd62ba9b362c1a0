import type {Readable, Writable} from 'node:stream';
import {type Harness, toWireEvent} from '../../harness/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import {createLineReader} from '../../lib/json-lines.ts';
import {createLineSender} from '../../lib/line-sender.ts';
import {rpcCommands} from './commands.ts';
import {createRpcInterface} from './ui.ts';
import {createUiRequests, type UiRequests} from './ui-requests.ts';

type Json = Readonly<Record<string, unknown>>;

export type RpcOptions = {
	readonly harness: Harness;
	readonly input: Readable;
	readonly output: Writable;
};

const wordsOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

async function answer(
	line: string,
	context: Parameters<(typeof rpcCommands)[string]>[1] & {
		readonly requests: UiRequests;
		readonly started: Promise<void>;
	},
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
	if (type === 'extension_ui_response') {
		context.requests.answer(request);
		return;
	}

	// An answer may be what the start waits for; everything else waits for the start.
	await context.started;
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

type Starting = {
	readonly requests: UiRequests;
	send(record: Json): void | Promise<void>;
	quit(): void;
};

/** Extensions speak to the client from here on; what they do wrong is told as a record of its own. */
async function startExtensions(
	{extensions}: Harness,
	{requests, send, quit}: Starting,
): Promise<void> {
	extensions?.host.onFault(({source, where, message, isKnown}) => {
		if (isKnown) return;
		void send({type: 'extension_error', extensionPath: source.path, event: where, error: message});
	});
	await extensions?.link.start({mode: 'rpc', ui: createRpcInterface(requests), quit});
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
	const requests = createUiRequests(send);
	const leaving = new AbortController();
	const started = startExtensions(harness, {requests, send, quit: () => leaving.abort()});
	const reader = createLineReader();
	const open = new Set<Promise<void>>();
	const take = (line: string) => {
		if (line.trim() === '') return;
		const answered = answer(line, {harness, session, send, requests, started}).finally(() =>
			open.delete(answered),
		);
		open.add(answered);
	};
	leaving.signal.addEventListener('abort', () => input.destroy());
	try {
		for await (const chunk of input) for (const line of reader.push(chunk)) take(line);
		for (const line of reader.end()) take(line);
	} catch (error) {
		// Ended by an extension, not by the client.
		if (!leaving.signal.aborted) throw error;
	}

	requests.close();
	await started;
	await session.dispose();
	await Promise.all(open);
	undo();
}
