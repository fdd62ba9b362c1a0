import type {FileProblem} from '../../ai/index.ts';
import {installedPackages} from '../packages/installed.ts';
import type {Places} from '../paths.ts';
import {type ContextFile, findContextFiles} from './context-files.ts';
import {readPromptFiles} from './prompt-files.ts';
import {findPrompts, type PromptTemplate} from './prompts.ts';
import {type ResourceKind, rootsOf} from './roots.ts';
import type {SettingsStore} from './settings.ts';
import {findSkills, type Skill} from './skills.ts';
import {findThemes, type ThemeFile} from './themes.ts';

/** What the command line says about resources of a kind. */
export type NamedResources = {
	readonly paths: readonly string[];
	/** Nothing but these. */
	readonly only: boolean;
};

export type LoadOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly packageFolder: string;
	readonly settings: SettingsStore;
	readonly isTrusted: boolean;
	readonly named: Readonly<Record<ResourceKind, NamedResources>>;
	readonly contextFiles: boolean;
};

export type Resources = {
	readonly skills: readonly Skill[];
	readonly templates: readonly PromptTemplate[];
	readonly themes: readonly ThemeFile[];
	readonly contextFiles: readonly ContextFile[];
	/** From SYSTEM.md. */
	readonly systemPrompt?: string;
	/** From APPEND_SYSTEM.md. */
	readonly addendum?: string;
	readonly problems: readonly FileProblem[];
};

/** Each problem once, however many ways lead to it. */
function distinct(problems: readonly FileProblem[]): readonly FileProblem[] {
	const seen = new Map(problems.map(problem => [JSON.stringify(problem), problem]));
	return [...seen.values()];
}

/** Everything that the person, a trusted project and the package bring along. Bad input is a problem, not a failure. */
export async function loadResources(options: LoadOptions): Promise<Resources> {
	const {cwd, userHome, places, settings, isTrusted, named} = options;
	const {packages, problems: ofPackages} = installedPackages(settings, userHome);
	const roots = (kind: ResourceKind) =>
		rootsOf(kind, {...options, packages, named: named[kind].paths, onlyNamed: named[kind].only});
	const {skills, problems: ofSkills} = await findSkills(roots('skills'));
	const {templates, problems: ofPrompts} = await findPrompts(roots('prompts'));
	const {themes, problems: ofThemes} = findThemes(roots('themes'));
	const {files: contextFiles, problems: ofContext} = options.contextFiles
		? findContextFiles({
				home: places.home,
				userHome,
				cwd,
				isTrusted: isTrusted || !settings.get().contextFilesNeedTrust,
			})
		: {files: [], problems: []};
	const {problems: ofFiles, ...promptFiles} = readPromptFiles(
		places.home,
		isTrusted ? places.project : undefined,
	);
	const problems = distinct([
		...ofPackages,
		...ofSkills,
		...ofPrompts,
		...ofThemes,
		...ofContext,
		...ofFiles,
	]);
	return {skills, templates, themes, contextFiles, ...promptFiles, problems};
}
