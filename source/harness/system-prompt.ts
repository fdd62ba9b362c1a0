import docsText from '../../prompts/model/sections/docs.md';
import usualRules from '../../prompts/model/sections/rules.md';
import shellRule from '../../prompts/model/sections/shell-rule.md';
import skillsLead from '../../prompts/model/sections/skills.md';
import toolsEnd from '../../prompts/model/sections/tools.md';
import preamble from '../../prompts/model/system.md';
import type {WantedSystem} from './session/system-patch.ts';
import type {HarnessTool} from './tools/define-tool.ts';

export type PromptParts = {
	readonly cwd: string;
	/** Where the documentation of the product is installed. */
	readonly packageFolder: string;
	/** Replaces the preamble, the tools, the rules and the documentation. */
	readonly custom?: string;
	readonly addendum?: string;
	readonly contextFiles: readonly {readonly path: string; readonly text: string}[];
	readonly skills: readonly {
		readonly name: string;
		readonly description: string;
		readonly path: string;
	}[];
};

/** Characters that the list of skills may take from every request. */
const mostSkillText = 60_000;

/** What others wrote cannot end the section it stands in. */
const escapeMarkup = (text: string): string => text.replaceAll('<', '&lt;');

const inAttribute = (text: string): string =>
	escapeMarkup(text.replaceAll('&', '&amp;')).replaceAll('"', '&quot;');

function toolLines(tools: readonly HarnessTool[]): string {
	const lines = tools
		.filter(({promptSnippet}) => promptSnippet !== '')
		.map(({name, promptSnippet}) => `- ${name}: ${promptSnippet}`);
	return [...(lines.length > 0 ? lines : ['(none)']), toolsEnd.trim()].join('\n');
}

function rules(tools: readonly HarnessTool[]): string {
	const names = new Set(tools.map(({name}) => name));
	const shellOnly = names.has('bash') && !['grep', 'find', 'ls'].some(name => names.has(name));
	const all = [
		...(shellOnly ? [shellRule.trim()] : []),
		...tools.flatMap(({promptGuidelines}) => promptGuidelines),
		...usualRules.trim().split('\n'),
	];
	return [...new Set(all)].map(rule => `- ${rule}`).join('\n');
}

const docs = (folder: string): string =>
	docsText
		.trim()
		.replace('{{readme}}', `${folder}/README.md`)
		.replace('{{docs}}', `${folder}/docs/`);

const projectContext = (files: PromptParts['contextFiles']): string =>
	files
		.map(({path, text}) => {
			const shown = text
				.trim()
				.replaceAll(/<(?=\/?(project_instructions|project_context)\b)/gi, '&lt;');
			return `<project_instructions path="${inAttribute(path)}">\n${shown}\n</project_instructions>`;
		})
		.join('\n\n');

function skillList(skills: PromptParts['skills']): string {
	const items = skills.map(({name, description, path}) => {
		const line = description.replaceAll(/\s+/g, ' ').trim();
		return escapeMarkup(`- ${name}: ${line} (${path})`);
	});
	let room = mostSkillText;
	const listed = items.filter(item => {
		room -= item.length;
		return room >= 0;
	});
	const rest = items.length - listed.length;
	const more = rest > 0 ? [`(${rest} more are not listed)`] : [];
	return [skillsLead.trim(), ...listed, ...more].join('\n');
}

/** The prompt by sections, so that a change of one is a patch and the rest stays in the provider's cache. */
export function buildSystemPrompt(
	tools: readonly HarnessTool[],
	{cwd, packageFolder, custom, addendum, contextFiles, skills}: PromptParts,
): Pick<WantedSystem, 'content' | 'sections'> {
	const canRead = tools.some(({name}) => name === 'read' || name === 'bash');
	const own =
		custom === undefined
			? {
					tools: toolLines(tools),
					rules: rules(tools),
					...(canRead ? {docs: docs(packageFolder)} : {}),
				}
			: {};
	const sections = {
		...own,
		...(addendum?.trim() ? {addendum: addendum.trim()} : {}),
		...(contextFiles.length > 0 ? {project_context: projectContext(contextFiles)} : {}),
		...(skills.length > 0 && canRead ? {skills: skillList(skills)} : {}),
		cwd,
	};
	return {content: (custom ?? preamble).trim(), sections};
}
