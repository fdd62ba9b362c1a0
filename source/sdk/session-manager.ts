import path from 'node:path';
import type {AgentMessage} from '../agent/index.ts';
import type {Usage, UserContent} from '../ai/index.ts';
import {
	createSession,
	type EntryBody,
	forkFile,
	forkSession,
	listAllSessions,
	listSessions,
	openSession,
	recordMessage,
	type SessionEntry,
	type SessionHeader,
	type SessionTree,
	seedSession,
} from '../harness/index.ts';
import {placesOf} from './places.ts';
import {
	fileOf,
	listFound,
	newestIn,
	type SessionInfo,
	type SessionListProgress,
} from './session-files.ts';
import {ReadonlySessionManager} from './session-reader.ts';

export type NewSessionOptions = {
	/** Default: a new UUID. */
	readonly id?: string;
	/** Absolute path of the session that this one comes from. */
	readonly parentSession?: string;
};

/**
 * One session: reading, appending, moving about in its tree. Appending makes a child of the leaf and returns its
 * id. Throws `SessionError` when a file cannot be read or written.
 */
export class SessionManager extends ReadonlySessionManager {
	/** A new session; its file appears with the first message. */
	static create(cwd: string, sessionDir?: string, options: NewSessionOptions = {}): SessionManager {
		const sessions = sessionDir ?? placesOf(cwd).sessions;
		return new SessionManager(createSession({cwd, sessions, ...options}), sessions, cwd);
	}

	static open(file: string, sessionDir?: string, cwdOverride?: string): SessionManager {
		const tree = openSession(path.resolve(file));
		const cwd = cwdOverride ?? tree.header.cwd ?? process.cwd();
		return new SessionManager(tree, sessionDir ?? path.dirname(path.resolve(file)), cwd);
	}

	/** The session of this folder that was written last, else a new one. */
	static continueRecent(cwd: string, sessionDir?: string): SessionManager {
		const folder = sessionDir ?? placesOf(cwd).sessions;
		const file = newestIn(folder, sessionDir === undefined ? undefined : cwd);
		return file === undefined
			? SessionManager.create(cwd, sessionDir)
			: SessionManager.open(file, folder);
	}

	/** Writes no file. */
	static inMemory(
		cwd: string = process.cwd(),
		options: NewSessionOptions = {},
		entries: readonly (SessionHeader | SessionEntry)[] = [],
	): SessionManager {
		const own = entries.filter((entry): entry is SessionEntry => entry.type !== 'session');
		const tree = seedSession({cwd, sessions: undefined, ...options}, own);
		return new SessionManager(tree, undefined, cwd);
	}

	/** A new session with all entries of another file, for another folder if need be. */
	static forkFrom(
		...[source, targetCwd, sessionDir, {id} = {}]: [
			source: string,
			targetCwd: string,
			sessionDir?: string,
			options?: NewSessionOptions,
		]
	): SessionManager {
		const sessions = sessionDir ?? placesOf(targetCwd).sessions;
		const file = forkFile(source, {cwd: targetCwd, sessions, ...(id === undefined ? {} : {id})});
		return SessionManager.open(file, sessions);
	}

	/** The file of a session by its id or the beginning of one. */
	static findById(cwd: string, id: string, sessionDir?: string): string | undefined {
		return fileOf(id, sessionDir ?? placesOf(cwd).sessions);
	}

	/** The sessions of a folder, the one last spoken in first. */
	static async list(
		...[cwd, sessionDir, onProgress, signal]: [
			cwd: string,
			sessionDir?: string,
			onProgress?: SessionListProgress,
			signal?: AbortSignal,
		]
	): Promise<readonly SessionInfo[]> {
		return listFound(onProgress, signal, options =>
			listSessions(sessionDir ?? placesOf(cwd).sessions, cwd, options),
		);
	}

	/** The sessions of all folders. */
	static async listAll(
		sessionDir?: string | SessionListProgress,
		onProgress?: SessionListProgress | AbortSignal,
		signal?: AbortSignal,
	): Promise<readonly SessionInfo[]> {
		const folder = typeof sessionDir === 'string' ? sessionDir : undefined;
		const told = [sessionDir, onProgress].find(each => typeof each === 'function');
		const stop = onProgress instanceof AbortSignal ? onProgress : signal;
		const root = folder ?? path.dirname(placesOf(process.cwd()).sessions);
		return listFound(told, stop, options => listAllSessions(root, options));
	}

