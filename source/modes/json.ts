import {toWireEvent} from '../harness/index.ts';
import {type Outcome, type PrintOptions, runPrint} from './print.ts';

/** The session header, then every event, one JSON object a line. */
export async function runJson(options: PrintOptions): Promise<Outcome> {
	const {session, write} = options;
	const line = (value: unknown) => write(`${JSON.stringify(value)}\n`);
	line(session.tree().header);
	const undo = session.onEvent(event => {
		const wire = toWireEvent(event);
		if (wire) line(wire);
	});
	try {
		return await runPrint({...options, write() {}});
	} finally {
		undo();
	}
}
