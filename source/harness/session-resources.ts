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

/** What was read, as far as a session goes by it: texts that are read when they are used do not count. */
const essence = (resources: Resources, settings: unknown): string =>
	JSON.stringify([resources, settings]);

/** Reads them again when asked, so that a session goes on with what the files say now. */
export async function createResources(options: HarnessOptions) {
	const {flags, ui, project, own, settings} = options;
	const listeners = new Set<() => void>();
	const find = () => {
		const {contextFiles, named} = flags;
		const isTrusted = project.isTrusted();
		const all = {...options, packageFolder: packageFolder(), isTrusted, contextFiles, named};
		return loadResources(all);
	};
	let told: readonly string[] = [];
	const load = async () => {
		const loaded = await (own?.resources ?? find)();
		const problems = loaded.problems.map(problemText);
		for (const problem of problems) if (!told.includes(problem)) ui.notify(problem, 'warning');
		told = problems;
		return loaded;
	};
	let resources = await load();
	let prompt = promptParts(options, resources);
	const take = (loaded: Resources) => {
		resources = loaded;
		prompt = promptParts(options, resources);
		for (const listener of listeners) listener();
	};
	return {
		get: () => resources,
		prompt: () => prompt,
		expand: (text: string) =>
			expandPrompt(expandSkill(text, resources.skills), resources.templates),
		/** Whenever they were read again. */
		onRead(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		async reload() {
			told = [];
			await project.reload();
			take(await load());
		},
		/** Reads again what needs no decision; whether anything is different now. */
		async refresh(): Promise<'read' | 'same' | 'undecided'> {
			const before = essence(resources, settings.get());
			if (!(await project.refresh())) return 'undecided';
			const loaded = await load();
			if (essence(loaded, settings.get()) === before) return 'same';
			take(loaded);
			return 'read';
		},
	};
}

export type SessionResources = Awaited<ReturnType<typeof createResources>>;
