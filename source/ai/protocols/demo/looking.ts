import {
	codeBlock,
	count,
	firstLines,
	type Plan,
	quotedForShell,
	type Request,
	type Seen,
	type Step,
	type Tools,
} from './plan.ts';
import {pathPattern, unquoted} from './sentences.ts';

const mostShown = 40;

/** With the tool made for it, else with the shell. */
export function listStep(folder: string, tools: Tools): Step {
	if (tools.has('ls') || !tools.has('bash')) return {tool: 'ls', input: {path: folder}};
	return {tool: 'bash', input: {command: `ls -1Ap -- ${quotedForShell(folder)}`}};
}

export function findStep(glob: string, folder: string, tools: Tools): Step {
	if (tools.has('find') || !tools.has('bash')) {
		return {tool: 'find', input: {pattern: glob, path: folder}};
	}

	const test = glob.includes('/')
		? `-path ${quotedForShell(`*${glob}`)}`
		: `-name ${quotedForShell(glob)}`;
	const skipped = "-not -path '*/.git/*' -not -path '*/node_modules/*'";
	const command = `find ${quotedForShell(folder)} ${test} ${skipped} | head -n 1000`;
	return {tool: 'bash', input: {command}};
}

export const readStep = (path: string, part: {offset?: number; limit?: number} = {}): Step => ({
	tool: 'read',
	input: {path, ...part},
});

/** Names of a listing; tools have a sentence for "nothing". */
export const namesIn = ({lines}: Seen): readonly string[] =>
	lines
		.map(line => line.replace(/^\.\//, ''))
		.filter(line => line !== '' && !/^\(.*\)$|^No \w+ found$/i.test(line));

function* list(folder: string, tools: Tools): Plan {
	const seen = yield listStep(folder, tools);
	const names = namesIn(seen);
	const folders = names.filter(name => name.endsWith('/')).length;
	const place = folder === '.' ? 'This folder' : folder;
	if (names.length === 0) return {text: `${place} is empty.`};
	const sizes = `${count(folders, 'folder')} and ${count(names.length - folders, 'file')}`;
	return {text: `${place} holds ${sizes}:\n\n${codeBlock(firstLines(names, mostShown))}`};
}

const languageOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1] ?? '';

function* read(path: string, from: number | undefined, to: number | undefined): Plan {
	const offset = from === undefined ? {} : {offset: from};
	const limit = from === undefined || to === undefined ? {} : {limit: Math.max(1, to - from + 1)};
	const {text, lines, notice, hasImage} = yield readStep(path, {...offset, ...limit});
	if (hasImage) return {text: `${path} is an image; it is in the result of the call.`};
	if (text === '') return {text: notice === '' ? `${path} is empty.` : `${path}: ${notice}`};
	const shown = codeBlock(firstLines(lines, mostShown), languageOf(path));
	const size = `${count(lines.length, 'line')}${notice === '' ? '' : ` (${notice})`}`;
	return {text: `${path}, ${size}:\n\n${shown}`};
}

function* find(glob: string, folder: string, tools: Tools): Plan {
	const seen = yield findStep(glob, folder, tools);
	const names = namesIn(seen);
	if (names.length === 0) return {text: `Nothing here is named \`${glob}\`.`};
	const found = `${count(names.length, 'path')} ${names.length === 1 ? 'fits' : 'fit'} \`${glob}\``;
	return {text: `${found}:\n\n${codeBlock(firstLines(names, mostShown))}`};
}

const listing = new RegExp(
	`^(?:(?:list|show)(?: me)?(?: all)?(?: of)?(?: the)? (?:files|folders|files and folders|contents?|director(?:y|ies))|ls|what files are (?:here|there))(?: (?:in|of))?(?: (?:the )?(?:folder |directory )?(?<folder>here|this (?:folder|directory|project)|${pathPattern}|[\\w-]+))?$`,
	'i',
);

export const listFiles: Request = {
	example: 'list files in src/',
	match(sentence, tools) {
		const found = listing.exec(sentence)?.groups;
		if (!found) return undefined;
		const {folder = '.'} = found;
		return list(/^(?:here|this )/i.test(folder) ? '.' : unquoted(folder), tools);
	},
};

const reading = new RegExp(
	`^(?:read|show|open|cat|view|print)(?: me)?(?: the)?(?: file| contents? of)? (?<path>${pathPattern})(?:,? lines? (?<from>\\d+)(?:(?:-| to )(?<to>\\d+))?)?$`,
	'i',
);

export const readFile: Request = {
	example: 'read README.md lines 1-20',
	match(sentence, tools) {
		const found = reading.exec(sentence)?.groups;
		if (!found?.path) return undefined;
		const path = unquoted(found.path);
		if (path.endsWith('/')) return found.from === undefined ? list(path, tools) : undefined;
		const from = found.from === undefined ? undefined : Number(found.from);
		return read(path, from, found.to === undefined ? from : Number(found.to));
	},
};

const finding = new RegExp(
	`^(?:find|list|show)(?: me)?(?: all)?(?: the)? (?:files? (?:named|called|like|matching) (?<name>${pathPattern}|\\S+)|(?<glob>\`[^\`]+\`|"[^"]+"|[^\\s"'\`]*[*.][^\\s"'\`]*)(?: files)?)(?: (?:in|under) (?<folder>${pathPattern}|[\\w-]+))?$`,
	'i',
);

export const findFiles: Request = {
	example: 'find *.ts files',
	match(sentence, tools) {
		const found = finding.exec(sentence)?.groups;
		const glob = found?.glob ?? found?.name;
		return glob ? find(unquoted(glob), unquoted(found?.folder ?? '.'), tools) : undefined;
	},
};
