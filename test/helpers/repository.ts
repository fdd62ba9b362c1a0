import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {tempFolder} from './temp-folder.ts';

/** A local git repository and ways to move it on. */
export function makeRepository(files: Readonly<Record<string, string>>) {
	const folder = tempFolder();
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
			cwd: folder,
			encoding: 'utf8',
		}).trim();
	const commit = (changed: Readonly<Record<string, string>>): string => {
		for (const [name, text] of Object.entries(changed)) {
			fs.mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
			fs.writeFileSync(path.join(folder, name), text);
		}

		git('add', '-A');
		git('commit', '-q', '-m', 'a change');
		return git('rev-parse', 'HEAD');
	};
	git('init', '-q', '-b', 'main');
	const first = commit(files);
	return {url: `git:file://${folder}`, folder, git, commit, first};
}
