import {renderSystemPrompt} from '../ai/index.ts';
import type {PromptFacts} from './extensions/shapes.ts';
import {buildSystemPrompt, type PromptParts} from './system-prompt.ts';
import type {HarnessTool} from './tools/define-tool.ts';

/** What the system prompt is made of, as extensions see and change it. */
export function toPromptFacts(
	tools: readonly HarnessTool[],
	{cwd, custom, addendum, contextFiles, skills}: PromptParts,
): PromptFacts {
	return {
		cwd,
		...(custom === undefined ? {} : {customPrompt: custom}),
		...(addendum === undefined ? {} : {appendSystemPrompt: addendum}),
		selectedTools: tools.map(({name}) => name),
		toolSnippets: Object.fromEntries(tools.map(tool => [tool.name, tool.promptSnippet])),
		promptGuidelines: tools.flatMap(({promptGuidelines}) => promptGuidelines),
		contextFiles: contextFiles.map(({path, text}) => ({path, content: text})),
		skills: skills.map(({name, description, path}) => ({name, description, filePath: path})),
	};
}

/** The prompt as one text. */
export function promptOf(
	facts: PromptFacts,
	{tools, parts}: {readonly tools: readonly HarnessTool[]; readonly parts: PromptParts},
): string {
	const {customPrompt, appendSystemPrompt, toolSnippets, promptGuidelines} = facts;
	const {custom: _custom, addendum: _addendum, ...rest} = parts;
	const chosen = tools
		.filter(({name}) => facts.selectedTools.includes(name))
		.map((tool, index) => ({
			...tool,
			promptSnippet: toolSnippets[tool.name] ?? '',
			// The guidelines are one list here; which tool brought which does not matter to the text.
			promptGuidelines: index === 0 ? promptGuidelines : [],
		}));
	const {content, sections} = buildSystemPrompt(chosen, {
		...rest,
		cwd: facts.cwd,
		contextFiles: facts.contextFiles.map(({path, content: text}) => ({path, text})),
		skills: facts.skills.map(({filePath, ...skill}) => ({...skill, path: filePath})),
		...(customPrompt === undefined ? {} : {custom: customPrompt}),
		...(appendSystemPrompt === undefined ? {} : {addendum: appendSystemPrompt}),
	});
	return renderSystemPrompt({content, sections: Object.entries(sections), tools: []});
}
