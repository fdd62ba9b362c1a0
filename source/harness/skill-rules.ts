import path from 'node:path';
import refused from '../../prompts/model/notes/skill-refusal.md';
import type {AgentMessage} from '../agent/index.ts';
import {realPath} from './resources/project-root.ts';
import type {Skill} from './resources/skills.ts';
import type {SessionEntry} from './session/entries.ts';
import {resolvePath} from './tools/resolve-path.ts';

type Call = {readonly toolName: string; readonly input: unknown};

export type SkillRuleOptions = {
	readonly cwd: string;
	readonly userHome: string;
	skills(): readonly Skill[];
	/** From the root of the session to where it is now. */
	path(): readonly SessionEntry[];
};

/** Names of tools in skills that were written for other agents. */
const ours: Readonly<Record<string, string>> = {glob: 'find', multiedit: 'edit'};

type Rule = {readonly tool: string; readonly pattern: string | undefined};

/** `Bash(git:*)` to its tool and what stands in the brackets. */
function toRule(text: string): Rule {
	const [, name = text, pattern] = /^([^(]+)(?:\((.*)\))?$/s.exec(text) ?? [];
	const tool = name.toLowerCase();
	return {
		tool: ours[tool] ?? tool,
		pattern: pattern === '*' || pattern === '' ? undefined : pattern,
	};
}

const textOf = (input: unknown, name: string): string => {
	const value: unknown =
		typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
	return typeof value === 'string' ? value : '';
};

/** Would more run than the one command that begins the text? */
const isCompound = (command: string): boolean => /[;&|<>`\n\r]|\$\(|\$\{/.test(command);

/** `git:*` is the command git with anything behind it, `git status` that and no more. */
function commandFits(command: string, pattern: string): boolean {
	const [, start = pattern, rest] = /^(.*?)(:?\*)?$/s.exec(pattern) ?? [];
	if (isCompound(command)) return false;
	if (rest === undefined) return command === start;
	return rest === ':*'
		? command === start || command.startsWith(`${start} `)
		: command.startsWith(start);
}

function allows({tool, pattern}: Rule, {toolName, input}: Call): boolean {
	if (tool !== toolName.toLowerCase()) return false;
	if (pattern === undefined) return true;
	// Patterns of other tools are those of other agents: what cannot be understood is not allowed.
	return toolName === 'bash' && commandFits(textOf(input, 'command').trim(), pattern);
}

const isInFolder = (file: string, folder: string): boolean =>
	file === folder || file.startsWith(folder + path.sep);

const userText = ({content}: Extract<AgentMessage, {role: 'user'}>): string =>
	typeof content === 'string'
		? content
		: content.map(part => (part.type === 'text' ? part.text : '')).join('');

/** Paths that the model read with the tool for it. */
const readBy = (message: AgentMessage): readonly string[] =>
	message.role !== 'assistant'
		? []
		: message.content.flatMap(part =>
				part.type === 'toolCall' && part.name === 'read' ? [textOf(part.arguments, 'path')] : [],
			);

/** What was said since the person spoke last, that message first. */
function sinceLastWord(path: readonly SessionEntry[]): readonly AgentMessage[] {
	const messages: AgentMessage[] = [];
	for (const entry of path.toReversed()) {
		if (entry.type !== 'message') continue;
		messages.unshift(entry.message);
		if (entry.message.role === 'user') break;
	}

	return messages;
}

/** The name in the block that a call of a skill is sent as. */
const calledIn = (message: AgentMessage | undefined): string | undefined =>
	message?.role === 'user' ? /^<skill name="([^"]+)"/.exec(userText(message))?.[1] : undefined;

/** The skills whose words the model follows now. */
function rulingSkills(options: SkillRuleOptions): readonly Skill[] {
	const limited = options.skills().filter(({allowedTools}) => allowedTools !== undefined);
	if (limited.length === 0) return [];
	const messages = sinceLastWord(options.path());
	const called = calledIn(messages[0]);
	const read = new Set(
		messages.flatMap(readBy).map(given => realPath(resolvePath(given, options))),
	);
	return limited.filter(({name, path: file}) => name === called || read.has(realPath(file)));
}

/** What a skill brings may always be read. */
const readsOwn = ({path: file}: Skill, {toolName, input}: Call, options: SkillRuleOptions) =>
	toolName === 'read' &&
	isInFolder(resolvePath(textOf(input, 'path'), options), path.dirname(file));

/**
 * A skill that lists allowed tools rules from when it is called, or read by the model, until the person's next message:
 * other tools are refused. For the model; undefined: the call may run.
 */
export function skillRefusal(call: Call, options: SkillRuleOptions): string | undefined {
	const skill = rulingSkills(options).find(each => {
		const rules = each.allowedTools?.map(toRule) ?? [];
		return !rules.some(rule => allows(rule, call)) && !readsOwn(each, call, options);
	});
	return (
		skill &&
		refused
			.trim()
			.replace('{skill}', skill.name)
			.replace('{tools}', skill.allowedTools?.join(', ') || 'no tools')
	);
}
