// Run with `npm run bench`: what the tools cost on large files and in large folders.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Bench} from 'tinybench';
import {applyEdits} from '../source/harness/tools/apply-edits.ts';
import {createFileMemory, startDigest} from '../source/harness/tools/file-memory.ts';
import {createFileQueue} from '../source/harness/tools/file-queue.ts';
import {toFileText} from '../source/harness/tools/file-text.ts';
import {findFiles} from '../source/harness/tools/find-files.ts';
import {localOperations} from '../source/harness/tools/operations.ts';
import {readLines} from '../source/harness/tools/read-lines.ts';
import {ripgrepPath} from '../source/harness/tools/ripgrep.ts';
import {searchInProcess} from '../source/harness/tools/search-in-process.ts';
import {searchWithRipgrep} from '../source/harness/tools/search-with-ripgrep.ts';
import {lineDiff} from '../source/lib/line-diff.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bough-bench-'));
process.once('exit', () => fs.rmSync(folder, {recursive: true, force: true}));

const line = (index: number): string => `const value${index} = "a text – with ‘typography’"; \r\n`;
const source = Array.from({length: 170_000}, (_, index) => line(index)).join('');
const edited = path.join(folder, 'edited.ts');
fs.writeFileSync(edited, source);

const huge = path.join(folder, 'huge.log');
const hugeLines = 1024 * 1024 * 16;
const block = Buffer.from(`${'x'.repeat(63)}\n`.repeat(16_384));
const handle = fs.openSync(huge, 'w');
for (let written = 0; written < 1024; written += 1) fs.writeSync(handle, block);
fs.closeSync(handle);

const tree = path.join(folder, 'tree');
for (let index = 0; index < 20_000; index += 1) {
	const name = path.join(tree, `folder-${index % 200}`, `file-${index}.ts`);
	if (index < 200) fs.mkdirSync(path.dirname(name), {recursive: true});
	fs.writeFileSync(name, `${source.slice(0, 2000)}needle ${index === 19_999 ? 'last' : ''}\n`);
}

const environment = {
	cwd: tree,
	userHome: folder,
	files: createFileMemory(),
	queue: createFileQueue(),
	shell: () => ({timeoutSeconds: 0}),
	env: () => ({}),
	seesImages: () => true,
};
const place = {target: tree, isFolder: true, environment, signal: new AbortController().signal};
const query = {pattern: 'needle last', context: 0, limit: 100};

async function edit(oldText: string): Promise<void> {
	const file = toFileText(await localOperations.readFile(edited), 'edited.ts');
	const changed = applyEdits({file, edits: [{oldText, newText: 'x'}], given: 'edited.ts'});
	lineDiff('edited.ts', file.text, changed);
	await localOperations.replaceFile(edited, file.toBytes(file.text));
}

const bench = new Bench({iterations: 5, time: 0, warmup: false});
bench.add('edit in 10 MB, exact', () =>
	edit('const value85000 = "a text – with ‘typography’"; \r\n'),
);
bench.add('edit in 10 MB, by the most lenient look', () =>
	edit('const value85000 = "a text - with \'typography\'";\n'),
);
bench.add('read the end of 1 GB', async () => {
	const pieces = localOperations.readPieces(huge, {});
	await readLines(pieces, {offset: hugeLines, limit: 10, mostBytes: 50_000, digest: startDigest()});
});
const rg = ripgrepPath();
if (rg)
	bench.add(
		'grep 20,000 files with ripgrep',
		async () => void (await searchWithRipgrep(rg, query, place)),
	);
bench.add(
	'grep 20,000 files in the process',
	async () => void (await searchInProcess(query, place)),
);
bench.add('find in 20,000 files', async () => void (await findFiles('*9.ts', tree, environment)));

const before = process.memoryUsage().rss;
await bench.run();
for (const {name, result} of bench.tasks) {
	if (!('latency' in result)) throw new Error(`${name} did not run`, {cause: result});
	process.stdout.write(`${result.latency.mean.toFixed(0).padStart(7)} ms  ${name}\n`);
}

const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
process.stdout.write(`${grown.toFixed(0).padStart(7)} MB  memory after all that\n`);
