import type {UserInterface} from '../user-interface.ts';
import type {createBus} from './bus.ts';
import type {ContextPort} from './context.ts';
import type {Extension, ExtensionSource} from './extension.ts';
import type {ExtensionContext} from './extension-api.ts';
import type {Fault, FaultBook} from './faults.ts';
import type {FoundExtensions} from './find.ts';
import type {HostActions} from './host-actions.ts';
import type {ImportModule, InlineExtension} from './load.ts';
import type {createPromptSpans} from './prompt-spans.ts';
import type {ProviderShelf} from './providers.ts';

export type HostOptions = {
	readonly cwd: string;
	/** Looks for them anew. */
	find(): FoundExtensions;
	importer(): Promise<ImportModule>;
	readonly inline?: readonly InlineExtension[];
	/** Options of the command line that extensions have asked for. */
	readonly flags?: ReadonlyMap<string, boolean | string>;
	/** For what goes wrong before a mode has its own. */
	readonly ui: UserInterface;
};

/** The session that extensions work with, as it is seen from here. */
export type HostSession = {
	readonly context: ContextPort;
	readonly actions: HostActions;
	/** Tools were added after the load. */
	toolsChanged(): void;
	serversChanged(): void;
};

/** What the parts of a host share. */
export type Host = {
	readonly options: HostOptions;
	extensions: readonly Extension[];
	readonly failed: Map<ExtensionSource, string>;
	readonly off: Set<string>;
	faults: FaultBook;
	session: HostSession | undefined;
	ui: UserInterface;
	flags: ReadonlyMap<string, boolean | string>;
	onFault: (fault: Fault) => void;
	readonly bus: ReturnType<typeof createBus>;
	readonly spans: ReturnType<typeof createPromptSpans>;
	readonly contexts: WeakMap<Extension, ExtensionContext>;
	/** Lets the process be as it was before. */
	unwatch: (() => void) | undefined;
	readonly shelf: ProviderShelf;
};

export const isOn = (host: Host, {source}: Extension): boolean => !host.off.has(source.path);
