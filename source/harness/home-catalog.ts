import fs from 'node:fs';
import path from 'node:path';
import {
	catalogAsOf,
	catalogProviders,
	catalogRows,
	type Fetch,
	type Model,
	parseSource,
	readSource,
	toCatalogModels,
	updateCatalog,
} from '../ai/index.ts';
import {isRecord} from '../lib/is-record.ts';
import {makePrivateFolder} from './config-file.ts';
import {withFileLock} from './file-lock.ts';

/** A newer catalog than the one that ships, in a home. */
export type HomeCatalog = {
	/** undefined: the one that ships is newer, or has the provider alone. Reads that provider's file and no other. */
	models(provider: string): readonly Model[] | undefined;
};

const folderOf = (home: string): string => path.join(home, 'catalog');
const fileOf = (home: string, name: string): string => path.join(folderOf(home), `${name}.json`);

function readJson(file: string): unknown {
	try {
		return JSON.parse(fs.readFileSync(file, 'utf8'));
	} catch {
		// It is not there, or somebody broke it: the catalog that ships does as well.
		return undefined;
	}
}

/** Days as YYYY-MM-DD can be compared as texts. */
function isNewer(home: string): boolean {
	const about = readJson(fileOf(home, 'index'));
	return isRecord(about) && typeof about.asOf === 'string' && about.asOf >= catalogAsOf;
}

function readRows(home: string, provider: string): readonly unknown[] | undefined {
	const rows = readJson(fileOf(home, provider));
	return Array.isArray(rows) ? rows : undefined;
}

export function openHomeCatalog(home: string): HomeCatalog {
	let isUsed: boolean | undefined;
	const known = new Map<string, readonly Model[] | undefined>();
	return {
		models(provider) {
			isUsed ??= isNewer(home);
			if (!isUsed) return undefined;
			if (!known.has(provider)) {
				const models = toCatalogModels(provider, readRows(home, provider) ?? []);
				known.set(provider, models.length > 0 ? models : undefined);
			}

			return known.get(provider);
		},
	};
}

export type UpdatedCatalog = {
	readonly count: number;
	readonly asOf: string;
	readonly notes: readonly string[];
	/** What ships is newer than what was read. */
	readonly isOlder: boolean;
};

async function rowsBefore(home: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
	const isUsed = isNewer(home);
	const all = catalogProviders.map(async ({id}) => {
		const own = isUsed ? readRows(home, id) : undefined;
		return [id, own ?? (await catalogRows(id))] as const;
	});
	return new Map(await Promise.all(all));
}

/** As a whole or not at all: readers see the folder before or after. */
function replaceFolder(home: string, files: ReadonlyMap<string, string>): void {
	const target = folderOf(home);
	const next = `${target}.${process.pid}.new`;
	const old = `${target}.${process.pid}.old`;
	fs.rmSync(next, {recursive: true, force: true});
	makePrivateFolder(next);
	for (const [name, content] of files)
		fs.writeFileSync(path.join(next, `${name}.json`), content, {mode: 0o600});
	if (fs.existsSync(target)) fs.renameSync(target, old);
	fs.renameSync(next, target);
	fs.rmSync(old, {recursive: true, force: true});
}

/** Reads api.json from an address or a file, and keeps what it makes of the catalog in the home. */
export async function updateHomeCatalog(
	home: string,
	from: string,
	fetch: Fetch,
): Promise<UpdatedCatalog> {
	const source = /^https?:/.test(from)
		? await readSource(from, fetch)
		: parseSource(fs.readFileSync(from, 'utf8'), from);
	makePrivateFolder(home);
	return withFileLock(folderOf(home), async () => {
		const {files, count, asOf, notes} = updateCatalog(source, await rowsBefore(home));
		const index = `${JSON.stringify({asOf, from})}\n`;
		replaceFolder(home, new Map([...files, ['index', index]]));
		return {count, asOf, notes, isOlder: asOf < catalogAsOf};
	});
}
