import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {catalogAsOf} from '../../source/ai/index.ts';
import {createCredentials} from '../../source/harness/credentials.ts';
import {openHomeCatalog, updateHomeCatalog} from '../../source/harness/home-catalog.ts';
import {createModelRegistry} from '../../source/harness/model-registry.ts';
import {startAuthority} from '../helpers/authority.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const source = (day: string) => ({
	groq: {
		models: Object.fromEntries(
			['m-1', 'm-2', 'm-3', 'm-4', 'm-5'].map(id => [
				id,
				{
					name: `Model ${id}`,
					tool_call: true,
					limit: {context: 1000, output: 100},
					last_updated: day,
				},
			]),
		),
	},
});

const write = (value: unknown): string =>
	path.join(tempFolder({'api.json': JSON.stringify(value)}), 'api.json');

async function idsIn(home: string): Promise<readonly string[]> {
	const credentials = createCredentials({home, environment: {}});
	return (await createModelRegistry({home, credentials}).modelsOf('groq')).map(({id}) => id);
}

describe('the catalog of a home', () => {
	it('is used instead of the one that ships when it is as new, also without a network', async () => {
		const authority = await startAuthority({'GET /api.json': () => ({json: source(catalogAsOf)})});
		const home = tempFolder();
		const updated = await updateHomeCatalog(home, `${authority.url}/api.json`, fetch);
		expect(updated).toMatchObject({asOf: catalogAsOf, notes: [], isOlder: false});
		expect(await idsIn(home)).toEqual(['m-1', 'm-2', 'm-3', 'm-4', 'm-5']);
		expect(fs.statSync(path.join(home, 'catalog')).mode & 0o777).toBe(0o700);
		expect(fs.readdirSync(home)).toEqual(['catalog']);
	});

	it('is passed over when the one that ships is newer', async () => {
		const home = tempFolder();
		expect(await updateHomeCatalog(home, write(source('2020-01-01')), fetch)).toMatchObject({
			isOlder: true,
		});
		expect(await idsIn(home)).not.toContain('m-1');
	});

	it('that somebody broke is as if it were not there', async () => {
		const home = tempFolder();
		await updateHomeCatalog(home, write(source('2099-01-01')), fetch);
		fs.writeFileSync(path.join(home, 'catalog', 'groq.json'), '[{"id": "half"');
		expect(openHomeCatalog(home).models('groq')).toBeUndefined();
		expect(openHomeCatalog(home).models('mistral')?.length).toBeGreaterThan(0);
	});

	it('stays as it was when the source is no good', async () => {
		const home = tempFolder();
		await updateHomeCatalog(home, write(source('2099-01-01')), fetch);
		await expect(updateHomeCatalog(home, write([]), fetch)).rejects.toThrow('no api.json');
		await expect(updateHomeCatalog(home, write({}), fetch)).rejects.toThrow('no api.json');
		const authority = await startAuthority({});
		await expect(updateHomeCatalog(home, `${authority.url}/x`, fetch)).rejects.toThrow(
			'status 404',
		);
		expect(await idsIn(home)).toContain('m-5');
	});
});
