import type {AgentHooks} from '../agent/index.ts';
import type {Model, ThinkingLevel} from '../ai/index.ts';
import type {RetrySettings} from './after-run.ts';
import type {Access} from './auth/sign-in-flow.ts';
import type {LimitOverrides} from './compaction/when.ts';
import type {PromptFacts} from './extensions/shapes.ts';
import type {WantedSystem} from './session/system-patch.ts';
import type {SessionTree} from './session/tree.ts';
import type {SessionHooks} from './session-hooks.ts';
import type {ShellSettings} from './shell/run-command.ts';
import type {HarnessTool} from './tools/define-tool.ts';
import type {UserInterface} from './user-interface.ts';

export type CompactionSettings = {
	readonly enabled: boolean;
	/** Tokens kept free for the answer; compaction starts when less is left. */
	readonly reserveTokens: number;
	/** Tokens of recent conversation that stay as they are. */
	readonly keepRecentTokens: number;
	/** Other numbers for some models, by `provider/id`. */
	readonly modelOverrides?: LimitOverrides;
};

/** The settings a session acts by; read anew at each use, so a change takes effect at once. */
export type SessionSettings = {
	readonly retry: RetrySettings;
	readonly compaction: CompactionSettings;
	readonly branchSummary: {
		/** Tokens kept free for the notes. */
		readonly reserveTokens: number;
	};
	readonly steeringMode: 'one-at-a-time' | 'all';
	readonly followUpMode: 'one-at-a-time' | 'all';
	readonly idleTimeoutMs: number;
};

export type ModelAccess = {
	/** What a request is sent with; throws a sentence that says how to connect the provider. */
	authorise(model: Model): Promise<Access>;
	/** Resolves when nothing is under way that must not be cut off. */
	settled?(): Promise<void>;
};

/** All that a session is built from; `cli/main.ts` and the SDK put it together. */
export type SessionStoreOptions = {
	readonly cwd: string;
	readonly tree: SessionTree;
	readonly model?: Model;
	readonly level: ThinkingLevel;
	readonly access: ModelAccess;
	readonly tools: readonly HarnessTool[];
	readonly activeTools: readonly string[];
	/** The whole prompt for these tools; only what changed is stored and sent. */
	systemPrompt(tools: readonly HarnessTool[]): Pick<WantedSystem, 'content' | 'sections'>;
	/** Skills and templates to text. */
	expand(text: string): string;
	settings(): SessionSettings;
	readonly ui: UserInterface;
	/** Asked before a tool runs; a sentence refuses it. */
	readonly gate?: (tool: HarnessTool, input: unknown) => Promise<string | undefined>;
	/** Folder of all sessions; undefined: in memory only. */
	readonly sessions: string | undefined;
	shell(): ShellSettings;
	newTree(): SessionTree;
	openTree(file: string): SessionTree;
	/** Extensions; default: none. */
	readonly hooks?: SessionHooks;
	/** The system prompt of the next run, as a text and as what it is made of. */
	promptFacts?(): {readonly text: string; readonly options: PromptFacts};
	/** For tests and embedders; default: the model layer. */
	readonly stream?: AgentHooks['stream'];
	readonly now?: () => number;
};
