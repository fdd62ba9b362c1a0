import fs from 'node:fs';
import path from 'node:path';
import {editableText, importSession} from '../harness/index.ts';
import type {AgentSession} from './agent-session.ts';
import {
	type CreateAgentSessionOptions,
	type CreateAgentSessionResult,
	createAgentSession,
} from './create-agent-session.ts';
import {ModelRuntime} from './model-runtime.ts';
import {getAgentDir} from './places.ts';
import {
	DefaultResourceLoader,
	type ResourceLoader,
	type ResourceLoaderOptions,
} from './resource-loader.ts';
import {SessionManager} from './session-manager.ts';
import {SettingsManager} from './settings-manager.ts';

export type AgentSessionRuntimeDiagnostic = {
	readonly type: 'info' | 'warning' | 'error';
	readonly message: string;
};

/** What the sessions of one folder share. */
export type AgentSessionServices = {
	readonly cwd: string;
	readonly agentDir: string;
	readonly modelRuntime: ModelRuntime;
	readonly settingsManager: SettingsManager;
	readonly resourceLoader: ResourceLoader;
	readonly diagnostics: readonly AgentSessionRuntimeDiagnostic[];
};

export async function createAgentSessionServices(options: {
	readonly cwd: string;
	readonly agentDir?: string;
	readonly settingsManager?: SettingsManager;
	readonly modelRuntime?: ModelRuntime;
	readonly resourceLoaderOptions?: Omit<
		ResourceLoaderOptions,
		'cwd' | 'agentDir' | 'settingsManager'
	>;
}): Promise<AgentSessionServices> {
	const {cwd, agentDir = getAgentDir()} = options;
	const settingsManager =
		options.settingsManager ?? SettingsManager.create(cwd, agentDir, {projectTrusted: false});
	const resourceLoader = new DefaultResourceLoader({
		...{cwd, agentDir, settingsManager},
		...options.resourceLoaderOptions,
	});
	await resourceLoader.reload();
	const modelRuntime = options.modelRuntime ?? (await ModelRuntime.create({agentDir}));
	const problem = modelRuntime.getError();
	return {
		...{cwd, agentDir, settingsManager, modelRuntime, resourceLoader},
		diagnostics: [
			...resourceLoader.getSkills().diagnostics.map(({message}) => message),
			...(problem === undefined ? [] : [problem]),
		].map(message => ({type: 'warning', message})),
	};
}

export type CreateAgentSessionFromServicesOptions = Pick<
	CreateAgentSessionOptions,
	'model' | 'thinkingLevel' | 'scopedModels' | 'tools' | 'excludeTools' | 'noTools' | 'customTools'
> & {
	readonly services: AgentSessionServices;
	readonly sessionManager: SessionManager;
};

export const createAgentSessionFromServices = ({
	services,
	...options
}: CreateAgentSessionFromServicesOptions): Promise<CreateAgentSessionResult> =>
	createAgentSession({...services, ...options});

export type CreateAgentSessionRuntimeResult = CreateAgentSessionResult & {
	readonly services: AgentSessionServices;
	readonly diagnostics: readonly AgentSessionRuntimeDiagnostic[];
};

/** Makes a session of a manager, each time that another one becomes the open one. */
export type CreateAgentSessionRuntimeFactory = (options: {
	readonly cwd: string;
	readonly agentDir: string;
	readonly sessionManager: SessionManager;
	readonly sessionStartEvent?: unknown;
}) => Promise<CreateAgentSessionRuntimeResult>;

type RuntimeOptions = {
	readonly cwd: string;
	readonly agentDir: string;
	readonly sessionManager: SessionManager;
};

const done = {cancelled: false};

/**
 * Holds the open session and replaces it: the old one is disposed of, so whoever subscribed must subscribe again
 * to `session`. A replacement that fails leaves the open session as it is.
 */
