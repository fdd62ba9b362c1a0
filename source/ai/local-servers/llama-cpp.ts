import {type Ask, type Json, positive, record, records, text} from './ask.ts';
import type {Found, FoundModel} from './found.ts';

const remedy = 'start the server with a larger --ctx-size';

/** What is neither remembered nor said; the server takes what the model was trained for. */
const standardContext = 128_000;

/** A template that never speaks of tools cannot show them to its model. */
function templateHasTools(template: unknown): boolean | undefined {
	const words = text(template);
	return words === undefined ? undefined : words.includes('tool');
}

const seesImages = (row: Json): boolean => {
	const {input_modalities: inputs} = record(row.architecture);
	return Array.isArray(inputs) && inputs.includes('image');
};

function contextArgument(given: unknown): number | undefined {
	if (!Array.isArray(given)) return undefined;
	const at = given.findIndex(part => part === '-c' || part === '--ctx-size');
	return at < 0 ? undefined : positive(Number(given[at + 1]));
}

/** One of a router's models. Asking for more than the list could make the router load it. */
function fromRouter(row: Json): FoundModel | undefined {
	const id = text(row.id);
	const status = record(row.status);
	const state = text(status.value);
	const isUsable = state === 'loaded' || state === 'sleeping' || state === 'unloaded';
	if (id === undefined || !isUsable || status.failed === true) return undefined;
	const meta = record(row.meta);
	return {
		id,
		context:
			positive(meta.n_ctx) ??
			contextArgument(status.args) ??
			positive(meta.n_ctx_train) ??
			standardContext,
		isLoaded: state === 'loaded',
		hasTools: undefined,
		seesImages: seesImages(row),
	};
}

async function router(ask: Ask): Promise<Found | undefined> {
	const [own, common] = await Promise.all([ask('/models'), ask('/v1/models')]);
	const rows = records(own?.data) ?? records(common?.data) ?? [];
	if (!rows.some(({status}) => text(record(status).value) !== undefined)) return undefined;
	const models = rows.flatMap(row => fromRouter(row) ?? []);
	return {kind: 'llama.cpp', models, remedy};
}

export async function llamaCpp(ask: Ask): Promise<Found | undefined> {
	const [props, list] = await Promise.all([ask('/props'), ask('/v1/models')]);
	const {n_ctx: running} = record(props?.default_generation_settings);
	const context = positive(running);
	if (!props || context === undefined) return router(ask);
	const {vision} = record(props.modalities);
	const models = (records(list?.data) ?? []).flatMap(row => {
		const id = text(row.id);
		if (id === undefined) return [];
		const hasTools = templateHasTools(props.chat_template);
		return [{id, context, isLoaded: true, hasTools, seesImages: vision === true}];
	});
	return {kind: 'llama.cpp', models, remedy};
}
