/** node bench/resources.ts [skills] [prompts] [packages]: what resources add to a start, in ms: the best of several fresh processes, since other work of the machine only adds. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const [skills = 200, prompts = 100, packages = 20] = process.argv.slice(2).map(Number);
const rounds = 15;
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'bough-bench-'));
const source = fileURLToPath(new URL('../source/harness/', import.meta.url));

function write(file: string, text: string): void {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, text);
}

const skill = (name: string) =>
	`---\nname: ${name}\ndescription: Does ${name} when asked to\n---\n\n# ${name}\n\n${'Words. '.repeat(200)}\n`;

function fill(home: string): void {
	for (let at = 0; at < skills; at++)
		write(path.join(home, `skills/s${at}/SKILL.md`), skill(`s${at}`));
	for (let at = 0; at < prompts; at++)
		write(path.join(home, `prompts/p${at}.md`), `---\ndescription: Prompt ${at}\n---\nDo $1.\n`);
	const names = Array.from({length: packages}, (_, at) => `k${at}`);
	for (const name of names) {
		const folder = path.join(home, 'npm/node_modules', name);
		write(
			path.join(folder, 'package.json'),
			JSON.stringify({name, version: '1.0.0', pi: {skills: ['./skills'], prompts: ['./prompts']}}),
		);
		write(path.join(folder, `skills/${name}/SKILL.md`), skill(name));
		write(path.join(folder, `prompts/${name}.md`), 'Do it.');
	}

	write(
		path.join(home, 'settings.json'),
		JSON.stringify({packages: names.map(name => `npm:${name}`)}),
	);
}

const program = `
import {loadResources} from '${source}resources/load.ts';
import {openSettings} from '${source}resources/settings.ts';
import {placesFor} from '${source}paths.ts';
const home = process.argv[2];
const places = placesFor(home, {BOUGH_HOME: home}, home);
const nothing = {paths: [], only: false};
const settings = openSettings(home, places.pi);
const begin = performance.now();
const found = await loadResources({cwd: home, userHome: home, places, packageFolder: home, settings, isTrusted: false, contextFiles: true, named: {skills: nothing, prompts: nothing, themes: nothing}});
console.log(JSON.stringify([performance.now() - begin, found.skills.length, found.templates.length]));
`;

try {
	const file = path.join(root, 'load.mjs');
	await build({
		stdin: {contents: program, resolveDir: source, loader: 'ts'},
		outfile: file,
		bundle: true,
		format: 'esm',
		platform: 'node',
		mainFields: ['module', 'main'],
		loader: {'.md': 'text'},
		banner: {
			js: "import {createRequire as __r} from 'node:module';const require=__r(import.meta.url);",
		},
		logLevel: 'error',
	});
	const empty = path.join(root, 'empty');
	const full = path.join(root, 'full');
	write(path.join(empty, 'settings.json'), '{}');
	fill(full);
	const best = (home: string) => {
		const runs = Array.from({length: rounds}, () =>
			JSON.parse(execFileSync(process.execPath, [file, home], {encoding: 'utf8'})),
		).sort(([one], [other]) => one - other);
		return runs[0];
	};
	const [before] = best(empty);
	const [after, foundSkills, foundPrompts] = best(full);
	process.stdout.write(
		`${foundSkills} skills, ${foundPrompts} prompts, ${packages} packages: ${after.toFixed(1)} ms; nothing: ${before.toFixed(1)} ms\n`,
	);
} finally {
	fs.rmSync(root, {recursive: true, force: true});
}
