import fs from 'node:fs';
import path from 'node:path';
import {parseDocument} from './frontmatter.ts';

/** A slash prompt: a file whose text is sent in the place of `/name arguments`. */
export type PromptTemplate = {
	readonly name: string;
	readonly description: string;
	readonly argumentHint: string | undefined;
	readonly body: string;
	readonly path: string;
};

const firstLine = (body: string): string => {
	const line = body.split('\n').find(each => each.trim() !== '') ?? '';
	return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

function toTemplate(file: string): PromptTemplate {
	const {fields, body} = parseDocument(fs.readFileSync(file, 'utf8'));
	const hint = fields['argument-hint'];
	return {
		name: path.basename(file, '.md'),
		description: typeof fields.description === 'string' ? fields.description : firstLine(body),
		argumentHint: typeof hint === 'string' ? hint : undefined,
		body: body.trim(),
		path: file,
	};
}

/** The `.md` files right in these folders; of equal names the first wins. */
export function findPrompts(folders: readonly string[]): readonly PromptTemplate[] {
	const found = new Map<string, PromptTemplate>();
	for (const folder of folders) {
		const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
		for (const name of names.filter(each => each.endsWith('.md'))) {
			const template = toTemplate(path.join(folder, name));
			if (!found.has(template.name)) found.set(template.name, template);
		}
	}

	return [...found.values()];
}

/** Words parted by blanks; quotes group when they begin a word and are closed, a backslash saves the same quote. */
export function splitArguments(text: string): readonly string[] {
	const words: string[] = [];
	const word = /\s*(?:"((?:\\"|[^"])*)"(?=\s|$)|'((?:\\'|[^'])*)'(?=\s|$)|(\S+))/gy;
	for (let found = word.exec(text); found; found = word.exec(text)) {
		const [, double, single, bare] = found;
		words.push(double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'") ?? bare ?? '');
	}

	return words;
}

function slice(words: readonly string[], from: string, length: string | undefined): string {
	const start = Math.max(0, Number(from) - 1);
	return words.slice(start, length === undefined ? undefined : start + Number(length)).join(' ');
}

const reference =
	/\$(?:(?<index>\d+)|@|ARGUMENTS|\{(?:(?<braced>\d+)|@|ARGUMENTS)(?::-(?<fallback>[^}]*))?\}|\{@:(?<from>\d+)(?::(?<length>\d+))?\})/g;

/** Puts arguments into a template: `$1`, `$@`, `${1:-default}`, `${@:2:3}`. What is put in is not looked at again. */
export function fillTemplate(body: string, text: string): string {
	const words = splitArguments(text);
	return body.replace(reference, (...found) => {
		const {index, braced, fallback, from, length} = found.at(-1);
		if (from !== undefined) return slice(words, from, length);
		const at = index ?? braced;
		const value = at === undefined ? words.join(' ') : (words[Number(at) - 1] ?? '');
		return value === '' ? (fallback ?? '') : value;
	});
}

/** `/name arguments` to the text of its template; anything else stays as it is. */
export function expandPrompt(text: string, templates: readonly PromptTemplate[]): string {
	const found = /^\/(\S+)(?:\s([\s\S]*))?$/.exec(text);
	const template = found && templates.find(({name}) => name === found[1]);
	return template ? fillTemplate(template.body, found[2] ?? '') : text;
}
