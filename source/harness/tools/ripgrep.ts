import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

/** The binary that comes with the package for this platform; undefined when there is none. */
export function ripgrepPath(): string | undefined {
	const require = createRequire(import.meta.url);
	try {
		const entry = require.resolve(
			`@vscode/ripgrep-${process.platform}-${process.arch}/package.json`,
		);
		const file = path.join(
			path.dirname(entry),
			'bin',
			process.platform === 'win32' ? 'rg.exe' : 'rg',
		);
		return existsSync(file) ? file : undefined;
	} catch {
		// Optional: the pure search does the work without it.
		return undefined;
	}
}