export class AgentSessionRuntime {
	readonly #create: CreateAgentSessionRuntimeFactory;
	readonly #options: RuntimeOptions;
	#current: CreateAgentSessionRuntimeResult;
	#rebind: ((session: AgentSession) => Promise<void>) | undefined;

	constructor(
		create: CreateAgentSessionRuntimeFactory,
		options: RuntimeOptions,
		first: CreateAgentSessionRuntimeResult,
	) {
		this.#create = create;
		this.#options = options;
		this.#current = first;
	}

	get session(): AgentSession {
		return this.#current.session;
	}

	get services(): AgentSessionServices {
		return this.#current.services;
	}

	get cwd(): string {
		return this.services.cwd;
	}

	get diagnostics(): readonly AgentSessionRuntimeDiagnostic[] {
		return this.#current.diagnostics;
	}

	get modelFallbackMessage(): string | undefined {
		return this.#current.modelFallbackMessage;
	}

	/** Called with each session that becomes the open one. */
	setRebindSession(rebind?: (session: AgentSession) => Promise<void>): void {
		this.#rebind = rebind;
	}

	async newSession(
		options: {
			readonly parentSession?: string;
			setup?(sessionManager: SessionManager): Promise<void>;
		} = {},
	): Promise<{readonly cancelled: boolean}> {
		const {parentSession, setup} = options;
		const manager = this.#fresh(parentSession);
		await setup?.(manager);
		return this.#replace(manager);
	}

	switchSession(
		sessionPath: string,
		{cwdOverride}: {readonly cwdOverride?: string} = {},
	): Promise<{readonly cancelled: boolean}> {
		const folder = this.session.sessionManager.getSessionDir();
		return this.#replace(
			SessionManager.open(sessionPath, folder === '' ? undefined : folder, cwdOverride),
		);
	}

	/** A new session up to an entry: at a message of the user before it, and its text comes back. */
	async fork(
		entryId: string,
		{position = 'before'}: {readonly position?: 'before' | 'at'} = {},
	): Promise<{readonly cancelled: boolean; readonly selectedText?: string}> {
		const tree = this.session.store.tree();
		const entry = tree.entry(entryId);
		if (!entry) throw new Error(`There is no entry ${entryId} in this session.`);
		const selectedText = position === 'before' ? editableText(entry) : undefined;
		const target = position === 'before' ? entry.parentId : entryId;
		const manager = this.#fresh();
		if (target === null) await this.#replace(manager);
		else await this.#replace(manager.startFrom(tree, target));
		return {...done, ...(selectedText === undefined ? {} : {selectedText})};
	}

	/** Takes a session file from elsewhere in and goes on with it. */
	async importFromJsonl(
		inputPath: string,
		cwdOverride?: string,
	): Promise<{readonly cancelled: boolean}> {
		const file = path.resolve(this.cwd, inputPath);
		if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`);
		const folder = this.session.sessionManager.getSessionDir();
		const taken = folder === '' ? file : importSession(file, folder);
		return this.switchSession(taken, cwdOverride === undefined ? {} : {cwdOverride});
	}

	async dispose(): Promise<void> {
		await this.session.dispose();
	}

	#fresh(parentSession?: string): SessionManager {
		const own = parentSession === undefined ? {} : {parentSession};
		const {sessionManager} = this.session;
		return sessionManager.isPersisted()
			? SessionManager.create(this.cwd, sessionManager.getSessionDir(), own)
			: SessionManager.inMemory(this.cwd, own);
	}

	async #replace(sessionManager: SessionManager): Promise<{readonly cancelled: boolean}> {
		const old = this.session;
		const cwd = sessionManager.getCwd();
		this.#current = await this.#create({...this.#options, cwd, sessionManager});
		await old.dispose();
		await this.#rebind?.(this.session);
		return done;
	}
}

export const createAgentSessionRuntime = async (
	create: CreateAgentSessionRuntimeFactory,
	options: RuntimeOptions,
): Promise<AgentSessionRuntime> => new AgentSessionRuntime(create, options, await create(options));
