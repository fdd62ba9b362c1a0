import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {filesIn} from './find.ts';
import {readBody, readDocument} from './frontmatter.ts';
import {type FoundFile, firstOfEach, lookIn} from './look-in.ts';
import {fillTemplate} from './prompt-arguments.ts';
import type {Roots} from './roots.ts';

/** A slash prompt: a file whose text is sent in the place of `/name arguments`. */
export type PromptTemplate = FoundFile & {
	readonly name: string;
	readonly description: string;
	readonly argumentHint?: string;
	/** In the place of what the file says. */
	readonly text?: string;
};

const longestSummary = 60;

function firstLine(body: string): string {
	const line = body.split(/\r?\n/).find(each => each.trim() !== '') ?? '';
	const characters = [...line.trim()];
	return characters.length > longestSummary
		? `${characters.slice(0, longestSummary).join('')}…`
		: line.trim();
}

type Read = {readonly template?: PromptTemplate; readonly problems: readonly FileProblem[]};

async function readTemplate({path: file, scope}: FoundFile): Promise<Read> {
	const problem = (message: string): FileProblem => ({path: file, line: undefined, message});
	try {
		const {fields, body, problem: fault} = await readDocument(file);
		const {description, 'argument-hint': hint} = fields;
		const template = {
			name: path.basename(file, '.md'),
			description: typeof description === 'string' ? description : firstLine(body),
			path: file,
			scope,
			...(typeof hint === 'string' ? {argumentHint: hint} : {}),
		};
		return {template, problems: fault === undefined ? [] : [problem(fault)]};
	} catch (error) {
		return {problems: [problem(`cannot be read: ${reasonOf(error)}`)]};
	}
}

export type Prompts = {
	readonly templates: readonly PromptTemplate[];
	readonly problems: readonly FileProblem[];
};

/** The `.md` files right in the folders. */
export async function findPrompts(roots: Roots): Promise<Prompts> {
	const {files, problems} = lookIn(roots, ({path: folder, within}) =>
		filesIn(folder, '.md', {within}),
	);
	const read: Read[] = [];
	for (const file of files) read.push(await readTemplate(file));
	const {kept, problems: taken} = firstOfEach(read.flatMap(({template}) => template ?? []));
	return {
		templates: kept,
		problems: [...problems, ...read.flatMap(each => each.problems), ...taken],
	};
}

/** `/name arguments` to the text of its template; anything else stays as it is. The file is read as it is now. */
export function expandPrompt(text: string, templates: readonly PromptTemplate[]): string {
	const [, name, rest = ''] = /^\/(\S+)(?:\s([\s\S]*))?$/.exec(text) ?? [];
	const template = templates.find(each => each.name === name);
	return template ? fillTemplate(template.text ?? readBody(template.path), rest) : text;
}
