import type {AgentMessage} from '../agent/index.ts';
import type {ImageContent, Model, ThinkingLevel} from '../ai/index.ts';
import type {BashResult, CompactionResult, NavigateResult, SessionEntry} from '../harness/index.ts';
import type {PromptDisposition} from './agent-session.ts';
import {
	type RpcProcess,
	type RpcProcessOptions,
	type RpcRecord,
	startRpcProcess,
} from './rpc-process.ts';
import type {SessionTreeNode} from './session-views.ts';

export type RpcSessionState = {
	readonly model?: Model;
	readonly thinkingLevel: ThinkingLevel;
	readonly isStreaming: boolean;
	readonly isCompacting: boolean;
	readonly steeringMode: 'all' | 'one-at-a-time';
	readonly followUpMode: 'all' | 'one-at-a-time';
	readonly sessionFile?: string;
	readonly sessionId: string;
	readonly sessionName?: string;
	readonly autoCompactionEnabled: boolean;
	readonly messageCount: number;
	readonly pendingMessageCount: number;
};

/** What each command answers with. */
type Answers = {
	prompt: {readonly disposition: PromptDisposition};
	steer: {readonly disposition: PromptDisposition};
	follow_up: {readonly disposition: PromptDisposition};
	clear_queue: {readonly steering: readonly string[]; readonly followUp: readonly string[]};
	get_state: RpcSessionState;
	get_messages: {readonly messages: readonly AgentMessage[]};
	set_model: Model;
	cycle_model: {readonly model: Model; readonly thinkingLevel: ThinkingLevel} | null;
	get_available_models: {readonly models: readonly Model[]};
	cycle_thinking_level: {readonly level: ThinkingLevel} | null;
	get_available_thinking_levels: {readonly levels: readonly ThinkingLevel[]};
	compact: CompactionResult;
	bash: BashResult;
	get_session_stats: RpcRecord;
	get_request: RpcRecord;
	export_html: {readonly path: string};
	new_session: {readonly cancelled: boolean};
	switch_session: {readonly cancelled: boolean};
	clone: {readonly cancelled: boolean};
	fork: {readonly text: string; readonly cancelled: boolean};
	navigate_tree: NavigateResult;
	get_fork_messages: {readonly messages: readonly {entryId: string; text: string}[]};
	get_entries: {readonly entries: readonly SessionEntry[]; readonly leafId: string | null};
	get_tree: {readonly tree: readonly SessionTreeNode[]; readonly leafId: string | null};
	get_last_assistant_text: {readonly text?: string};
	get_commands: {readonly commands: readonly RpcRecord[]};
};

type Done = undefined;
type AnswerOf<T extends string> = T extends keyof Answers ? Answers[T] : Done;

export type RpcEventListener = (event: RpcRecord & {readonly type: string}) => void;

const hasType = (record: RpcRecord): record is RpcRecord & {readonly type: string} =>
	typeof record.type === 'string';

/** Drives the program as a child over its RPC protocol. Methods reject with the words of the program. */
export class RpcClient {
	readonly #options: RpcProcessOptions;
	readonly #listeners = new Set<RpcEventListener>();
	#process: RpcProcess | undefined;

	constructor(options: RpcProcessOptions = {}) {
		this.#options = options;
	}

	/** Resolves when the program answers. */
	async start(): Promise<void> {
		if (this.#process) throw new Error('The program runs already.');
		this.#process = startRpcProcess(this.#options, record => {
			if (hasType(record)) for (const listener of this.#listeners) listener(record);
		});
		await this.getState();
	}

	async stop(): Promise<void> {
		await this.#process?.stop();
		this.#process = undefined;
	}

