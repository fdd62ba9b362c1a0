import fs from 'node:fs';
import path from 'node:path';
import type {Places} from '../paths.ts';
import {makePrivateFolder} from '../paths.ts';

/** A session of pi and the place where ours look for it. */
export type SessionLink = {readonly from: string; readonly to: string};

function namesIn(folder: string): readonly string[] {
	try {
		return fs.readdirSync(folder).sort();
	} catch {
		// pi was never used, or keeps its sessions elsewhere.
		return [];
	}
}

/** The sessions of pi that cannot be found in our folders yet. */
export function sessionsToLink({home, pi}: Pick<Places, 'home' | 'pi'>): readonly SessionLink[] {
	const root = path.join(pi.home, 'sessions');
	return namesIn(root).flatMap(folder =>
		namesIn(path.join(root, folder))
			.filter(name => name.endsWith('.jsonl'))
			.map(name => ({
				from: path.join(root, folder, name),
				to: path.join(home, 'sessions', folder, name),
			}))
			.filter(({to}) => fs.lstatSync(to, {throwIfNoEntry: false}) === undefined),
	);
}

/** One file for both programs: whoever goes on with it, the other one sees it. */
export function linkSessions(links: readonly SessionLink[]): void {
	for (const {from, to} of links) {
		makePrivateFolder(path.dirname(to));
		fs.symlinkSync(from, to);
	}
}
