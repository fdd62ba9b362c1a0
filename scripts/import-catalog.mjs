// node scripts/import-catalog.mjs FOLDER: splits FOLDER/{providers,models}.json into source/ai/catalog/,
// one provider a line, one file of models a provider, sorted, so that a diff can be read.
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node scripts/import-catalog.mjs FOLDER');
const target = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../source/ai/catalog');
const load = name => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
const {asOf, providers} = load('providers.json');
const {models} = load('models.json');
const kept = providers.filter(
	({id, peerOnly}) => !peerOnly && models.some(model => model.provider === id && !model.kind),
);

const rows = kept.map(({counts, notes, modelsDev, otherProtocols, ...row}) => JSON.stringify(row));
fs.rmSync(target, {recursive: true, force: true});
fs.mkdirSync(path.join(target, 'models'), {recursive: true});
fs.writeFileSync(
	path.join(target, 'providers.json'),
	`{"asOf": "${asOf}", "providers": [\n${rows.join(',\n')}\n]}\n`,
);
for (const {id} of kept) {
	const own = models
		.filter(({provider, kind}) => provider === id && !kind)
		.map(({provider, kind, output, ...model}) => JSON.stringify(model));
	fs.writeFileSync(path.join(target, 'models', `${id}.json`), `[\n${own.join(',\n')}\n]\n`);
}

const names = kept.map(
	({id}) =>
		`\t'${id}': async () => (await import('./models/${id}.json', {with: {type: 'json'}})).default,`,
);
fs.writeFileSync(
	path.join(target, 'rows.ts'),
	`/** Made by scripts/import-catalog.mjs: the rows of one provider, read when they are needed. */\nexport const rows: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {\n${names.join('\n')}\n};\n`,
);
console.log(`${kept.length} providers`);
