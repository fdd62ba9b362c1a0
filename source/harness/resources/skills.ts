import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {parseDocument} from './frontmatter.ts';

/** Instructions for a kind of task. The model is told name and description, and reads the file when it needs it. */
export type Skill = {
	readonly name: string;
	readonly description: string;
	readonly path: string;
	readonly body: string;
	/** Only a person may call it. */
	readonly isHidden: boolean;
};

export type Skills = {readonly skills: readonly Skill[]; readonly problems: readonly FileProblem[]};

const isName = (name: string): boolean =>
	name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** `SKILL.md` files below a folder; a skill's own folder is not searched for further ones. */
function skillFiles(folder: string, depth = 0): readonly string[] {
	if (depth > 6) return [];
	const own = path.join(folder, 'SKILL.md');
	if (fs.existsSync(own)) return [own];
	let entries: readonly fs.Dirent[];
	try {
		entries = fs.readdirSync(folder, {withFileTypes: true});
	} catch {
		// Missing or unreadable: there is nothing to find.
		return [];
	}

	return entries
		.filter(
			entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
		)
		.flatMap(entry => skillFiles(path.join(folder, entry.name), depth + 1));
}

function readSkill(file: string): Skill | FileProblem {
	const {fields, body} = parseDocument(fs.readFileSync(file, 'utf8'));
	const name = typeof fields.name === 'string' ? fields.name : path.basename(path.dirname(file));
	const {description} = fields;
	const problem = (message: string): FileProblem => ({path: file, line: undefined, message});
	if (typeof description !== 'string' || description.trim() === '')
		return problem('a skill needs a "description"');
	if (!isName(name))
		return problem(`"${name}" is no name for a skill: small letters, digits and single dashes`);
	const isHidden = fields['disable-model-invocation'] === true;
	return {name, description: description.slice(0, 1024), path: file, body: body.trim(), isHidden};
}

/** Skills below these folders; of equal names the first wins. What cannot be used is a problem, not a failure. */
export function findSkills(folders: readonly string[]): Skills {
	const skills = new Map<string, Skill>();
	const problems: FileProblem[] = [];
	for (const file of folders.flatMap(folder => skillFiles(folder))) {
		const read = readSkill(file);
		if ('message' in read) problems.push(read);
		else if (!skills.has(read.name)) skills.set(read.name, read);
	}

	return {skills: [...skills.values()], problems};
}

/** `/skill:name arguments` to the skill's text; anything else stays as it is. */
export function expandSkill(text: string, skills: readonly Skill[]): string {
	const found = /^\/skill:(\S+)(?:\s([\s\S]*))?$/.exec(text);
	const skill = found && skills.find(({name}) => name === found[1]);
	if (!skill) return text;
	const rest = found[2]?.trim() ?? '';
	const folder = path.dirname(skill.path);
	const block = `<skill name="${skill.name}" location="${skill.path}">\nPaths in this skill are relative to ${folder}.\n\n${skill.body}\n</skill>`;
	return rest === '' ? block : `${block}\n\n${rest}`;
}
