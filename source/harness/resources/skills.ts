import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {filesIn, filesNamed} from './find.ts';
import {readBody, readDocument} from './frontmatter.ts';
import {type FoundFile, firstOfEach, lookIn} from './look-in.ts';
import type {ResourceRoot, Roots} from './roots.ts';

/** Instructions for a kind of task. The model is told name and description, and reads the file when it needs it. */
export type Skill = FoundFile & {
	readonly name: string;
	readonly description: string;
	/** Only a person may call it. */
	readonly isHidden: boolean;
	/** While its words rule, these may run and no others; undefined: all. */
	readonly allowedTools?: readonly string[];
};

export type Skills = {readonly skills: readonly Skill[]; readonly problems: readonly FileProblem[]};

const longestName = 64;
const longestDescription = 1024;

const isName = (name: string): boolean =>
	name.length <= longestName && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

const isSkillFile = (file: string): boolean => path.basename(file) === 'SKILL.md';

/** `SKILL.md` files below a folder, and other `.md` files right in it. */
export const skillFilesIn = ({
	path: folder,
	within,
}: Pick<ResourceRoot, 'path' | 'within'>): readonly string[] => [
	...filesNamed('SKILL.md', folder, {within}),
	...filesIn(folder, '.md', {within}).filter(file => !isSkillFile(file)),
];

/** A list, or one text with blanks or commas between the names; brackets may hold blanks. */
function toAllowedTools(value: unknown): Pick<Skill, 'allowedTools'> {
	if (value === undefined || value === null) return {};
	const texts = Array.isArray(value) ? value.map(String) : [String(value)];
	return {allowedTools: texts.flatMap(text => text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [])};
}

type Read = {readonly skill?: Skill; readonly problems: readonly FileProblem[]};

async function readSkill({path: file, scope}: FoundFile): Promise<Read> {
	const problem = (message: string): FileProblem => ({path: file, line: undefined, message});
	let document: Awaited<ReturnType<typeof readDocument>>;
	try {
		document = await readDocument(file);
	} catch (error) {
		return {problems: [problem(`cannot be read: ${reasonOf(error)}`)]};
	}

	const {fields} = document;
	const isNamedFile = isSkillFile(file);
	const usual = isNamedFile ? path.basename(path.dirname(file)) : path.basename(file, '.md');
	const name = typeof fields.name === 'string' ? fields.name : usual;
	const description = typeof fields.description === 'string' ? fields.description.trim() : '';
	if (document.problem !== undefined) return {problems: [problem(document.problem)]};
	// A README beside skills is none, and says nothing about being one.
	if (description === '')
		return {problems: isNamedFile ? [problem('a skill needs a "description"')] : []};
	const isHidden = fields['disable-model-invocation'] === true;
	const skill = {
		name,
		scope,
		path: file,
		isHidden,
		...toAllowedTools(fields['allowed-tools']),
		description: description.slice(0, longestDescription),
	};
	const problems = [
		...(isName(name)
			? []
			: [
					problem(
						`"${name}" should be small letters, digits and single dashes, ${longestName} at most`,
					),
				]),
		...(description.length > longestDescription
			? [
					problem(
						`its description is longer than ${longestDescription} characters; the rest is cut`,
					),
				]
			: []),
	];
	return {skill, problems};
}

/** What cannot be used is a problem, not a failure. */
export async function findSkills(roots: Roots): Promise<Skills> {
	const {files, problems} = lookIn(roots, skillFilesIn);
	const read: Read[] = [];
	for (const file of files) read.push(await readSkill(file));
	const {kept, problems: taken} = firstOfEach(read.flatMap(({skill}) => skill ?? []));
	return {
		skills: kept,
		problems: [...problems, ...read.flatMap(each => each.problems), ...taken],
	};
}

const escapeMarkup = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** `/skill:name arguments` to the skill's text; anything else stays as it is. The file is read as it is now. */
export function expandSkill(text: string, skills: readonly Skill[]): string {
	const [, name, rest = ''] = /^\/skill:(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
	const skill = skills.find(each => each.name === name);
	if (!skill) return text;
	const block = [
		`<skill name="${escapeMarkup(skill.name)}" location="${escapeMarkup(skill.path)}">`,
		`Paths in this skill are relative to ${path.dirname(skill.path)}.`,
		'',
		readBody(skill.path),
		'</skill>',
	].join('\n');
	return rest.trim() === '' ? block : `${block}\n\n${rest.trim()}`;
}
