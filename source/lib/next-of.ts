/** The one after the current one, round and round; undefined: there is no other. */
export function nextOf<T>(
	all: readonly T[],
	isCurrent: (one: T) => boolean,
	direction: 'forward' | 'backward' = 'forward',
): T | undefined {
	const at = all.findIndex(isCurrent);
	if (all.length === 0 || (all.length === 1 && at === 0)) return undefined;
	if (at === -1) return direction === 'forward' ? all[0] : all.at(-1);
	return all[(at + (direction === 'forward' ? 1 : all.length - 1)) % all.length];
}
