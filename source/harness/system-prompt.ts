import preamble from '../../prompts/model/system.md';
import type {WantedSystem} from './session/system-patch.ts';
import type {HarnessTool} from './tools/define-tool.ts';

export type PromptParts = {
	readonly cwd: string;
	/** Replaces the preamble, the tools and the rules. */
	readonly custom?: string;
	readonly addendum?: string;
	readonly contextFiles: readonly {readonly path: string; readonly text: string}[];
	readonly skills: readonly {
		readonly name: string;
		readonly description: string;
		readonly path: string;
	}[];
};

const escapeMarkup = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function toolLines(tools: readonly HarnessTool[]): string {
	const lines = tools.map(({name, promptSnippet}) => `- ${name}: ${promptSnippet}`);
	return [
		...(lines.length > 0 ? lines : ['(none)']),
		'There may be further tools; each is described where it is declared.',
	].join('\n');
}

function rules(tools: readonly HarnessTool[]): string {
	const names = new Set(tools.map(({name}) => name));
	const shellOnly = names.has('bash') && !['grep', 'find', 'ls'].some(name => names.has(name));
	const all = [
		...(shellOnly ? ['Use bash for listing and searching files (ls, rg, find).'] : []),
		...tools.flatMap(({promptGuidelines}) => promptGuidelines),
		'Be brief in your answers.',
		'Name files by their paths when you speak of them.',
	];
	return [...new Set(all)].map(rule => `- ${rule}`).join('\n');
}

const projectContext = (files: PromptParts['contextFiles']): string =>
	files
		.map(
			({path, text}) =>
				`<project_instructions path="${escapeMarkup(path)}">\n${text.trim()}\n</project_instructions>`,
		)
		.join('\n\n');

function skillList(skills: PromptParts['skills']): string {
	const items = skills.map(({name, description, path}) => `- ${name}: ${description} (${path})`);
	return `When a task fits one of these skills, read its file first and follow it; paths in it are relative to its folder.\n${items.join('\n')}`;
}

/** The prompt by sections, so that a change of one is a patch and the rest stays in the provider's cache. */
export function buildSystemPrompt(
	tools: readonly HarnessTool[],
	{cwd, custom, addendum, contextFiles, skills}: PromptParts,
): Pick<WantedSystem, 'content' | 'sections'> {
	const canRead = tools.some(({name}) => name === 'read' || name === 'bash');
	const sections = {
		...(custom === undefined ? {tools: toolLines(tools), rules: rules(tools)} : {}),
		...(addendum ? {addendum} : {}),
		...(contextFiles.length > 0 ? {project_context: projectContext(contextFiles)} : {}),
		...(skills.length > 0 && canRead ? {skills: skillList(skills)} : {}),
		cwd,
	};
	return {content: (custom ?? preamble).trim(), sections};
}
