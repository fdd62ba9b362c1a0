import fs from 'node:fs';
import {rehomeSession} from './session/copy.ts';
import {leaseHolder} from './session/lease.ts';
import {readHeader} from './session/open.ts';
import {writerText} from './session/owned-tree.ts';
import {SessionError} from './session/session-error.ts';
import type {UserInterface} from './user-interface.ts';

export type Continuation = {
	readonly file: string;
	/** To be gone on with in a copy. */
	readonly isCopied: boolean;
};

export type Folder = {
	readonly cwd: string;
	/** Of the sessions of `cwd`. */
	readonly sessions: string | undefined;
	readonly ui: UserInterface;
	/** Whoever names a file means it, wherever it was made. */
	readonly isNamed?: boolean;
};

const copy = 'Go on in a copy here';

/** A session goes on where we are, whatever became of the folder it was made in. undefined: it does not go on. */
export async function continuationOf(
	file: string,
	folder: Folder,
): Promise<Continuation | undefined> {
	const made = readHeader(file)?.cwd;
	if (made === undefined || made === '') return {file, isCopied: false};
	if (!fs.statSync(made, {throwIfNoEntry: false})?.isDirectory())
		return fromNowhere(file, made, folder);
	const isHere = fs.realpathSync(made) === fs.realpathSync(folder.cwd);
	return isHere || folder.isNamed || !folder.ui.canAsk
		? {file, isCopied: false}
		: fromElsewhere(file, made, folder);
}

/** The other folder has its own settings, instructions and files: the session there stays as it is. */
async function fromElsewhere(file: string, made: string, {cwd, ui}: Folder) {
	const chosen = await ui.ask({
		kind: 'select',
		title: 'A session of another folder',
		message: `It was made in ${made}; you are in ${cwd}.`,
		options: [copy, 'Go on with it here all the same', 'Cancel'],
	});
	if (chosen === undefined || chosen === 'Cancel') return undefined;
	return {file, isCopied: chosen === copy};
}

async function fromNowhere(
	file: string,
	made: string,
	{cwd, sessions, ui}: Folder,
): Promise<Continuation | undefined> {
	if (!ui.canAsk || sessions === undefined) {
		throw new SessionError(
			'refused',
			`The folder of this session, ${made}, does not exist any more. \`bough sessions move ${file}\` moves the session to the folder you are in, and --fork ${file} goes on in a copy.`,
		);
	}

	const here = `Continue here, in ${cwd}`;
	const chosen = await ui.ask({
		kind: 'select',
		title: 'The folder of this session is gone',
		message: `${made} does not exist any more. Where shall the session go on?`,
		options: [here, copy, 'Cancel'],
	});
	if (chosen === here) return {file: moveSession(file, {cwd, sessions}), isCopied: false};
	return chosen === copy ? {file, isCopied: true} : undefined;
}

/** To the sessions of another folder. Returns the new file. */
export function moveSession(
	file: string,
	to: {readonly cwd: string; readonly sessions: string},
): string {
	const holder = leaseHolder(file);
	if (holder) {
		throw new SessionError('refused', `${writerText(holder)} writes ${file}: end it first.`);
	}

	return rehomeSession(file, to);
}
