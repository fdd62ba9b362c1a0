import type {ImageContent} from '../ai/index.ts';
import {runJson} from '../modes/json.ts';
import {runPrint} from '../modes/print.ts';
import {serveRpc} from '../modes/rpc/server.ts';
import type {AgentSession} from './agent-session.ts';

type Host = {readonly session: AgentSession};

export type PrintModeOptions = {
	/** text: the last answer; json: every event. */
	readonly mode: 'text' | 'json';
	readonly initialMessage?: string;
	readonly initialImages?: readonly ImageContent[];
	/** Sent one after the other. */
	readonly messages?: readonly string[];
};

/** Sends prompts and writes to the standard streams. Resolves with the exit code: 0, or 1 when the last answer failed. */
export async function runPrintMode(
	{session}: Host,
	{mode, initialMessage, initialImages = [], messages = []}: PrintModeOptions,
): Promise<number> {
	const options = {
		session: session.store,
		prompts: [
			...(initialMessage === undefined ? [] : [{text: initialMessage, images: initialImages}]),
			...messages.map(text => ({text, images: []})),
		],
		limits: {},
		complain: (text: string) => void process.stderr.write(`${text}\n`),
	};
	const outcome =
		mode === 'json'
			? await runJson({...options, output: process.stdout})
			: await runPrint({...options, write: text => process.stdout.write(text)});
	return outcome === 'ok' ? 0 : 1;
}

/** Serves the protocol on the standard streams until the input ends. */
export const runRpcMode = ({session}: Host): Promise<void> =>
	serveRpc({harness: session.harness(), input: process.stdin, output: process.stdout});
