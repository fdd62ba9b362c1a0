import {randomUUID} from 'node:crypto';
import fs from 'node:fs';
import {wait} from '../lib/deadline.ts';
import {codeOf} from '../lib/errors.ts';

const beatMs = 1000;
/** Several beats missed: its owner is gone. */
const staleMs = 5000;
const pollMs = 20;

/** Longer than a lock stays that nobody owns. */
const usualPatienceMs = 8000;

/** Somebody else holds the lock and goes on holding it. */
export class LockedError extends Error {
	override readonly name = 'LockedError';
}

const read = (lock: string): string | undefined => {
	try {
		return fs.readFileSync(lock, 'utf8');
	} catch {
		// It was given back while we looked.
		return undefined;
	}
};

function take(lock: string, owner: string): boolean {
	try {
		fs.writeFileSync(lock, owner, {flag: 'wx', mode: 0o600});
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	}
}

/** Of several that find a lock left behind, one takes it away; who catches a new one puts it back. */
function clearStale(lock: string): void {
	const owner = read(lock);
	const age = Date.now() - (fs.statSync(lock, {throwIfNoEntry: false})?.mtimeMs ?? Date.now());
	if (owner === undefined || age <= staleMs) return;
	const aside = `${lock}.${randomUUID()}`;
	try {
		fs.renameSync(lock, aside);
		if (read(aside) !== owner) fs.linkSync(aside, lock);
	} catch (error) {
		// Another one was faster.
		if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
	} finally {
		fs.rmSync(aside, {force: true});
	}
}

function beat(lock: string): void {
	try {
		fs.utimesSync(lock, new Date(), new Date());
	} catch {
		// It was taken from us after a long sleep; who has it now keeps it alive.
	}
}

/** Two names of one file have one lock. */
const lockOf = (file: string): string =>
	`${fs.existsSync(file) ? fs.realpathSync(file) : file}.lock`;

/** Runs `work` while no other process, and nothing else in this one, has the lock of `file`. */
export async function withFileLock<T>(
	file: string,
	work: () => T | Promise<T>,
	patienceMs: number = usualPatienceMs,
): Promise<T> {
	const lock = lockOf(file);
	const owner = `${process.pid} ${randomUUID()}`;
	const deadline = Date.now() + patienceMs;
	while (!take(lock, owner)) {
		clearStale(lock);
		if (Date.now() > deadline) throw new LockedError(`Another process is changing ${file}.`);
		await wait(pollMs);
	}

	const timer = setInterval(beat, beatMs, lock).unref();
	try {
		return await work();
	} finally {
		clearInterval(timer);
		if (read(lock) === owner) fs.rmSync(lock, {force: true});
	}
}
