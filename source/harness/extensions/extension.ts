import type {EventName} from './events.ts';
import type {
	CommandDefinition,
	ExtensionContext,
	FlagDefinition,
	ShortcutDefinition,
	ToolDefinition,
} from './extension-api.ts';
import type {
	EntryRenderer,
	MarkdownTransformer,
	MessageRenderer,
	ToolRendererResolver,
} from './render-api.ts';
import type {Scope} from './scope.ts';

export type ExtensionPlace = 'flag' | 'project' | 'person' | 'package' | 'inline';

/** Where an extension lies and who brought it. */
export type ExtensionSource = {
	/** The file that is loaded, or a name in angle brackets for one that is no file. */
	readonly path: string;
	readonly name: string;
	readonly place: ExtensionPlace;
	/** The package it came with. */
	readonly packageName?: string;
};

export type Handler = {
	bivarianceHack(event: object, context: ExtensionContext): unknown;
}['bivarianceHack'];

export type Cost = {calls: number; ms: number; slowest: number; errors: number};

/** One extension that is loaded: what it has registered, what it has cost. */
export type Extension = {
	readonly source: ExtensionSource;
	readonly scope: Scope;
	readonly handlers: Map<EventName, Set<Handler>>;
	readonly tools: Map<string, ToolDefinition>;
	readonly commands: Map<string, CommandDefinition>;
	readonly shortcuts: Map<string, ShortcutDefinition>;
	readonly flags: Map<string, FlagDefinition>;
	readonly messageRenderers: Map<string, MessageRenderer>;
	readonly entryRenderers: Map<string, EntryRenderer>;
	readonly toolRenderers: ToolRendererResolver[];
	readonly mcpServers: Map<string, unknown>;
	markdown:
		| {readonly transform: MarkdownTransformer; readonly types: readonly string[]}
		| undefined;
	readonly costs: Map<string, Cost>;
	loadMs: number;
};

export const createExtension = (source: ExtensionSource, scope: Scope): Extension => ({
	source,
	scope,
	handlers: new Map(),
	tools: new Map(),
	commands: new Map(),
	shortcuts: new Map(),
	flags: new Map(),
	messageRenderers: new Map(),
	entryRenderers: new Map(),
	toolRenderers: [],
	mcpServers: new Map(),
	markdown: undefined,
	costs: new Map(),
	loadMs: 0,
});

/** Adds one call to what an extension has cost. */
export function addCost(extension: Extension, event: string, ms: number): void {
	const cost = extension.costs.get(event) ?? {calls: 0, ms: 0, slowest: 0, errors: 0};
	cost.calls += 1;
	cost.ms += ms;
	cost.slowest = Math.max(cost.slowest, ms);
	extension.costs.set(event, cost);
}
