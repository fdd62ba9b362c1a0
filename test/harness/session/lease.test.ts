import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, utimesSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {acquireLease, type Lease, leaseHolder} from '../../../source/harness/session/lease.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const quiet = {heartbeatMs: 0};

const held = (file: string, options = {}): Lease => {
	const result = acquireLease(file, {...quiet, ...options});
	if (result.kind !== 'held') throw new Error('busy');
	return result.lease;
};

const sessionIn = (folder: string) => path.join(folder, 'sessions/x.jsonl');

test('one writer at a time, and the next one after it has let go', () => {
	const file = sessionIn(tempFolder());
	const lease = held(file);
	expect(acquireLease(file, quiet)).toEqual({kind: 'busy', holder: leaseHolder(file)});
	expect(leaseHolder(file)?.pid).toBe(process.pid);
	lease.release();
	expect([lease.isHeld(), leaseHolder(file), existsSync(`${file}.lease`)]).toEqual([
		false,
		undefined,
		false,
	]);
	expect(held(file).isHeld()).toBe(true);
});

test('the lease of a process that is gone is taken over, and the old one knows it', () => {
	const file = sessionIn(tempFolder());
	const old = held(file);
	const lease = held(file, {isRunning: () => false});
	expect([old.isHeld(), lease.isHeld()]).toEqual([false, true]);
	old.release();
	expect(lease.isHeld()).toBe(true);
});

test('on another machine only silence tells that a holder is gone', () => {
	const file = sessionIn(tempFolder());
	const theirs = held(file, {host: 'far'});
	const options = {isRunning: () => false};
	expect(acquireLease(file, {...quiet, ...options}).kind).toBe('busy');
	const longAgo = new Date(Date.now() - 60_000);
	utimesSync(`${file}.lease`, longAgo, longAgo);
	expect(held(file, options).isHeld()).toBe(true);
	expect(theirs.isHeld()).toBe(false);
});

test('a lease that is only half written belongs to somebody until it gets old', () => {
	const file = sessionIn(tempFolder());
	held(file).release();
	writeFileSync(`${file}.lease`, '{"tok');
	expect(acquireLease(file, quiet)).toEqual({kind: 'busy', holder: undefined});
	expect(held(file, {now: () => Date.now() + 60_000}).isHeld()).toBe(true);
});

test('of two who find a stale lease only one gets it', () => {
	const file = sessionIn(tempFolder());
	held(file);
	writeFileSync(`${file}.lease.take-over`, '');
	const options = {...quiet, isRunning: () => false};
	expect(acquireLease(file, options)).toEqual({kind: 'busy', holder: undefined});
	const later = {...options, now: () => Date.now() + 60_000};
	expect(acquireLease(file, later).kind).toBe('held');
});

test('a folder that cannot be had is said with its name', () => {
	const folder = tempFolder({sessions: ''});
	expect(() => acquireLease(sessionIn(folder), quiet)).toThrow(`${sessionIn(folder)}.lease`);
});

test('a process that was killed loses its session to the next one at once', async () => {
	const file = sessionIn(tempFolder());
	const child: ChildProcess = spawn(process.execPath, [
		path.join(import.meta.dirname, '../../helpers/lease-holder.ts'),
		file,
	]);
	try {
		await once(child.stdout ?? child, 'data');
		expect(acquireLease(file, quiet)).toMatchObject({kind: 'busy', holder: {pid: child.pid}});
	} finally {
		const exit = once(child, 'exit');
		child.kill('SIGKILL');
		await exit;
	}

	expect(held(file).isHeld()).toBe(true);
});
