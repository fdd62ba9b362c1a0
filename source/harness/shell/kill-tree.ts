/** Groups that may still hold processes of ours; ended when we end. */
const groups = new Set<number>();

export function isGroupAlive(group: number): boolean {
	try {
		process.kill(-group, 0);
		return true;
	} catch {
		// No process of the group is left.
		return false;
	}
}

export function signalGroup(group: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-group, signal);
	} catch {
		// It ended in the meantime, which is what was wanted.
	}
}

export function trackGroup(group: number): void {
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
