// Bundles source/ into dist/: few files, because every file that start-up opens costs time.
// `--if-stale` does nothing when dist/ is newer than all that goes into it.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

function newest(entry) {
	const stat = fs.statSync(entry, {throwIfNoEntry: false});
	if (!stat) return 0;
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(
		stat.mtimeMs,
		...fs.readdirSync(entry).map(name => newest(path.join(entry, name))),
	);
}

const built = fs.statSync('dist/cli.js', {throwIfNoEntry: false})?.mtimeMs ?? 0;
const stale =
	Math.max(...['source', 'scripts/build.mjs', 'package.json', 'prompts/model'].map(newest)) > built;
if (process.argv.includes('--if-stale') && !stale) process.exit(0);

/** Yoga asks `fetch` for its own bytes, which loads all of Node's HTTP client before the first frame; without it, it decodes them itself. */
const yogaWithoutFetch = {
	name: 'yoga-without-fetch',
	setup({onLoad}) {
		onLoad({filter: /yoga-wasm-base64-esm\.js$/}, ({path: file}) => ({
			contents: `const fetch = undefined;\n${fs.readFileSync(file, 'utf8')}`,
			loader: 'js',
		}));
	},
};

const {build} = await import('esbuild');
fs.rmSync('dist', {recursive: true, force: true});
const {version} = JSON.parse(fs.readFileSync('package.json', 'utf8'));
await build({
	entryPoints: {
		main: 'source/cli/main.ts',
		index: 'source/index.ts',
		ai: 'source/ai/index.ts',
		'ai-compat': 'source/ai/compat.ts',
		agent: 'source/agent/index.ts',
	},
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	mainFields: ['module', 'main'],
	target: 'node22',
	chunkNames: 'chunks/[name]-[hash]',
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'linked',
	loader: {'.md': 'text'},
	plugins: [yogaWithoutFetch],
	define: {
		'process.env.NODE_ENV': '"production"',
		'process.env.DEV': '"false"',
		BOUGH_VERSION: JSON.stringify(version),
	},
	// CommonJS packages inside the bundle ask for `require`.
	banner: {
		js: "import {createRequire as __createRequire} from 'node:module';const require=__createRequire(import.meta.url);",
	},
	external: [
		'react-devtools-core',
		'@vscode/ripgrep',
		// It finds its parts beside itself.
		'jiti',
		// Optional: whoever left them out still has a program.
		'sharp',
		'@aws-sdk/client-bedrock-runtime',
		'@earendil-works/pi-tui',
	],
	logLevel: 'warning',
});
await build({
	entryPoints: ['source/cli.ts'],
	outfile: 'dist/cli.js',
	format: 'esm',
	platform: 'node',
	target: 'node22',
	logLevel: 'warning',
});
fs.chmodSync('dist/cli.js', 0o755);

if (!process.argv.includes('--no-types')) {
	execFileSync(
		process.execPath,
		[path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.types.json'],
		{stdio: 'inherit'},
	);
}
