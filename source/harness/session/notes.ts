import type {SessionEntry} from './entries.ts';

export type Label = {readonly label: string; readonly timestamp: string};

/** Facts about the whole session: the last record in the file counts, on whatever branch it is. */
export type Notes = {
	add(entry: SessionEntry): void;
	labels(): ReadonlyMap<string, Label>;
	name(): string | undefined;
};

export function createNotes(): Notes {
	const labels = new Map<string, Label>();
	let name: string | undefined;

	return {
		add(entry) {
			if (entry.type === 'session_info') name = toSessionName(entry.name ?? '');
			if (entry.type !== 'label') return;
			if (entry.label) labels.set(entry.targetId, {label: entry.label, timestamp: entry.timestamp});
			else labels.delete(entry.targetId);
		},
		labels: () => labels,
		name: () => name,
	};
}

/** undefined: no name. */
export const toSessionName = (text: string): string | undefined =>
	text.replaceAll(/[\r\n]+/g, ' ').trim() || undefined;
