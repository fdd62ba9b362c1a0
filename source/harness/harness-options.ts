import type {LocalServer, Model, ThinkingLevel} from '../ai/index.ts';
import type {Credentials} from './credentials.ts';
import type {ExtensionHost} from './extensions/host.ts';
import type {SessionLink} from './extensions/session-link.ts';
import type {ModelChoice} from './model-choice.ts';
import type {ModelRegistry} from './model-registry.ts';
import type {ModelSelection} from './model-selection.ts';
import type {Places} from './paths.ts';
import type {Project} from './project.ts';
import type {LoadOptions, Resources} from './resources/load.ts';
import type {SettingsStore} from './resources/settings.ts';
import type {SessionTree} from './session/tree.ts';
import type {SessionStore} from './session-store.ts';
import type {HarnessTool} from './tools/define-tool.ts';
import type {UserInterface} from './user-interface.ts';

export type HarnessOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly settings: SettingsStore;
	readonly ui: UserInterface;
	/** When nothing can answer: show the demo, refuse to start, or start and refuse prompts. */
	readonly withoutModel: 'demo' | 'refuse' | 'wait';
	readonly flags: {
		readonly provider?: string;
		readonly model?: string;
		readonly apiKey?: string;
		readonly level?: ThinkingLevel;
		/** Patterns of the models to cycle through. */
		readonly models?: readonly string[];
		readonly tools?: readonly string[];
		/** Which tools of extensions may be on; default: all. */
		mayUse?(tool: string): boolean;
		readonly systemPrompt?: string;
		readonly addendum?: string;
		readonly contextFiles: boolean;
		/** Skills, slash prompts and themes of the command line. */
		readonly named: LoadOptions['named'];
	};
	/** `settings` has the project's settings when it is trusted. */
	readonly project: Project;
	/** undefined: in memory only. */
	readonly sessions: string | undefined;
	/** The session to go on with; without it a new one begins. */
	readonly open?: string;
	readonly sessionId?: string;
	/** Goes on in a copy of `open`. */
	readonly fork?: boolean;
	/** Loaded already; without a host there are none. */
	readonly extensions?: ExtensionHost;
	/** What an embedding program brings along, instead of what would be opened here. */
	readonly own?: {
		readonly tree?: SessionTree;
		readonly models?: Models;
		readonly model?: Model;
		/** Beside those of the product; one of the same name takes its place. */
		readonly tools?: readonly HarnessTool[];
		resources?(): Promise<Resources>;
	};
};

/** Who can be asked, and with which keys. */
export type Models = {readonly credentials: Credentials; readonly registry: ModelRegistry};

export type Harness = {
	readonly session: SessionStore;
	readonly registry: ModelRegistry;
	readonly credentials: Credentials;
	readonly choice: ModelChoice;
	readonly settings: SettingsStore;
	/** Skills, slash prompts, themes and instructions, as they were read last. */
	resources(): Resources;
	/** Reads them again; the next request says what changed. */
	reload(): Promise<void>;
	/** Whenever settings and resources were read again. */
	onRead(listener: () => void): () => void;
	/** Reads them again when their files change, until this is undone. */
	followFiles(): () => void;
	/** Folder of all sessions; undefined: this one is in memory only. */
	readonly sessions: string | undefined;
	/** Extensions, and how a mode shows itself to them. */
	readonly extensions?: {readonly host: ExtensionHost; readonly link: SessionLink};
	/** Who answers from now on. */
	readonly selection: ModelSelection;
	/** Looks again for model servers on this machine; their models can be chosen then. `isWanted`: a person asks for one. */
	findServers(isWanted?: boolean): Promise<readonly LocalServer[]>;
};
