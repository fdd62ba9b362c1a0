import {isRecord} from '../../lib/is-record.ts';
import {isEventName} from './events.ts';
import {execProgram} from './exec-program.ts';
import type {Extension, Handler} from './extension.ts';
import type {ExtensionAPI, ToolDefinition} from './extension-api.ts';
import type {HostActions, ProviderPort} from './host-actions.ts';
import {toCustomBody} from './merges.ts';
import {outside} from './scope.ts';

export type ApiParts = {
	readonly extension: Extension;
	/** What the host does for extensions; throws while none is bound, or when this extension is gone. */
	actions(): HostActions;
	/** Told when a list has changed after the load. */
	changed(what: 'tools' | 'flags' | 'servers'): void;
	flag(name: string): boolean | string | undefined;
	on(channel: string, handler: (data: unknown) => unknown): () => void;
	emit(channel: string, data: unknown): void;
	readonly shelf: ProviderPort;
	cwd(): string;
	warn(text: string): void;
};

const isDefinition = (tool: unknown): tool is ToolDefinition =>
	isRecord(tool) &&
	typeof tool.name === 'string' &&
	typeof tool.execute === 'function' &&
	isRecord(tool.parameters);

function requireHandler(value: unknown, what: string): void {
	const isFine = isRecord(value) && typeof value.handler === 'function';
	if (!isFine) throw new Error(`${what} needs a "handler" function`);
}

function registrations({extension, changed, flag}: ApiParts) {
	return {
		registerTool(tool: unknown) {
			if (!isDefinition(tool))
				throw new Error('a tool needs a "name", "parameters" (a schema) and "execute"');
			extension.tools.set(tool.name, tool);
			changed('tools');
		},
		registerCommand(name: string, command: Parameters<ExtensionAPI['registerCommand']>[1]) {
			requireHandler(command, `The command /${name}`);
			extension.commands.set(name, command);
		},
		registerShortcut(key: string, shortcut: Parameters<ExtensionAPI['registerShortcut']>[1]) {
			requireHandler(shortcut, `The key ${key}`);
			extension.shortcuts.set(key.toLowerCase(), shortcut);
		},
		registerFlag(name: string, definition: Parameters<ExtensionAPI['registerFlag']>[1]) {
			extension.flags.set(name, definition);
			changed('flags');
		},
		getFlag: (name: string) => flag(name),
	};
}

function renderers({extension}: ApiParts) {
	return {
		registerMessageRenderer: (
			type: string,
			renderer: Parameters<ExtensionAPI['registerMessageRenderer']>[1],
		) => void extension.messageRenderers.set(type, renderer),
		registerEntryRenderer: (
			type: string,
			renderer: Parameters<ExtensionAPI['registerEntryRenderer']>[1],
		) => void extension.entryRenderers.set(type, renderer),
		registerToolRenderer: (resolver: Parameters<ExtensionAPI['registerToolRenderer']>[0]) =>
			void extension.toolRenderers.push(resolver),
		registerMarkdownTransformer(
			transform: Parameters<ExtensionAPI['registerMarkdownTransformer']>[0],
			options: Parameters<ExtensionAPI['registerMarkdownTransformer']>[1] = {},
		) {
			const types = options.messageTypes ?? ['user', 'assistant', 'assistant-thinking'];
			extension.markdown = {transform, types};
		},
	};
}

function conversation({actions}: ApiParts) {
	const act = <T>(work: (actions: HostActions) => T): T => {
		const own = actions();
		return outside(() => work(own));
	};
	return {
		sendMessage: (
			message: Parameters<ExtensionAPI['sendMessage']>[0],
			options: Parameters<ExtensionAPI['sendMessage']>[1] = {},
		) => void act(host => host.send(toCustomBody(message), options)),
		sendUserMessage: (
			content: Parameters<ExtensionAPI['sendUserMessage']>[0],
			options: Parameters<ExtensionAPI['sendUserMessage']>[1] = {},
		) => void act(host => host.sendUser(content, options)),
		appendEntry: (type: string, data?: unknown) => act(host => host.append(type, data)),
		setSessionName: (name: string) => act(host => host.setName(name)),
		getSessionName: () => act(host => host.name()),
		setLabel: (id: string, label: string | undefined) => act(host => host.setLabel(id, label)),
		getActiveTools: () => act(host => host.activeTools()),
		setActiveTools: (names: readonly string[]) => act(host => host.setActiveTools(names)),
		getAllTools: () => act(host => host.allTools()),
		getCommands: () => act(host => host.commands()),
		getSettings: () => act(host => host.settings()),
		setModel: (model: Parameters<ExtensionAPI['setModel']>[0]) => act(host => host.setModel(model)),
		getThinkingLevel: () => act(host => host.level()),
		setThinkingLevel: (level: Parameters<ExtensionAPI['setThinkingLevel']>[0]) =>
			act(host => host.setLevel(level)),
	};
}

function providers({extension, actions, changed, shelf}: ApiParts) {
	const {path} = extension.source;
	return {
		registerProvider: (name: unknown, config?: unknown) => shelf.register(name, config, path),
		unregisterProvider: (name: string) => shelf.unregister(name),
		registerMcpServer(name: string, config: unknown) {
			if (!isRecord(config)) throw new Error(`The MCP server ${name} needs a configuration`);
			const owner = actions().serverOwner(name);
			if (owner !== undefined && owner !== path)
				throw new Error(`The MCP server ${name} belongs to ${owner}`);
			extension.mcpServers.set(name, config);
			changed('servers');
		},
		unregisterMcpServer(name: string) {
			if (extension.mcpServers.delete(name)) changed('servers');
		},
		getMcpServers: () => [...actions().servers()],
		registerVirtualModel: (model: unknown) => shelf.registerVirtual(model, path),
		unregisterVirtualModel: (provider: string, id: string) => shelf.unregisterVirtual(provider, id),
	};
}

/** `pi`: what the factory of one extension is given. */
export function createApi(parts: ApiParts): ExtensionAPI {
	const {extension} = parts;
	return {
		on(event, handler) {
			if (!isEventName(event)) {
				parts.warn(`There is no event "${String(event)}"; its handler is never called.`);
				return () => {};
			}

			const handlers = extension.handlers.get(event) ?? new Set<Handler>();
			extension.handlers.set(event, handlers);
			// Two registrations of one function are two.
			const own: Handler = (given, context) => (handler as Handler)(given, context);
			handlers.add(own);
			return () => {
				handlers.delete(own);
			};
		},
		...registrations(parts),
		...renderers(parts),
		...conversation(parts),
		...providers(parts),
		exec: (command, args, options = {}) =>
			execProgram(command, args, {cwd: parts.cwd(), ...options}),
		events: {emit: parts.emit, on: parts.on},
	};
}
