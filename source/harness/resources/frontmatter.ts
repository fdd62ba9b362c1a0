import fs from 'node:fs';
import {reasonOf} from '../../lib/errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

export type Document = {
	readonly fields: Fields;
	readonly body: string;
	/** Why the head could not be read; the body still counts. */
	readonly problem?: string;
};

const headLines = /^---[ \t]*\r?\n([\s\S]*?)(?:(?<=\n)|\r?\n)---[ \t]*(?:\r?\n|$)/;
/** `key: words` as YAML reads it without any of its finer points; thousands of files are read this way. */
const plainLine = /^([A-Za-z][\w-]*):[ \t]+(?:"([^"\\]*)"|([A-Za-z0-9(/.].*))[ \t]*$/;
const finer = /:(?:\s|$)|\s#/;
const notText = /^(?:[\d.+-].*|true|false|null|yes|no|on|off|~)$/i;

/** undefined: only the library knows. */
function plainValue(quoted: string | undefined, bare: string): string | boolean | undefined {
	const words = bare.trim();
	if (quoted !== undefined) return quoted;
	if (words === 'true' || words === 'false') return words === 'true';
	return finer.test(words) || notText.test(words) ? undefined : words;
}

function parsePlain(text: string): Fields | undefined {
	const fields: Record<string, unknown> = {};
	for (const line of text.split(/\r?\n/)) {
		if (line.trim() === '') continue;
		const [, key, quoted, bare = ''] = plainLine.exec(line) ?? [];
		const value = plainValue(quoted, bare);
		if (key === undefined || value === undefined || Object.hasOwn(fields, key)) return undefined;
		fields[key] = value;
	}

	return fields;
}

async function parseFields(text: string): Promise<Pick<Document, 'fields' | 'problem'>> {
	const plain = parsePlain(text);
	if (plain) return {fields: plain};
	const {parse} = await import('./yaml.ts');
	try {
		const value: unknown = parse(text, {maxAliasCount: 10});
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? {fields: Object.fromEntries(Object.entries(value))}
			: {fields: {}};
	} catch (error) {
		const [why = ''] = reasonOf(error).split('\n');
		return {fields: {}, problem: `its head is not valid YAML: ${why.replace(/:$/, '')}`};
	}
}

function split(text: string): {readonly head: string; readonly body: string} {
	const plain = text.replace(/^\uFEFF/, '');
	const found = headLines.exec(plain);
	return found
		? {head: found[1] ?? '', body: plain.slice(found[0].length)}
		: {head: '', body: plain};
}

/** Fields between two `---` lines at the top, and the rest. */
export async function parseDocument(text: string): Promise<Document> {
	const {head, body} = split(text);
	return {...(await parseFields(head)), body};
}

/** The same at once, for heads that are written plainly; a finer one has no fields. */
export function parseHead(text: string): {readonly fields: Fields; readonly body: string} {
	const {head, body} = split(text);
	return {fields: parsePlain(head) ?? {}, body};
}

/** What follows the fields, as the file is now. */
export const readBody = (file: string): string => split(fs.readFileSync(file, 'utf8')).body.trim();

const mostBytes = 1024 * 1024;

/** Throws a reason when the file is none that people write. */
export async function readDocument(file: string): Promise<Document> {
	const stat = fs.statSync(file);
	if (!stat.isFile()) throw new Error('it is not a file');
	if (stat.size > mostBytes) throw new Error('it is larger than a megabyte');
	return parseDocument(fs.readFileSync(file, 'utf8'));
}
