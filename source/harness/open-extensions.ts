import path from 'node:path';
import type {Model} from '../ai/index.ts';
import {findExtensions} from './extensions/find.ts';
import {createExtensionHost, type ExtensionHost} from './extensions/host.ts';
import {createImporter, type InlineExtension, type PiModules} from './extensions/load.ts';
import {linkSession, type SessionLink} from './extensions/session-link.ts';
import type {HarnessOptions} from './harness-options.ts';
import type {ModelRegistry} from './model-registry.ts';
import {packageFolder} from './paths.ts';
import {promptOf, toPromptFacts} from './prompt-facts.ts';
import type {Resources} from './resources/load.ts';
import type {SessionStore} from './session-store.ts';
import type {PromptParts} from './system-prompt.ts';
import type {UserInterface} from './user-interface.ts';

export type OpenExtensionsOptions = Pick<
	HarnessOptions,
	'cwd' | 'userHome' | 'places' | 'settings' | 'project'
> & {
	readonly ui: UserInterface;
	/** Of the command line. */
	readonly named: readonly string[];
	readonly onlyNamed: boolean;
	readonly modules: PiModules;
	readonly inline?: readonly InlineExtension[];
};

/** The host of extensions, with all that are found loaded. One that cannot be loaded is told of and left out. */
export async function openExtensions(options: OpenExtensionsOptions): Promise<ExtensionHost> {
	const {cwd, places, project, ui, inline, modules} = options;
	const host = createExtensionHost({
		cwd,
		ui,
		find: () =>
			findExtensions({
				...options,
				isTrusted: project.isTrusted(),
				shipped: path.join(packageFolder(), 'extensions'),
			}),
		importer: () => createImporter(path.join(places.home, 'cache'), modules),
		...(inline ? {inline} : {}),
	});
	await host.load();
	return host;
}

export type JoinParts = {
	readonly options: HarnessOptions;
	readonly host: ExtensionHost;
	readonly registry: ModelRegistry;
	readonly session: () => SessionStore;
	resources(): Resources;
	prompt(): PromptParts;
	reload(): Promise<void>;
	readonly scopedModels: readonly {readonly model: Model}[];
};

/** Joins extensions to the session that is about to be made. */
export function joinExtensions(parts: JoinParts): SessionLink {
	const {options, host, registry, session, resources, reload, prompt} = parts;
	const {settings, project, flags} = options;
	const active = () => {
		const names = new Set(session().getState().activeTools);
		return session().tools.filter(({name}) => names.has(name));
	};
	return linkSession({
		host,
		registry,
		session,
		resources,
		settings: settings.get,
		isTrusted: project.isTrusted,
		facts: () => toPromptFacts(active(), prompt()),
		promptOf: facts => promptOf(facts, {tools: session().tools, parts: prompt()}),
		reload,
		mayUse: flags.mayUse ?? (() => true),
		providers: host.shelf,
		async forkAt(entryId, position) {
			if (position === 'at') return session().clone(entryId);
			return (await session().fork(entryId)) !== undefined;
		},
		async navigate(entryId) {
			await session().navigate(entryId);
			return true;
		},
		scopedModels: parts.scopedModels,
	});
}
