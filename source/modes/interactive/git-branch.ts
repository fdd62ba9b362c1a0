import fs from 'node:fs';
import path from 'node:path';

/** Name of the branch that is checked out, for the footer. */
export function gitBranch(cwd: string): string | undefined {
	for (let at = cwd; ; at = path.dirname(at)) {
		try {
			const head = fs.readFileSync(path.join(at, '.git', 'HEAD'), 'utf8').trim();
			return head.startsWith('ref: refs/heads/') ? head.slice(16) : 'detached';
		} catch {
			// Not here: perhaps further up.
		}

		if (path.dirname(at) === at) return undefined;
	}
}
