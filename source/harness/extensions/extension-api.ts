import type {Static, TSchema} from 'typebox';
import type {ToolResult} from '../../agent/index.ts';
import type {Model, ThinkingLevel, Usage, UserContent} from '../../ai/index.ts';
import type {EventName, EventOf, ResultOf} from './events.ts';
import type {ExtensionUi} from './extension-ui.ts';
import type {ModelsView} from './models-view.ts';
import type {CustomBody} from './payloads.ts';
import type {
	EntryRenderer,
	MarkdownTransformer,
	MessageRenderer,
	ToolRendererResolver,
	ToolRenderers,
} from './render-api.ts';
import type {SessionView} from './session-view.ts';
import type {PromptFacts} from './shapes.ts';

/** What extensions are written against. The names are pi's, so that its extensions run as they are. */

export type ExtensionMode = 'tui' | 'rpc' | 'json' | 'print';

export type ExtensionContext = {
	readonly ui: ExtensionUi;
	readonly mode: ExtensionMode;
	/** A person or a client can answer. */
	readonly hasUI: boolean;
	readonly cwd: string;
	readonly sessionManager: SessionView;
	readonly modelRegistry: ModelsView;
	readonly model: Model | undefined;
	readonly scopedModels: readonly {readonly model: Model; readonly thinkingLevel?: ThinkingLevel}[];
	readonly thinkingLevel: ThinkingLevel;
	/** Of the run that is going. */
	readonly signal: AbortSignal | undefined;
	isIdle(): boolean;
	isProjectTrusted(): boolean;
	abort(): void;
	hasPendingMessages(): boolean;
	shutdown(): void;
	getContextUsage():
		| {
				readonly tokens: number | null;
				readonly contextWindow: number;
				readonly percent: number | null;
		  }
		| undefined;
	compact(options?: {
		readonly customInstructions?: string;
		readonly onComplete?: (result: unknown) => void;
		readonly onError?: (error: Error) => void;
	}): void;
	getSystemPrompt(): string;
};

export type CallOutcome = {
	readonly toolCall: {readonly id: string; readonly name: string; readonly arguments: unknown};
	readonly result: ToolResult;
	readonly isError: boolean;
	readonly durationMs?: number;
};

export type ExtensionToolContext = ExtensionContext & {
	readonly tools: readonly ToolInfo[];
	/** Never rejects for what the tool does wrong. */
	executeTool(
		name: string,
		args: unknown,
		options?: {readonly signal?: AbortSignal; readonly onUpdate?: (partial: ToolResult) => void},
	): Promise<CallOutcome>;
};

type Replaced = Promise<{readonly cancelled: boolean}>;
type WithSession = {readonly withSession?: (ctx: ReplacedSessionContext) => Promise<void> | void};

export type ExtensionCommandContext = ExtensionContext & {
	getSystemPromptOptions(): PromptFacts;
	waitForIdle(): Promise<void>;
	newSession(
		options?: WithSession & {
			readonly parentSession?: string;
			readonly setup?: (session: SessionView) => Promise<void> | void;
		},
	): Replaced;
	fork(entryId: string, options?: WithSession & {readonly position?: 'before' | 'at'}): Replaced;
	navigateTree(
		targetId: string,
		options?: {
			readonly summarize?: boolean;
			readonly customInstructions?: string;
			readonly replaceInstructions?: boolean;
			readonly label?: string;
		},
	): Replaced;
	switchSession(path: string, options?: WithSession): Replaced;
	/** The end of the handler that calls it: what comes behind runs in the old instance. */
	reload(): Promise<void>;
};

export type ReplacedSessionContext = ExtensionCommandContext & {
	sendMessage(message: CustomBody, options?: SendOptions): Promise<void>;
	sendUserMessage(content: UserText, options?: SendUserOptions): Promise<void>;
};

export type UserText = string | readonly UserContent[];

export type SendOptions = {
	readonly triggerTurn?: boolean;
	readonly deliverAs?: 'steer' | 'followUp' | 'nextTurn';
};

export type SendUserOptions = {
	readonly deliverAs?: 'steer' | 'followUp';
	readonly expandPromptTemplates?: boolean;
};

export type ToolExposure = 'direct' | 'model-only' | 'codemode' | 'deferred' | 'hidden';

