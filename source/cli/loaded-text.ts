import type {Harness} from '../harness/index.ts';

const line = (what: string, names: readonly string[]): readonly string[] =>
	names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];

/** What a session starts with, for `--verbose`. */
export function loadedText({resources, session, choice}: Harness): string {
	const {contextFiles, skills, templates} = resources();
	const {model, level, activeTools, sessionFile} = session.getState();
	return [
		...line('model', model ? [`${model.provider}/${model.id}:${level}`] : []),
		...line(
			'models to cycle through',
			choice.scope.map(each => `${each.model.provider}/${each.model.id}`),
		),
		...line('tools', activeTools),
		...line(
			'instructions',
			contextFiles.map(({path}) => path),
		),
		...line(
			'skills',
			skills.map(({name}) => name),
		),
		...line(
			'slash prompts',
			templates.map(({name}) => `/${name}`),
		),
		...line('session', [sessionFile ?? 'in memory only']),
	].join('\n');
}
