import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {build} from 'esbuild';
import {afterAll} from 'vitest';

/** Bundles a program of test/fixtures as the product is bundled, for the tests of the calling file. */
export async function bundleFixture(name: string): Promise<string> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bough-fixture-'));
	afterAll(() => fs.rmSync(folder, {recursive: true, force: true}));
	await build({
		entryPoints: {program: path.join(import.meta.dirname, '../fixtures', name)},
		outdir: folder,
		outExtension: {'.js': '.mjs'},
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node22',
		minifySyntax: true,
		jsx: 'automatic',
		loader: {'.md': 'text'},
		mainFields: ['module', 'main'],
		define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		banner: {
			js: "import {createRequire as __createRequire} from 'node:module';const require=__createRequire(import.meta.url);",
		},
		external: ['react-devtools-core'],
		logLevel: 'error',
	});
	return path.join(folder, 'program.mjs');
}
