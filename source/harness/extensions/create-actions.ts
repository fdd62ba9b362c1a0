import type {ImageContent} from '../../ai/index.ts';
import {ownedCommands} from './commands.ts';
import type {ExtensionAPI, SourceInfo, ToolInfo, UserText} from './extension-api.ts';
import type {HostActions} from './host-actions.ts';
import type {Live} from './live-session.ts';
import {ownedTools, sourceInfoOf} from './tools.ts';

const local = (path: string, scope = 'user'): SourceInfo => ({
	path,
	source: 'local',
	scope,
	origin: 'top-level',
});

function allTools(live: Live): ToolInfo[] {
	const owners = new Map(
		ownedTools(live.host.list()).map(owned => [owned.definition.name, owned] as const),
	);
	return live.session().tools.map(tool => {
		const owned = owners.get(tool.name);
		return {
			name: tool.name,
			description: tool.description,
			parameters: tool.parameters,
			promptGuidelines: tool.promptGuidelines,
			exposure: owned?.definition.exposure ?? 'direct',
			sourceInfo: owned ? sourceInfoOf(owned.extension) : local('<builtin>'),
		};
	});
}

function allCommands({host, resources}: Live): ReturnType<ExtensionAPI['getCommands']> {
	const {templates, skills} = resources();
	return [
		...ownedCommands(host.list()).map(({name, extension, command: {description}}) => ({
			name,
			...(description === undefined ? {} : {description}),
			source: 'extension' as const,
			sourceInfo: sourceInfoOf(extension),
		})),
		...templates.map(({name, description, path}) => ({
			name,
			description,
			source: 'prompt' as const,
			sourceInfo: local(path),
		})),
		...skills.map(({name, description, path}) => ({
			name: `skill:${name}`,
			description,
			source: 'skill' as const,
			sourceInfo: local(path),
		})),
	];
}

const imagesOf = (content: UserText): readonly ImageContent[] =>
	typeof content === 'string' ? [] : content.flatMap(part => (part.type === 'image' ? [part] : []));

const textOf = (content: UserText): string =>
	typeof content === 'string'
		? content
		: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

function serversOf({host}: Live): ReturnType<ExtensionAPI['getMcpServers']> {
	return host
		.list()
		.flatMap(({mcpServers, source}) =>
			[...mcpServers].map(([name, config]) => ({name, config, extensionPath: source.path})),
		);
}

/** What extensions do to the session that is open. */
export function createActions(live: Live): HostActions {
	const open = live.session;
	return {
		send: (message, options) => open().deliver(message, options),
		async sendUser(content, {deliverAs, expandPromptTemplates = false}) {
			await open().prompt(textOf(content), {
				images: imagesOf(content),
				source: 'extension',
				expand: expandPromptTemplates,
				...(deliverAs ? {whileRunning: deliverAs} : {}),
			});
		},
		append: (customType, data) =>
			void open().appendEntry({
				type: 'custom',
				customType,
				...(data === undefined ? {} : {data}),
			}),
		name: () => open().tree().name(),
		setName: name => open().setName(name),
		setLabel: (id, label) => open().setLabel(id, label),
		activeTools: () => [...open().getState().activeTools],
		setActiveTools: names => open().setActiveTools(names),
		allTools: () => allTools(live),
		commands: () => allCommands(live),
		settings: () => structuredClone(live.settings()),
		async setModel(model) {
			if (!live.registry.available().includes(model.provider)) return false;
			open().setModel(model);
			return true;
		},
		level: () => open().getState().level,
		setLevel: level => open().setThinkingLevel(level),
		servers: () => serversOf(live),
		serverOwner: name => serversOf(live).find(server => server.name === name)?.extensionPath,
		providers: live.providers,
	};
}
