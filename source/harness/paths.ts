import {chmodSync, existsSync, mkdirSync} from 'node:fs';
import path from 'node:path';

/** Modes of all that we write in a home: nobody else on the machine reads conversations and keys. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

type Environment = Readonly<Record<string, string | undefined>>;

export type Places = {
	/** Settings, keys, sessions: the person's own. */
	readonly home: string;
	/** The sessions of this working directory; a folder that was chosen may hold those of others as well. */
	readonly sessions: string;
	/** Settings and resources of one project. */
	readonly project: string;
	/** The same two places of pi: resources in them count after ours. */
	readonly pi: {readonly home: string; readonly project: string};
};

export function placesFor(cwd: string, environment: Environment, userHome: string): Places {
	const absolute = (text: string) => path.resolve(cwd, expandHome(text, userHome));
	const {BOUGH_HOME, BOUGH_SESSION_DIR, PI_CODING_AGENT_DIR} = environment;
	const home = absolute(BOUGH_HOME || '~/.bough');
	return {
		home,
		sessions: BOUGH_SESSION_DIR
			? absolute(BOUGH_SESSION_DIR)
			: path.join(home, 'sessions', sessionFolderName(cwd)),
		project: path.join(cwd, '.bough'),
		pi: {
			home: absolute(PI_CODING_AGENT_DIR || '~/.pi/agent'),
			project: path.join(cwd, '.pi'),
		},
	};
}

/** The same name for the same folder as in pi, so that its sessions can be taken over. It cannot be turned back: the header of each file is what counts. */
export const sessionFolderName = (cwd: string): string =>
	`--${path
		.resolve(cwd)
		.replace(/^[/\\]/, '')
		.replaceAll(/[/\\:]/g, '-')}--`;

/** The folders of all projects lie in one; undefined: the folder was chosen, and there are no others. */
export const sessionsRoot = (sessions: string, cwd: string): string | undefined =>
	path.basename(sessions) === sessionFolderName(cwd) ? path.dirname(sessions) : undefined;

/** Where the sessions of another folder lie. */
export function sessionsFor(sessions: string, cwd: string, other: string): string {
	const root = sessionsRoot(sessions, cwd);
	return root === undefined ? sessions : path.join(root, sessionFolderName(other));
}

/** Time first, so that names sort by age; readers look at the ending only. */
export const sessionFileName = (id: string, timestamp: string): string =>
	`${timestamp.replaceAll(/[:.]/g, '-')}_${id}.jsonl`;

export function expandHome(text: string, userHome: string): string {
	if (text === '~') return userHome;
	return /^~[/\\]/.test(text) ? path.join(userHome, text.slice(2)) : text;
}

/** Makes the folder and those above it; a folder that is there keeps its mode. */
export function makePrivateFolder(folder: string): void {
	const made = mkdirSync(folder, {recursive: true, mode: privateFolder});
	// A wide umask is respected by mkdir, a narrow one would lock us out.
	if (made !== undefined) chmodSync(folder, privateFolder);
}

/** Where skills, prompts and themes ship: the folder of our package, from the bundle as from the source. */
export function packageFolder(from: string = import.meta.dirname): string {
	for (let at = from; ; at = path.dirname(at)) {
		if (existsSync(path.join(at, 'package.json')) && existsSync(path.join(at, 'prompts')))
			return at;
		if (path.dirname(at) === at) return from;
	}
}
