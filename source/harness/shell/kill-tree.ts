import fs from 'node:fs';

/** Groups that may still hold processes of ours; ended when we end. */
const groups = new Set<number>();

/** Dead processes that nobody has collected yet count as a group, but not as alive. */
function hasLivingMember(group: number): boolean {
	const pids = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name));
	return pids.some(pid => {
		try {
			const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
			const [state = 'X', , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return Number(processGroup) === group && state !== 'Z' && state !== 'X';
		} catch {
			// It ended while we looked.
			return false;
		}
	});
}

export function isGroupAlive(group: number): boolean {
	try {
		process.kill(-group, 0);
	} catch {
		// No process of the group is left.
		return false;
	}

	return process.platform !== 'linux' || hasLivingMember(group);
}

export function signalGroup(group: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-group, signal);
	} catch {
		// It ended in the meantime, which is what was wanted.
	}
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** TERM, time to clean up, then KILL for what does not listen. Resolves when nothing of the group is left. */
export async function endGroup(group: number, graceMs: number): Promise<void> {
	const until = performance.now() + graceMs;
	signalGroup(group, 'SIGTERM');
	for (let pause = 2; isGroupAlive(group); pause = Math.min(50, pause * 2)) {
		if (performance.now() > until) {
			signalGroup(group, 'SIGKILL');
			return;
		}

		await wait(pause);
	}
}

/** From here on the group is ours to end. Numbers of groups that are gone are dropped: the system gives them out again. */
export function trackGroup(group: number): void {
	for (const known of groups) forgetGroup(known);
	groups.add(group);
}

export function forgetGroup(group: number): void {
	if (!isGroupAlive(group)) groups.delete(group);
}

/** Synchronous, for the way out: nothing that we started outlives us. */
export function killAllGroups(): void {
	for (const group of groups) signalGroup(group, 'SIGKILL');
	groups.clear();
}
