import type {Model} from '../../ai/index.ts';
import type {ModelRegistry} from '../model-registry.ts';
import type {Resources} from '../resources/load.ts';
import type {SessionStore} from '../session-store.ts';
import type {ExtensionMode} from './extension-api.ts';
import type {ExtensionHost} from './host.ts';
import type {ProviderPort} from './host-actions.ts';
import type {ModelsCache} from './models-view.ts';
import type {PromptFacts} from './shapes.ts';

/** What extensions may use of a harness. */
export type LinkParts = {
	readonly host: ExtensionHost;
	readonly registry: ModelRegistry;
	readonly session: () => SessionStore;
	resources(): Resources;
	settings(): unknown;
	isTrusted(): boolean;
	/** The prompt that these facts make. */
	promptOf(facts: PromptFacts): string;
	facts(): PromptFacts;
	reload(): Promise<void>;
	/** Whether the command line lets a tool of this name be used. */
	mayUse(tool: string): boolean;
	readonly providers: ProviderPort;
	/** false: an extension kept the session. */
	forkAt(entryId: string, position: 'before' | 'at'): Promise<boolean>;
	navigate(entryId: string, options: object): Promise<boolean>;
	readonly scopedModels: readonly {readonly model: Model}[];
};

/** The session that is open, as extensions work with it. */
export type Live = LinkParts & {
	readonly models: ModelsCache;
	mode: ExtensionMode;
	isReserved: (key: string) => boolean;
	quit: () => void;
	signal: AbortSignal | undefined;
	forced: string | undefined;
	/** Tools that were switched on because an extension brought them. */
	brought: ReadonlySet<string>;
};
