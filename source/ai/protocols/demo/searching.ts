import {
	count,
	type Plan,
	quotedForShell,
	type Request,
	type Seen,
	type Step,
	type Tools,
} from './plan.ts';
import {literal, pathPattern, quotedPattern, unquoted} from './sentences.ts';

const mostFiles = 8;
const mostLines = 3;
const longestLine = 120;

type Query = {readonly pattern: string; readonly isLiteral: boolean; readonly path: string};

function searchStep({pattern, isLiteral, path}: Query, tools: Tools): Step {
	if (tools.has('grep') || !tools.has('bash')) {
		return {tool: 'grep', input: {pattern, path, ...(isLiteral ? {literal: true} : {})}};
	}

	const kind = isLiteral ? 'F' : 'E';
	const skipped = '--exclude-dir=.git --exclude-dir=node_modules';
	const command = `grep -rnI${kind} ${skipped} -e ${quotedForShell(pattern)} -- ${quotedForShell(path)} | head -n 200`;
	return {tool: 'bash', input: {command}};
}

type Hit = {readonly file: string; readonly line: string; readonly text: string};

function hitsIn({lines}: Seen): readonly Hit[] {
	return lines.flatMap(line => {
		const [, file, number, text] = /^(?:\.\/)?(.+?):(\d+): ?(.*)$/.exec(line) ?? [];
		return file && number ? [{file, line: number, text: (text ?? '').trim()}] : [];
	});
}

const cut = (text: string): string =>
	text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;

function fileReport([file, hits]: readonly [string, readonly Hit[]]): string {
	const shown = hits.slice(0, mostLines).map(({line, text}) => `  ${line}: \`${cut(text)}\``);
	const left = hits.length - mostLines;
	const more = left > 0 ? [`  … and ${count(left, 'more line')}`] : [];
	return [`- ${file} (${hits.length})`, ...shown, ...more].join('\n');
}

function* search(query: Query, what: string, tools: Tools): Plan {
	const seen = yield searchStep(query, tools);
	const hits = hitsIn(seen);
	const place = query.path === '.' ? 'here' : `in ${query.path}`;
	if (hits.length === 0) return {text: `${what} is nowhere ${place}.`};
	const files = [...Map.groupBy(hits, ({file}) => file)];
	const left = files.length - mostFiles;
	const more = left > 0 ? [`- … and ${count(left, 'more file')}`] : [];
	const least = seen.notice === '' ? '' : 'at least ';
	return {
		text: [
			`${what} is in ${least}${count(hits.length, 'line')} of ${count(files.length, 'file')}:\n`,
			...files.slice(0, mostFiles).map(fileReport),
			...more,
		].join('\n'),
	};
}

const searching = new RegExp(
	`^(?:search(?: for)?|look for|grep(?: for)?)(?: the (?:text|word|string))? (?<text>${quotedPattern}|.+?)(?: (?:in|under) (?<path>${pathPattern}|[\\w-]+))?$`,
	'i',
);

export const searchText: Request = {
	example: 'search for "main" in src/',
	match(sentence, tools) {
		const found = searching.exec(sentence)?.groups;
		const pattern = literal(found?.text ?? '');
		// A dash begins an option, and options are a command.
		if (!pattern || pattern.startsWith('-')) return undefined;
		const path = unquoted(found?.path ?? '.');
		return search({pattern, isLiteral: true, path}, `\`${pattern}\``, tools);
	},
};

const placing = new RegExp(
	`^(?:where(?: is|'s)|find where) (?<name>\`[^\`]+\`|"[^"]+"|[\\w$.-]+)(?: is)? (?<how>defined|declared|used|called|mentioned)(?: in (?<path>${pathPattern}|[\\w-]+))?$`,
	'i',
);

/** Declarations in the languages one meets; without shorthands, which not every tool knows. */
const definitionOf = (name: string): string => {
	const exact = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return `(function|class|const|let|var|type|interface|enum|struct|trait|def|fn|func|module) +(\\([^)]*\\) +)?${exact}([^A-Za-z0-9_]|$)`;
};

export const findName: Request = {
	example: 'where is main defined',
	match(sentence, tools) {
		const found = placing.exec(sentence)?.groups;
		if (!found?.name || !found.how) return undefined;
		const name = unquoted(found.name);
		const path = unquoted(found.path ?? '.');
		return /^d/i.test(found.how)
			? search(
					{pattern: definitionOf(name), isLiteral: false, path},
					`A definition of \`${name}\``,
					tools,
				)
			: search({pattern: name, isLiteral: true, path}, `\`${name}\``, tools);
	},
};

export const listTodos: Request = {
	example: 'list TODOs',
	match: (sentence, tools) =>
		/^(?:(?:list|show|find)(?: me)?|what are)(?: all)?(?: the)?(?: open)? (?:todos?|to-dos?|fixmes?)(?: comments)?$/i.test(
			sentence,
		)
			? search({pattern: 'TODO|FIXME', isLiteral: false, path: '.'}, 'TODO or FIXME', tools)
			: undefined,
};
