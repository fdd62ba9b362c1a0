import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {runProgram} from './run-program.ts';
import type {PackageSource} from './source.ts';

export type GitSource = Extract<PackageSource, {kind: 'git'}>;

/** Nothing of a repository runs, and nobody is asked for a password. */
const safely = ['-c', 'core.hooksPath=/dev/null', '-c', 'protocol.ext.allow=never'];
const quietly = {GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1'};

const git = (args: readonly string[], cwd: string): Promise<string> =>
	runProgram(['git', ...safely, ...args], {cwd, env: quietly});

/**
 * Fetches a repository to a folder beside its place, for `finish` to look at and complete; then it takes the place of
 * what was there. Whatever fails, the old one stays. Answers with the commit.
 */
export async function fetchRepository(
	{url, wanted}: GitSource,
	folder: string,
	options: {
		/** The commit to take, instead of the wanted name. */
		readonly commit?: string;
		finish(folder: string, commit: string): Promise<void>;
	},
): Promise<string> {
	const above = path.dirname(folder);
	fs.mkdirSync(above, {recursive: true});
	const next = path.join(above, `.${path.basename(folder)}-${randomBytes(4).toString('hex')}`);
	try {
		await git(['clone', '--quiet', '--no-checkout', '--', url, next], above);
		const at = options.commit ?? (wanted === undefined ? 'HEAD' : await resolveName(wanted, next));
		await git(['checkout', '--quiet', '--detach', at, '--'], next);
		const commit = (await git(['rev-parse', 'HEAD'], next)).trim();
		await options.finish(next, commit);
		fs.rmSync(folder, {recursive: true, force: true});
		fs.renameSync(next, folder);
		return commit;
	} finally {
		fs.rmSync(next, {recursive: true, force: true});
	}
}

/** A branch is known by its name on the server; tags and commits by their own. */
async function resolveName(wanted: string, folder: string): Promise<string> {
	for (const name of [`refs/remotes/origin/${wanted}`, wanted]) {
		try {
			return (await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], folder)).trim();
		} catch {
			// Not by this name; the last one is told by git itself.
		}
	}

	return wanted;
}

/** The commit that the branch of a source has on the server; undefined: it asks for a tag or a commit. */
export async function remoteCommit(
	{url, wanted}: GitSource,
	cwd: string,
): Promise<string | undefined> {
	const name = wanted === undefined ? 'HEAD' : `refs/heads/${wanted}`;
	const [commit = ''] = (await git(['ls-remote', '--', url, name], cwd)).split(/\s/);
	return commit === '' ? undefined : commit;
}
