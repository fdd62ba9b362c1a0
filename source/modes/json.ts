import type {Writable} from 'node:stream';
import {toWireEvent} from '../harness/index.ts';
import {createLineSender} from '../lib/line-sender.ts';
import {type Outcome, type PrintOptions, runPrint} from './print.ts';

export type JsonOptions = Omit<PrintOptions, 'write'> & {readonly output: Writable};

/** The session header, then every event, one JSON object a line. The run goes no faster than its reader. */
export async function runJson({output, ...options}: JsonOptions): Promise<Outcome> {
	const {session} = options;
	const send = createLineSender(output);
	await send(session.tree().header);
	const undo = session.onEvent(event => {
		const wire = toWireEvent(event);
		return wire && send(wire);
	});
	try {
		return await runPrint({...options, write() {}});
	} finally {
		undo();
	}
}