	/** Goes on with another file; sessions made from this manager before keep the old one. */
	setSessionFile(file: string): void {
		this.current = openSession(path.resolve(file));
	}

	newSession(options: NewSessionOptions = {}): string | undefined {
		this.current = createSession({cwd: this.cwd, sessions: this.folder, ...options});
		return this.current.file;
	}

	appendMessage(message: AgentMessage): string {
		return recordMessage(this.current, message).id;
	}

	appendThinkingLevelChange(thinkingLevel: string): string {
		return this.#append({type: 'thinking_level_change', thinkingLevel});
	}

	appendModelChange(provider: string, modelId: string): string {
		return this.#append({type: 'model_change', provider, modelId});
	}

	appendUsage(
		...[kind, provider, model, usage, note]: [
			kind: string,
			provider: string,
			model: string,
			usage: Usage,
			note?: string,
		]
	): SessionEntry {
		return this.current.append({
			...{type: 'usage', kind, provider, model, usage},
			...(note === undefined ? {} : {note}),
		});
	}

	appendCompaction(
		...[summary, firstKeptEntryId, tokensBefore, details, fromHook, usage]: [
			summary: string,
			firstKeptEntryId: string | null,
			tokensBefore: number,
			details?: unknown,
			fromHook?: boolean,
			usage?: Usage,
		]
	): string {
		return this.#append({
			...{type: 'compaction', summary, tokensBefore},
			...(firstKeptEntryId === null ? {} : {firstKeptEntryId}),
			...(details === undefined ? {} : {details}),
			...(fromHook === undefined ? {} : {fromHook}),
			...(usage === undefined ? {} : {usage}),
		});
	}

	appendCustomEntry(customType: string, data?: unknown): string {
		return this.#append({type: 'custom', customType, ...(data === undefined ? {} : {data})});
	}

	appendCustomMessageEntry(
		...[customType, content, display, details]: [
			customType: string,
			content: string | readonly UserContent[],
			display: boolean,
			details?: unknown,
		]
	): string {
		return this.#append({
			...{type: 'custom_message', customType, content, display},
			...(details === undefined ? {} : {details}),
		});
	}

	appendContextEdit(
		targetId: string,
		replacement: Extract<EntryBody, {type: 'context_edit'}>['replacement'],
	): string {
		return this.#append({type: 'context_edit', targetId, replacement});
	}

	appendSessionInfo(name: string): string {
		return this.#append({type: 'session_info', name: name.trim()});
	}

	appendLabelChange(targetId: string, label: string | undefined): string {
		return this.#append({type: 'label', targetId, ...(label === undefined ? {} : {label})});
	}

	/** What is appended next becomes a child of this entry. */
	branch(branchFromId: string): void {
		this.current.moveTo(branchFromId);
	}

	/** What is appended next becomes a new root. */
	resetLeaf(): void {
		this.current.moveTo(null);
	}

	branchWithSummary(
		...[branchFromId, summary, details, fromHook, usage]: [
			branchFromId: string | null,
			summary: string,
			details?: unknown,
			fromHook?: boolean,
			usage?: Usage,
		]
	): string {
		this.current.moveTo(branchFromId);
		return this.#append({
			...{type: 'branch_summary', fromId: branchFromId ?? 'root', summary},
			...(details === undefined ? {} : {details}),
			...(fromHook === undefined ? {} : {fromHook}),
			...(usage === undefined ? {} : {usage}),
		});
	}

	/** Goes on in a new session with the path to `leafId`. Returns its file. */
	createBranchedSession(leafId: string): string | undefined {
		return this.startFrom(this.current, leafId).getSessionFile();
	}

	/** Becomes a new session with the path to an entry of another one. */
	startFrom(source: SessionTree, leafId: string): this {
		this.current = forkSession(source, leafId, {cwd: this.cwd, sessions: this.folder});
		return this;
	}

	#append(body: EntryBody): string {
		return this.current.append(body).id;
	}
}
