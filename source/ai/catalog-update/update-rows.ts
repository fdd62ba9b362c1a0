import {isRecord} from '../../lib/is-record.ts';
import {type Json, list, record, text} from '../protocols/wire-json.ts';
import {type CatalogRow, mergeRows, type Overlay} from './merge-rows.ts';

/** The part of the overlay that is about a provider, on top of what holds for all. */
export function overlayFor(overlay: Json, provider: string): Overlay {
	const parts = ['*', provider].map(name => record(overlay[name]));
	const globs = (name: string) => parts.flatMap(part => list(part[name]).map(text));
	const models: Record<string, Json> = {};
	for (const part of parts) {
		for (const [glob, patch] of Object.entries(record(part.models))) models[glob] = record(patch);
	}

	return {keep: globs('keep'), drop: globs('drop'), models};
}

export type CatalogUpdate = {
	/** By provider. */
	readonly rows: ReadonlyMap<string, readonly CatalogRow[]>;
	/** The newest day that models.dev knows of. */
	readonly asOf: string;
	/** Providers that stay as they were, and why. */
	readonly notes: readonly string[];
};

type UpdateRequest = {
	/** The whole of api.json. */
	readonly source: Json;
	readonly providers: readonly {
		readonly id: string;
		readonly protocols: readonly string[];
		readonly modelsDev: string | undefined;
	}[];
	readonly overlay: Json;
	before(provider: string): readonly CatalogRow[];
};

const day = /^\d{4}-\d{2}-\d{2}$/;

const daysOf = (source: Json): readonly string[] =>
	Object.values(source)
		.flatMap(provider => Object.values(record(record(provider).models)))
		.flatMap(entry => [text(record(entry).last_updated), text(record(entry).release_date)])
		.filter(value => day.test(value));

/** A list that has lost most of its models is taken for a broken one. */
const leastShare = 0.5;

/** All rows anew. Throws when the source is no api.json at all. */
export function updateRows({source, providers, overlay, before}: UpdateRequest): CatalogUpdate {
	const notes: string[] = [];
	const rows = new Map<string, readonly CatalogRow[]>();
	for (const {id, protocols, modelsDev} of providers) {
		const old = before(id);
		const entry = modelsDev === undefined ? undefined : source[modelsDev];
		const models = isRecord(entry) && isRecord(entry.models) ? entry.models : undefined;
		const next =
			models && mergeRows({models, protocols, before: old, overlay: overlayFor(overlay, id)});
		const isWhole = next !== undefined && next.length >= old.length * leastShare;
		if (next && !isWhole)
			notes.push(`${id} stays: only ${next.length} models where there were ${old.length}`);
		rows.set(id, next && isWhole ? next : old);
	}

	const days = daysOf(source).toSorted();
	const asOf = days.at(-1);
	if (asOf === undefined)
		throw new Error('This is no api.json of models.dev: there are no models in it.');
	return {rows, asOf, notes};
}
