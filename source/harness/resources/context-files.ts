import fs from 'node:fs';
import path from 'node:path';

export type ContextFile = {readonly path: string; readonly text: string};

const names = ['AGENTS.override.md', 'AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'];

function firstIn(folder: string): ContextFile | undefined {
	for (const name of names) {
		const file = path.join(folder, name);
		try {
			const text = fs.readFileSync(file, 'utf8');
			if (text.trim() !== '') return {path: file, text};
		} catch {
			// Missing or unreadable: the next name may be there.
		}
	}

	return undefined;
}

/** Instructions for agents: the person's own, then from the root down to the working directory. */
export function findContextFiles(home: string, cwd: string): readonly ContextFile[] {
	const folders: string[] = [];
	for (let at = path.resolve(cwd); ; at = path.dirname(at)) {
		folders.unshift(at);
		if (path.dirname(at) === at) break;
	}

	return [home, ...folders].flatMap(folder => firstIn(folder) ?? []);
}
