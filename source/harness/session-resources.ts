import type {FileProblem} from '../ai/index.ts';
import {problemText} from './config-file.ts';
import type {HarnessOptions} from './harness-options.ts';
import {packageFolder} from './paths.ts';
import {loadResources, type Resources} from './resources/load.ts';
import {expandPrompt} from './resources/prompts.ts';
import {expandSkill} from './resources/skills.ts';
import type {PromptParts} from './system-prompt.ts';
import type {UserInterface} from './user-interface.ts';

export function tell(ui: UserInterface, problems: readonly FileProblem[]): void {
	for (const problem of problems) ui.notify(problemText(problem), 'warning');
}

/** The prompt of these resources; the command line is stronger than files. */
function promptParts({cwd, flags}: HarnessOptions, resources: Resources): PromptParts {
	const custom = flags.systemPrompt ?? resources.systemPrompt;
	const addendum = flags.addendum ?? resources.addendum;
	return {
		cwd,
		packageFolder: packageFolder(),
		contextFiles: resources.contextFiles,
		skills: resources.skills.filter(({isHidden}) => !isHidden),
		...(custom === undefined ? {} : {custom}),
		...(addendum === undefined ? {} : {addendum}),
	};
}

/** Reads them again when asked, so that a session goes on with what the files say now. */
export async function createResources(options: HarnessOptions) {
	const {flags, ui, project, own} = options;
	const find = () => {
		const {contextFiles, named} = flags;
		const isTrusted = project.isTrusted();
		const all = {...options, packageFolder: packageFolder(), isTrusted, contextFiles, named};
		return loadResources(all);
	};
	const load = async () => {
		const loaded = await (own?.resources ?? find)();
		tell(ui, loaded.problems);
		return loaded;
	};
	let resources = await load();
	let prompt = promptParts(options, resources);
	return {
		get: () => resources,
		prompt: () => prompt,
		expand: (text: string) =>
			expandPrompt(expandSkill(text, resources.skills), resources.templates),
		async reload() {
			await project.reload();
			resources = await load();
			prompt = promptParts(options, resources);
		},
	};
}
