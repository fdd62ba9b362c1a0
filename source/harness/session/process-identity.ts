import {readFileSync} from 'node:fs';
import {hasCode} from './session-error.ts';

/** When a process began, in the system's own terms; undefined where the system does not say. */
export function startOfProcess(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in brackets may hold anything; the start is the twentieth field behind it.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
	} catch {
		// Only Linux has this file, and only while the process runs. Without it the number has to do.
		return undefined;
	}
}

/** Numbers of processes are given out again, so the start is compared where it is known. */
export function isRunning({
	pid,
	started,
}: {
	readonly pid: number;
	readonly started?: string;
}): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		// Not permitted means that there is one, and that it is somebody else's.
		return hasCode(error, 'EPERM');
	}

	const now = startOfProcess(pid);
	return started === undefined || now === undefined || now === started;
}
