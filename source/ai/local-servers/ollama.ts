import {type Ask, type Json, positive, record, records, text} from './ask.ts';
import type {Found, FoundModel} from './found.ts';

/** What a server with little memory takes when nobody says otherwise. */
const standardContext = 4096;

/** Served by the vendor, not by this machine: nothing that is found by itself may send a project away. */
const isRemote = (row: Json): boolean =>
	row.remote_host !== undefined ||
	row.remote_model !== undefined ||
	/[:-]cloud$/.test(text(row.name) ?? '');

/** `num_ctx` of the Modelfile, in the text form in which parameters are shown. */
const ownContext = (shown: Json | undefined): number | undefined =>
	positive(Number(/^num_ctx\s+(\d+)/m.exec(text(shown?.parameters) ?? '')?.[1]));

function largestContext(shown: Json | undefined): number {
	const entries = Object.entries(record(shown?.model_info));
	const [, value] = entries.find(([key]) => key.endsWith('.context_length')) ?? [];
	return positive(value) ?? Number.POSITIVE_INFINITY;
}

async function describe(ask: Ask, id: string, running: Json | undefined): Promise<FoundModel> {
	const shown = await ask('/api/show', {model: id});
	const abilities = Array.isArray(shown?.capabilities) ? shown.capabilities : undefined;
	const context = positive(running?.context_length) ?? ownContext(shown) ?? standardContext;
	return {
		id,
		context: Math.min(context, largestContext(shown)),
		isLoaded: running !== undefined,
		hasTools: abilities?.includes('tools'),
		seesImages: abilities?.includes('vision') ?? false,
	};
}

/** What a model could do is not what it is served with: that is only known of those that are loaded. */
export async function ollama(ask: Ask): Promise<Found | undefined> {
	if (text((await ask('/api/version'))?.version) === undefined) return undefined;
	const [tags, processes] = await Promise.all([ask('/api/tags'), ask('/api/ps')]);
	const rows = records(tags?.models);
	if (!rows) return undefined;
	const running = new Map(records(processes?.models)?.map(row => [text(row.name), row]));
	const ids = rows.filter(row => !isRemote(row)).flatMap(({name}) => text(name) ?? []);
	return {
		kind: 'ollama',
		models: await Promise.all(ids.map(id => describe(ask, id, running.get(id)))),
		remedy:
			'set OLLAMA_CONTEXT_LENGTH for the server, or num_ctx in a Modelfile; longer prompts are cut without a word',
	};
}
