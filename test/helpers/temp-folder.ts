import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

/** A folder of the test's own, gone when the test is over. */
export function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
	const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bough-test-')));
	onTestFinished(() => fs.rmSync(folder, {recursive: true, force: true}));
	for (const [name, content] of Object.entries(files)) {
		fs.mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
		fs.writeFileSync(path.join(folder, name), content);
	}

	return folder;
}
