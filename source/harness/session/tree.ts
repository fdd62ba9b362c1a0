import type {EntryBody, SessionEntry, SessionHeader} from './entries.ts';

/** What could not be read of a file, told once when it is opened. */
export type SessionProblem = {readonly line: number; readonly reason: string};

/** One session: an append-only tree of entries, in a file or in memory. */
export type SessionTree = {
	readonly header: SessionHeader;
	/** undefined: kept in memory only. The file appears with the first user or assistant message. */
	readonly file: string | undefined;
	readonly problems: readonly SessionProblem[];
	leafId(): string | null;
	/** Number of entries, without reading them. */
	size(): number;
	entry(id: string): SessionEntry | undefined;
	/** In the order of the file. */
	entries(): readonly SessionEntry[];
	childrenOf(id: string | null): readonly SessionEntry[];
	/** Root to `id` (default: the leaf). */
	path(id?: string | null): readonly SessionEntry[];
	label(id: string): string | undefined;
	name(): string | undefined;
	/** Appends a child of the leaf and moves the leaf to it. On a failed write memory and file are as before; throws. */
	append(body: EntryBody): SessionEntry;
	/** Moves the leaf; null is before the first entry. */
	moveTo(id: string | null): void;
	close(): void;
};
