import {type Ask, type Json, positive, record, records, text} from './ask.ts';
import type {Found, FoundModel} from './found.ts';

/** A list of names in the older form, flags in the newer. */
function canUseTools(capabilities: unknown): boolean | undefined {
	if (Array.isArray(capabilities)) return capabilities.includes('tool_use');
	const {trained_for_tool_use: trained} = record(capabilities);
	return typeof trained === 'boolean' ? trained : undefined;
}

function fromCurrent(row: Json): FoundModel | undefined {
	const id = text(row.key);
	const instances = records(row.loaded_instances);
	if (id === undefined || !instances) return undefined;
	const contexts = instances.flatMap(({config}) => positive(record(config).context_length) ?? []);
	return {
		id,
		context: contexts[0] ?? positive(row.max_context_length),
		isLoaded: instances.length > 0,
		hasTools: canUseTools(row.capabilities),
		seesImages: record(row.capabilities).vision === true,
	};
}

function fromOlder(row: Json): FoundModel | undefined {
	const id = text(row.id);
	if (id === undefined || text(row.state) === undefined) return undefined;
	return {
		id,
		context: positive(row.loaded_context_length) ?? positive(row.max_context_length),
		isLoaded: row.state === 'loaded',
		hasTools: canUseTools(row.capabilities),
		seesImages: row.type === 'vlm',
	};
}

export async function lmStudio(ask: Ask): Promise<Found | undefined> {
	const [current, older] = await Promise.all([ask('/api/v1/models'), ask('/api/v0/models')]);
	// An unknown path is answered with 200 and an error, so only the lists tell which one there is.
	const rows = records(current?.models)?.map(row => ({row, model: fromCurrent(row)}));
	const olderRows = records(older?.data)?.map(row => ({row, model: fromOlder(row)}));
	const known = [rows, olderRows].find(list => list?.some(({model}) => model !== undefined));
	if (!known) return undefined;
	const isChat = ({type}: Json) => !String(type).startsWith('embedding');
	return {
		kind: 'lmstudio',
		models: known.flatMap(({row, model}) => (model && isChat(row) ? [model] : [])),
		remedy: 'load it with a longer one in LM Studio',
	};
}
