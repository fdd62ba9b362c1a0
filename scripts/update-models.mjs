// npm run update-models [-- --from url|file] [-- --into folder]: renews source/ai/catalog from api.json of models.dev and
// overlay.json. BOUGH_MODELS_URL names another source. The same source always gives the same files; look at the diff.
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {parseSource, readSource, usualSource} from '../source/ai/catalog-update/read-source.ts';
import {updateCatalog} from '../source/ai/catalog-update/update-catalog.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const {values} = parseArgs({options: {from: {type: 'string'}, into: {type: 'string'}}});
const from = values.from ?? (process.env.BOUGH_MODELS_URL || usualSource);
const folder = values.into ?? path.join(root, 'source/ai/catalog');

const source = /^https?:/.test(from)
	? await readSource(from, fetch)
	: parseSource(fs.readFileSync(from, 'utf8'), from);
const models = path.join(folder, 'models');
const before = new Map(
	fs
		.readdirSync(models)
		.map(name => [
			path.basename(name, '.json'),
			JSON.parse(fs.readFileSync(path.join(models, name), 'utf8')),
		]),
);
const {files, asOf, count, notes} = updateCatalog(source, before);
for (const [id, content] of files) fs.writeFileSync(path.join(models, `${id}.json`), content);
const table = path.join(folder, 'providers.json');
fs.writeFileSync(
	table,
	fs.readFileSync(table, 'utf8').replace(/"asOf": *"[\d-]*"/, `"asOf": "${asOf}"`),
);
for (const note of notes) console.error(note);
console.log(`${count} models as of ${asOf}`);