export type ToolDefinition<P extends TSchema = TSchema> = ToolRenderers & {
	readonly name: string;
	readonly label: string;
	readonly description: string;
	readonly parameters: P;
	readonly promptSnippet?: string;
	readonly promptGuidelines?: readonly string[];
	readonly executionMode?: 'parallel' | 'sequential';
	readonly exposure?: ToolExposure;
	readonly defaultActive?: boolean;
	readonly namespace?: unknown;
	readonly annotations?: {
		readonly readOnlyHint?: boolean;
		readonly destructiveHint?: boolean;
		readonly idempotentHint?: boolean;
		readonly openWorldHint?: boolean;
	};
	prepareArguments?(input: unknown): unknown;
	execute(
		toolCallId: string,
		params: Static<P>,
		...rest: readonly [
			signal: AbortSignal | undefined,
			onUpdate: ((partial: ToolResult) => void) | undefined,
			context: ExtensionToolContext,
		]
	): Promise<ToolResult & {readonly usage?: Usage}>;
};

export type ToolInfo = {
	readonly name: string;
	readonly description: string;
	readonly parameters: TSchema;
	readonly promptGuidelines: readonly string[];
	readonly exposure: ToolExposure;
	readonly sourceInfo: SourceInfo;
};

export type SourceInfo = {
	readonly path: string;
	readonly source: string;
	readonly scope: string;
	readonly origin: string;
};

export type Completion = {
	readonly value: string;
	readonly label: string;
	readonly description?: string;
};
type Completions = readonly Completion[] | null;

export type CommandDefinition = {
	readonly description?: string;
	getArgumentCompletions?(prefix: string): Completions | Promise<Completions>;
	handler(args: string, context: ExtensionCommandContext): unknown;
};

export type ShortcutDefinition = {
	readonly description?: string;
	handler(context: ExtensionContext): unknown;
};

export type FlagDefinition = {
	readonly description?: string;
	readonly type: 'boolean' | 'string';
	readonly default?: boolean | string;
};

export type ExecOptions = {
	readonly signal?: AbortSignal;
	readonly timeout?: number;
	readonly cwd?: string;
	readonly maxBuffer?: number;
};

export type ExecResult = {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number;
	readonly killed: boolean;
	readonly truncated: boolean;
};

/** What a function that returns nothing returns. */
type Nothing = ReturnType<() => void>;
type Answer<R> = R | undefined | Nothing;

export type EventHandler<N extends EventName> = (
	event: EventOf<N>,
	context: ExtensionContext,
) => Answer<ResultOf<N>> | Promise<Answer<ResultOf<N>>>;

export type EventBus = {
	emit(channel: string, data: unknown): void;
	on(channel: string, handler: (data: unknown) => unknown): () => void;
};

export type ExtensionAPI = {
	on<N extends EventName>(event: N, handler: EventHandler<N>): () => void;
	registerTool<P extends TSchema>(tool: ToolDefinition<P>): void;
	registerCommand(name: string, command: CommandDefinition): void;
	registerShortcut(key: string, shortcut: ShortcutDefinition): void;
	registerFlag(name: string, flag: FlagDefinition): void;
	getFlag(name: string): boolean | string | undefined;
	registerMessageRenderer(customType: string, renderer: MessageRenderer): void;
	registerEntryRenderer(customType: string, renderer: EntryRenderer): void;
	registerToolRenderer(resolver: ToolRendererResolver): void;
	registerMarkdownTransformer(
		transformer: MarkdownTransformer,
		options?: {readonly messageTypes?: readonly string[]},
	): void;
	sendMessage(message: CustomBody, options?: SendOptions): void;
	sendUserMessage(content: UserText, options?: SendUserOptions): void;
	appendEntry(customType: string, data?: unknown): void;
	setSessionName(name: string): void;
	getSessionName(): string | undefined;
	setLabel(entryId: string, label: string | undefined): void;
	/** No shell. */
	exec(command: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
	getActiveTools(): string[];
	setActiveTools(names: readonly string[]): void;
	getAllTools(): ToolInfo[];
	getCommands(): {
		readonly name: string;
		readonly description?: string;
		readonly source: 'extension' | 'prompt' | 'skill';
		readonly sourceInfo: SourceInfo;
	}[];
	getSettings(): unknown;
	/** false: the provider of the model is not connected. */
	setModel(model: Model): Promise<boolean>;
	getThinkingLevel(): ThinkingLevel;
	setThinkingLevel(level: ThinkingLevel): void;
	registerProvider(name: unknown, config?: unknown): void;
	unregisterProvider(name: string): void;
	registerMcpServer(name: string, config: unknown): void;
	unregisterMcpServer(name: string): void;
	getMcpServers(): {
		readonly name: string;
		readonly config: unknown;
		readonly extensionPath: string;
	}[];
	registerVirtualModel(model: unknown): void;
	unregisterVirtualModel(provider: string, id: string): void;
	readonly events: EventBus;
};

export type ExtensionFactory = (pi: ExtensionAPI) => void | Promise<void>;
