import {randomUUID} from 'node:crypto';
import {readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import path from 'node:path';
import {parseJson} from '../../lib/json-lines.ts';
import {makePrivateFolder, privateFile} from '../paths.ts';
import {isRunning, startOfProcess} from './process-identity.ts';
import {isObject} from './raw-record.ts';
import {hasCode, reasonOf, SessionError} from './session-error.ts';

/** Who writes a session. */
export type Holder = {
	readonly pid: number;
	readonly host: string;
	/** Tells this process from a later one with the same number; where the system says. */
	readonly started?: string;
	/** Unix ms. */
	readonly since: number;
};

export type Lease = {
	/** Nobody has taken it over, as after a long sleep of this machine. Ask before writing. */
	isHeld(): boolean;
	release(): void;
};

export type LeaseResult =
	| {readonly kind: 'held'; readonly lease: Lease}
	/** Another process writes; undefined: it is only just beginning to. */
	| {readonly kind: 'busy'; readonly holder: Holder | undefined};

export type LeaseOptions = {
	readonly host?: string;
	readonly now?: () => number;
	readonly isRunning?: (holder: Pick<Holder, 'pid' | 'started'>) => boolean;
	/** How often a holder shows that it lives; 0: never. */
	readonly heartbeatMs?: number;
};

type Found = {readonly token: string; readonly holder: Holder};
type Setting = Required<LeaseOptions> & {readonly file: string};

/** Silence after which a holder on another machine counts as gone. On this one the process is looked at. */
const silenceMs = 30_000;
/** Nobody takes longer over a take-over than this. */
const takeOverMs = 10_000;

/** One process at a time writes a session. The lease is a file beside it; one whose holder is gone is taken over. */
export function acquireLease(sessionFile: string, options: LeaseOptions = {}): LeaseResult {
	const setting: Setting = {
		host: hostname(),
		now: Date.now,
		isRunning,
		heartbeatMs: 5000,
		...options,
		file: `${sessionFile}.lease`,
	};
	try {
		makePrivateFolder(path.dirname(sessionFile));
		return createLease(setting) ?? takeOver(setting);
	} catch (error) {
		throw new SessionError(
			'write_failed',
			`${setting.file} could not be written: ${reasonOf(error)}.`,
			error,
		);
	}
}

/** Who writes a session now, if anybody does. */
export function leaseHolder(sessionFile: string, options: LeaseOptions = {}): Holder | undefined {
	const file = `${sessionFile}.lease`;
	const setting = {host: hostname(), now: Date.now, isRunning, heartbeatMs: 0, ...options, file};
	const found = readLease(file);
	return found && !isStale(found, setting) ? found.holder : undefined;
}

function createLease(setting: Setting): LeaseResult | undefined {
	const token = randomUUID();
	try {
		writeFileSync(setting.file, describe(token, setting), {flag: 'wx', mode: privateFile});
	} catch (error) {
		if (hasCode(error, 'EEXIST')) return undefined;
		throw error;
	}

	return {kind: 'held', lease: keepLease(setting, token)};
}

/** Guarded by a file of its own, so that of two who find a stale lease only one gets it. */
function takeOver(setting: Setting): LeaseResult {
	const found = readLease(setting.file);
	if (!isStale(found, setting)) return {kind: 'busy', holder: found?.holder};
	const guard = `${setting.file}.take-over`;
	if (ageOf(guard, setting) > takeOverMs) rmSync(guard, {force: true});
	try {
		writeFileSync(guard, '', {flag: 'wx', mode: privateFile});
	} catch (error) {
		if (hasCode(error, 'EEXIST')) return {kind: 'busy', holder: undefined};
		throw error;
	}

	try {
		const now = readLease(setting.file);
		if (now?.token !== found?.token) return {kind: 'busy', holder: now?.holder};
		const token = randomUUID();
		writeFileSync(guard, describe(token, setting));
		renameSync(guard, setting.file);
		return {kind: 'held', lease: keepLease(setting, token)};
	} finally {
		rmSync(guard, {force: true});
	}
}

const describe = (token: string, {host, now}: Setting): string => {
	const started = startOfProcess(process.pid);
	const holder: Holder = {
		pid: process.pid,
		host,
		...(started === undefined ? {} : {started}),
		since: now(),
	};
	return JSON.stringify({token, ...holder});
};

function keepLease({file, heartbeatMs}: Setting, token: string): Lease {
	const isHeld = (): boolean => readLease(file)?.token === token;
	const beat = (): void => {
		const time = new Date();
		try {
			if (isHeld()) utimesSync(file, time, time);
		} catch {
			// Gone or out of reach: whoever asks before writing hears it from `isHeld`.
		}
	};

	const timer = heartbeatMs > 0 ? setInterval(beat, heartbeatMs) : undefined;
	timer?.unref();
	return {
		isHeld,
		release() {
			clearInterval(timer);
			if (isHeld()) rmSync(file, {force: true});
		},
	};
}

function readLease(file: string): Found | undefined {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		if (hasCode(error, 'ENOENT')) return undefined;
		throw error;
	}

	const value = parseJson(text);
	if (!isObject(value)) return undefined;
	const {token, pid, host, started, since} = value;
	if (typeof token !== 'string' || typeof pid !== 'number' || typeof host !== 'string') {
		return undefined;
	}

	const holder = {pid, host, since: typeof since === 'number' ? since : 0};
	return {token, holder: typeof started === 'string' ? {...holder, started} : holder};
}

function isStale(found: Found | undefined, setting: Setting): boolean {
	const isOurMachine = found?.holder.host === setting.host;
	if (found && isOurMachine) return !setting.isRunning(found.holder);
	return ageOf(setting.file, setting) > silenceMs;
}

/** How long a file was not touched; 0 when there is none. */
function ageOf(file: string, {now}: Setting): number {
	const stat = statSync(file, {throwIfNoEntry: false});
	return stat === undefined ? 0 : now() - stat.mtimeMs;
}
