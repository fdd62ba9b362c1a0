// node scripts/settings-doc.mjs: writes docs/settings.md from the settings schema.
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const result = await build({
	entryPoints: [path.join(root, 'source/harness/resources/settings-schema.ts')],
	bundle: true,
	write: false,
	format: 'esm',
	platform: 'node',
	mainFields: ['module', 'main'],
	loader: {'.md': 'text'},
	banner: {
		js: "import {createRequire as __r} from 'node:module';const require=__r(import.meta.url);",
	},
	logLevel: 'warning',
});
const file = path.join(root, 'dist', `settings-${process.pid}.mjs`);
fs.writeFileSync(file, result.outputFiles[0].text);
const {settingsSchema} = await import(file);
fs.rmSync(file);
const rows = (schema, prefix) =>
	Object.entries(schema.properties).flatMap(([name, field]) =>
		field.properties
			? rows(field, `${prefix}${name}.`)
			: [`| \`${prefix}${name}\` | ${field.description} | \`${JSON.stringify(field.default)}\` |`],
	);
const text = `# Settings

\`settings.json\` in the home. Comments and trailing commas are fine, unknown settings are kept, a wrong value is reported with file and name and its default is used.

| setting | meaning | default |
|---|---|---|
${rows(settingsSchema, '').join('\n')}
`;
fs.writeFileSync(path.join(root, 'docs/settings.md'), text);
