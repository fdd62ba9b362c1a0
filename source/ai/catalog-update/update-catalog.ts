import overlay from '../catalog/overlay.json' with {type: 'json'};
import {catalogProviders} from '../catalog.ts';
import type {Json} from '../protocols/wire-json.ts';
import {type CatalogRow, toFile} from './merge-rows.ts';
import {updateRows} from './update-rows.ts';

/** The files of a catalog, by provider, and what they are made of. */
export type CatalogFiles = {
	readonly files: ReadonlyMap<string, string>;
	readonly asOf: string;
	readonly count: number;
	readonly notes: readonly string[];
};

/** Rows as they were read from a file of ours. */
const isCatalogRow = (row: unknown): row is CatalogRow =>
	typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string';

/** The catalog as models.dev's api.json, the rows so far and our overlay make it. The same always gives the same. */
export function updateCatalog(
	source: Json,
	before: ReadonlyMap<string, readonly unknown[]>,
): CatalogFiles {
	const {rows, asOf, notes} = updateRows({
		source,
		providers: catalogProviders,
		overlay,
		before: id => (before.get(id) ?? []).filter(isCatalogRow),
	});
	return {
		files: new Map([...rows].map(([id, own]) => [id, toFile(own)])),
		asOf,
		count: [...rows.values()].reduce((sum, own) => sum + own.length, 0),
		notes,
	};
}
