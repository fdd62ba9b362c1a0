import fs from 'node:fs';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export type Places = {
	/** Settings, keys, sessions: the person's own. */
	readonly home: string;
	readonly sessions: string;
	/** Settings and resources of one project. */
	readonly project: string;
};

const expandHome = (file: string, home: string): string =>
	file === '~' || file.startsWith('~/') ? path.join(home, file.slice(1)) : file;

export function placesFor(cwd: string, environment: Environment, userHome: string): Places {
	const home = path.resolve(expandHome(environment.BOUGH_HOME || '~/.bough', userHome));
	const sessions = environment.BOUGH_SESSION_DIR;
	return {
		home,
		sessions: sessions ? path.resolve(expandHome(sessions, userHome)) : path.join(home, 'sessions'),
		project: path.join(cwd, '.bough'),
	};
}

/** One folder a working directory; the name cannot be turned back, the header of each file is what counts. */
export const sessionFolder = (sessions: string, cwd: string): string =>
	path.join(
		sessions,
		`--${path
			.resolve(cwd)
			.replace(/^[/\\]/, '')
			.replace(/[/\\:]/g, '-')}--`,
	);

export const sessionFileName = (id: string, timestamp: string): string =>
	`${timestamp.replace(/[:.]/g, '-')}_${id}.jsonl`;

/** Where skills, prompts and themes ship: the folder of our package, from the bundle as from the source. */
export function packageFolder(from: string = import.meta.dirname): string {
	for (let at = from; ; at = path.dirname(at)) {
		if (fs.existsSync(path.join(at, 'package.json')) && fs.existsSync(path.join(at, 'prompts')))
			return at;
		if (path.dirname(at) === at) return from;
	}
}
