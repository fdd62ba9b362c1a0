// node scripts/import-catalog.mjs FOLDER: splits FOLDER/{providers,models}.json into source/ai/catalog/, one file of
// models a provider, one model a line, sorted, so that a diff can be read. Refuses data that lost providers or models.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node scripts/import-catalog.mjs FOLDER');
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const target = path.join(root, 'source/ai/catalog');
const load = name => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));

const {asOf, providers} = load('providers.json');
const chat = load('models.json').models.filter(({kind}) => !kind);
const kept = providers
	.filter(({id, peerOnly}) => !peerOnly && chat.some(({provider}) => provider === id))
	.sort((a, b) => (a.id < b.id ? -1 : 1));

/** The headers name somebody else's editor: whoever may send them can put them into models.json. */
const foreignHeaders = new Set(['github-copilot']);

function toRow({counts, notes, modelsDev, otherProtocols, headers, ...row}) {
	return headers && !foreignHeaders.has(row.id) ? {...row, headers} : row;
}

const problems = [];
function modelsOf(id) {
	const models = chat.filter(({provider}) => provider === id);
	for (const model of models) {
		const isSound =
			model.id && model.name && model.protocol && model.context > 0 && model.maxOutput > 0;
		if (!isSound || !Array.isArray(model.input)) problems.push(`${id}/${model.id}`);
	}

	return models
		.map(({provider, kind, output, ...model}) => model)
		.sort((a, b) => (a.id < b.id ? -1 : 1))
		.map(model => JSON.stringify(model));
}

const files = kept.map(({id}) => ({id, rows: modelsOf(id)}));
if (problems.length > 0) throw new Error(`Not models: ${problems.join(', ')}`);

const before = path.join(target, 'models');
const countBefore = fs.existsSync(before)
	? fs
			.readdirSync(before)
			.flatMap(name => JSON.parse(fs.readFileSync(path.join(before, name), 'utf8'))).length
	: 0;
const count = files.reduce((sum, {rows}) => sum + rows.length, 0);
if (count < countBefore * 0.9)
	throw new Error(`Only ${count} models where there were ${countBefore}`);

fs.rmSync(target, {recursive: true, force: true});
fs.mkdirSync(path.join(target, 'models'), {recursive: true});
fs.writeFileSync(
	path.join(target, 'providers.json'),
	JSON.stringify({asOf, providers: kept.map(toRow)}),
);
for (const {id, rows} of files) {
	fs.writeFileSync(path.join(target, 'models', `${id}.json`), `[\n${rows.join(',\n')}\n]\n`);
}

const lines = kept.map(
	({id}) =>
		`\t'${id}': async () => (await import('./models/${id}.json', {with: {type: 'json'}})).default,`,
);
fs.writeFileSync(
	path.join(target, 'rows.ts'),
	`/** Made by scripts/import-catalog.mjs: the rows of one provider, read when they are needed. */
export const rows: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
${lines.join('\n')}
};
`,
);
execFileSync(path.join(root, 'node_modules/.bin/biome'), ['check', '--write', target], {
	cwd: root,
	stdio: 'inherit',
});
console.log(`${kept.length} providers, ${count} models`);
