import os from 'node:os';
import {
	loadResources,
	openProject,
	packageFolder,
	problemText,
	type Resources,
	silentInterface,
} from '../harness/index.ts';
import {placesOf} from './places.ts';
import {
	type AgentsFile,
	fromSkill,
	fromTemplate,
	type PromptTemplate,
	type Skill,
	toSkill,
	toTemplate,
} from './resource-shapes.ts';
import {SettingsManager} from './settings-manager.ts';

export type ResourceDiagnostic = {
	readonly type: 'warning' | 'error' | 'collision';
	readonly message: string;
	readonly path?: string;
};

type WithDiagnostics<Name extends string, One> = {readonly [name in Name]: readonly One[]} & {
	readonly diagnostics: readonly ResourceDiagnostic[];
};

export type Theme = Resources['themes'][number];

/** What a session takes its skills, slash prompts, instructions and system prompt from. */
export type ResourceLoader = {
	getSkills(): WithDiagnostics<'skills', Skill>;
	getPrompts(): WithDiagnostics<'prompts', PromptTemplate>;
	getThemes(): WithDiagnostics<'themes', Theme>;
	getAgentsFiles(): {readonly agentsFiles: readonly AgentsFile[]};
	/** Replaces the usual preamble, rules and documentation. */
	getSystemPrompt(): string | undefined;
	getAppendSystemPrompt(): readonly string[];
	reload(): Promise<void>;
};

export type ResourceLoaderOptions = {
	readonly cwd: string;
	readonly agentDir: string;
	readonly settingsManager?: SettingsManager;
	/** Whether files of the project count; default: as was decided about this folder, else not. */
	readonly trust?: boolean;
	readonly additionalSkillPaths?: readonly string[];
	readonly additionalPromptTemplatePaths?: readonly string[];
	readonly additionalThemePaths?: readonly string[];
	readonly noSkills?: boolean;
	readonly noPromptTemplates?: boolean;
	readonly noThemes?: boolean;
	readonly noContextFiles?: boolean;
	readonly systemPrompt?: string;
	readonly appendSystemPrompt?: readonly string[];
	skillsOverride?(found: WithDiagnostics<'skills', Skill>): WithDiagnostics<'skills', Skill>;
	promptsOverride?(
		found: WithDiagnostics<'prompts', PromptTemplate>,
	): WithDiagnostics<'prompts', PromptTemplate>;
	themesOverride?(found: WithDiagnostics<'themes', Theme>): WithDiagnostics<'themes', Theme>;
	agentsFilesOverride?(found: {readonly agentsFiles: readonly AgentsFile[]}): {
		readonly agentsFiles: readonly AgentsFile[];
	};
	systemPromptOverride?(found: string | undefined): string | undefined;
	appendSystemPromptOverride?(found: readonly string[]): readonly string[];
};

const nothing: Resources = {skills: [], templates: [], themes: [], contextFiles: [], problems: []};

const same = <Value>(value: Value): Value => value;

async function load(
	options: ResourceLoaderOptions,
	notify: (text: string) => void,
): Promise<Resources> {
	const {cwd, agentDir} = options;
	const places = placesOf(cwd, agentDir);
	const userHome = os.homedir();
	const settings = (options.settingsManager ?? SettingsManager.create(cwd, agentDir)).store();
	const ui = {...silentInterface, notify};
	const trustFlag = options.trust;
	const project = await openProject({cwd, userHome, places, settings, trustFlag, ui});
	const named = (paths: readonly string[] = [], only = false) => ({paths, only});
	return loadResources({
		...{cwd, userHome, places, settings},
		packageFolder: packageFolder(),
		isTrusted: project.isTrusted(),
		contextFiles: options.noContextFiles !== true,
		named: {
			skills: named(options.additionalSkillPaths, options.noSkills),
			prompts: named(options.additionalPromptTemplatePaths, options.noPromptTemplates),
			themes: named(options.additionalThemePaths, options.noThemes),
		},
	});
}

/** Finds resources as the program does; each kind can be changed on the way. Nothing is there before `reload`. */
export class DefaultResourceLoader implements ResourceLoader {
	readonly #options: ResourceLoaderOptions;
	#found = nothing;
	#notices: readonly string[] = [];

	constructor(options: ResourceLoaderOptions) {
		this.#options = options;
	}

	async reload(): Promise<void> {
		const notices: string[] = [];
		this.#found = await load(this.#options, text => notices.push(text));
		this.#notices = [...notices, ...this.#found.problems.map(problemText)];
	}

	getSkills(): WithDiagnostics<'skills', Skill> {
		const skills = this.#found.skills.map(toSkill);
		const {skillsOverride = same} = this.#options;
		return skillsOverride({skills, diagnostics: this.#diagnostics()});
	}

	getPrompts(): WithDiagnostics<'prompts', PromptTemplate> {
		const prompts = this.#found.templates.map(toTemplate);
		const {promptsOverride = same} = this.#options;
		return promptsOverride({prompts, diagnostics: this.#diagnostics()});
	}

	getThemes(): WithDiagnostics<'themes', Theme> {
		const {themesOverride = same} = this.#options;
		return themesOverride({themes: this.#found.themes, diagnostics: this.#diagnostics()});
	}

	getAgentsFiles(): {readonly agentsFiles: readonly AgentsFile[]} {
		const {agentsFilesOverride = same} = this.#options;
		const agentsFiles = this.#found.contextFiles.map(({path, text}) => ({path, content: text}));
		return agentsFilesOverride({agentsFiles});
	}

	getSystemPrompt(): string | undefined {
		const {systemPromptOverride = same, systemPrompt} = this.#options;
		return systemPromptOverride(systemPrompt ?? this.#found.systemPrompt);
	}

	getAppendSystemPrompt(): readonly string[] {
		const {appendSystemPromptOverride = same, appendSystemPrompt} = this.#options;
		const {addendum} = this.#found;
		return appendSystemPromptOverride(appendSystemPrompt ?? (addendum ? [addendum] : []));
	}

	#diagnostics(): readonly ResourceDiagnostic[] {
		return this.#notices.map(message => ({type: 'warning', message}));
	}
}

/** What a session makes of a loader, whoever wrote it. */
export function resourcesFrom(loader: ResourceLoader): Resources {
	const systemPrompt = loader.getSystemPrompt();
	const addenda = loader.getAppendSystemPrompt();
	return {
		skills: loader.getSkills().skills.map(fromSkill),
		templates: loader.getPrompts().prompts.map(fromTemplate),
		themes: loader.getThemes().themes,
		contextFiles: loader
			.getAgentsFiles()
			.agentsFiles.map(({path, content}) => ({path, text: content})),
		...(systemPrompt === undefined ? {} : {systemPrompt}),
		...(addenda.length === 0 ? {} : {addendum: addenda.join('\n\n')}),
		problems: [],
	};
}
