import type {SessionEntry, SessionHeader, SessionTree} from '../harness/index.ts';
import {placesOf} from './places.ts';
import {
	projectionOf,
	type SessionContext,
	type SessionProjection,
	type SessionTreeNode,
	treeNodes,
} from './session-views.ts';

/** What can be asked of a session without changing it. */
export abstract class ReadonlySessionManager {
	protected current: SessionTree;
	protected readonly folder: string | undefined;
	protected readonly cwd: string;

	protected constructor(tree: SessionTree, folder: string | undefined, cwd: string) {
		this.current = tree;
		this.folder = folder;
		this.cwd = cwd;
	}

	/** The tree itself, for what this class has no name for. */
	tree(): SessionTree {
		return this.current;
	}

	isPersisted(): boolean {
		return this.folder !== undefined;
	}

	getCwd(): string {
		return this.cwd;
	}

	/** Empty for a session in memory. */
	getSessionDir(): string {
		return this.folder ?? '';
	}

	usesDefaultSessionDir(): boolean {
		return this.folder === placesOf(this.cwd).sessions;
	}

	getSessionId(): string {
		return this.current.header.id;
	}

	/** undefined: in memory only. The file itself appears with the first message. */
	getSessionFile(): string | undefined {
		return this.current.file;
	}

	getHeader(): SessionHeader {
		return this.current.header;
	}

	getSessionName(): string | undefined {
		return this.current.name();
	}

	getLeafId(): string | null {
		return this.current.leafId();
	}

	getLeafEntry(): SessionEntry | undefined {
		const id = this.current.leafId();
		return id === null ? undefined : this.current.entry(id);
	}

	getEntry(id: string): SessionEntry | undefined {
		return this.current.entry(id);
	}

	getEntryCount(): number {
		return this.current.size();
	}

	/** In the order of the file. */
	getEntries(): readonly SessionEntry[] {
		return this.current.entries();
	}

	getChildren(parentId: string): readonly SessionEntry[] {
		return this.current.childrenOf(parentId).flatMap(id => this.current.entry(id) ?? []);
	}

	getLabel(id: string): string | undefined {
		return this.current.label(id);
	}

	/** Root to an entry (default: the leaf). */
	getBranch(fromId?: string): readonly SessionEntry[] {
		return this.current.path(fromId);
	}

	getTree(): readonly SessionTreeNode[] {
		return treeNodes(this.current);
	}

	/** The entries whose messages a model is shown. */
	buildContextEntries(): readonly SessionEntry[] {
		return this.buildSessionProjection().entries.map(({sourceEntry}) => sourceEntry);
	}

	/** What a model is shown at the leaf, with the entry that each message comes from. */
	buildSessionProjection(): SessionProjection {
		return projectionOf(this.current);
	}

	buildSessionContext(): SessionContext {
		const {messages, thinkingLevel, model} = this.buildSessionProjection();
		return {messages, thinkingLevel, model};
	}
}