	/** Hears everything that is no answer. Returns what ends it. */
	onEvent(listener: RpcEventListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	getStderr(): string {
		return this.#process?.stderr() ?? '';
	}

	/** Any command, for those that have no method here. */
	async send<T extends string>(type: T, fields: RpcRecord = {}): Promise<AnswerOf<T>> {
		if (!this.#process) throw new Error('The program was not started.');
		// It is the other half of this package, so its answers have the shapes that are written here.
		return (await this.#process.request({type, ...fields})) as AnswerOf<T>;
	}

	/** Resolves when the prompt was taken; `waitForIdle` waits for the end of the run. */
	async prompt(
		message: string,
		images?: readonly ImageContent[],
		streamingBehavior?: 'steer' | 'followUp',
	): Promise<PromptDisposition> {
		return (await this.send('prompt', {message, images, streamingBehavior})).disposition;
	}

	async steer(message: string, images?: readonly ImageContent[]): Promise<PromptDisposition> {
		return (await this.send('steer', {message, images})).disposition;
	}

	async followUp(message: string, images?: readonly ImageContent[]): Promise<PromptDisposition> {
		return (await this.send('follow_up', {message, images})).disposition;
	}

	abort = () => this.send('abort');
	clearQueue = () => this.send('clear_queue');
	getState = () => this.send('get_state');
	setModel = (provider: string, modelId: string) => this.send('set_model', {provider, modelId});
	cycleModel = () => this.send('cycle_model');
	setThinkingLevel = (level: ThinkingLevel) => this.send('set_thinking_level', {level});
	cycleThinkingLevel = () => this.send('cycle_thinking_level');
	setSteeringMode = (mode: 'all' | 'one-at-a-time') => this.send('set_steering_mode', {mode});
	setFollowUpMode = (mode: 'all' | 'one-at-a-time') => this.send('set_follow_up_mode', {mode});
	compact = (customInstructions?: string) => this.send('compact', {customInstructions});
	setAutoCompaction = (enabled: boolean) => this.send('set_auto_compaction', {enabled});
	setAutoRetry = (enabled: boolean) => this.send('set_auto_retry', {enabled});
	abortRetry = () => this.send('abort_retry');
	bash = (command: string) => this.send('bash', {command});
	abortBash = () => this.send('abort_bash');
	getSessionStats = () => this.send('get_session_stats');
	/** `payload: true` adds the body itself. */
	getRequest = (options: {readonly payload?: boolean} = {}) => this.send('get_request', options);
	exportHtml = (outputPath?: string) => this.send('export_html', {outputPath});
	newSession = (parentSession?: string) => this.send('new_session', {parentSession});
	switchSession = (sessionPath: string) => this.send('switch_session', {sessionPath});
	fork = (entryId: string) => this.send('fork', {entryId});
	clone = () => this.send('clone');
	navigateTree = (entryId: string, options: RpcRecord = {}) =>
		this.send('navigate_tree', {entryId, ...options});
	getEntries = (since?: string) => this.send('get_entries', {since});
	getTree = () => this.send('get_tree');
	setSessionName = (name: string) => this.send('set_session_name', {name});

	async getAvailableModels(): Promise<readonly Model[]> {
		return (await this.send('get_available_models')).models;
	}

	async getAvailableThinkingLevels(): Promise<readonly ThinkingLevel[]> {
		return (await this.send('get_available_thinking_levels')).levels;
	}

	async getMessages(): Promise<readonly AgentMessage[]> {
		return (await this.send('get_messages')).messages;
	}

	async getForkMessages(): Promise<readonly {readonly entryId: string; readonly text: string}[]> {
		return (await this.send('get_fork_messages')).messages;
	}

	async getLastAssistantText(): Promise<string | null> {
		return (await this.send('get_last_assistant_text')).text ?? null;
	}

	async getCommands(): Promise<readonly RpcRecord[]> {
		return (await this.send('get_commands')).commands;
	}

	/** Resolves with the next end of a run. Call it before the run can end. */
	waitForIdle(timeoutMs = 60_000): Promise<void> {
		return this.#collect(timeoutMs).then(() => {});
	}

	/** The events up to the next end of a run. */
	collectEvents(timeoutMs = 60_000): Promise<readonly RpcRecord[]> {
		return this.#collect(timeoutMs);
	}

	async promptAndWait(
		message: string,
		images?: readonly ImageContent[],
		timeoutMs = 60_000,
	): Promise<readonly RpcRecord[]> {
		const events = this.#collect(timeoutMs);
		events.catch(() => {});
		const disposition = await this.prompt(message, images);
		return disposition === 'started' ? events : [];
	}

	#collect(timeoutMs: number): Promise<readonly RpcRecord[]> {
		return new Promise((resolve, reject) => {
			const events: RpcRecord[] = [];
			const timer = setTimeout(() => {
				undo();
				reject(new Error(`The run did not end within ${timeoutMs} ms. ${this.getStderr()}`.trim()));
			}, timeoutMs);
			const undo = this.onEvent(event => {
				events.push(event);
				if (event.type !== 'agent_settled') return;
				clearTimeout(timer);
				undo();
				resolve(events);
			});
		});
	}
}
