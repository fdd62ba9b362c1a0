import type {ToolResultMessage} from '../../messages.ts';

export type Step = {readonly tool: string; readonly input: Readonly<Record<string, unknown>>};

export type Plan = {
	readonly steps: readonly Step[];
	/** Made from the results alone; nothing is invented. */
	answer(results: readonly ToolResultMessage[]): string;
	/** One more step, found in the results so far. */
	next?(results: readonly ToolResultMessage[]): Step | undefined;
};

type Pattern = {
	readonly example: string;
	readonly match: RegExp;
	make(found: readonly string[]): Plan;
};

const textOf = (result: ToolResultMessage | undefined): string =>
	(result?.content ?? []).flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

const linesOf = (result: ToolResultMessage | undefined): readonly string[] =>
	textOf(result)
		.split('\n')
		.filter(line => line.trim() !== '' && !/^\[.*\]$/.test(line));

const few = (lines: readonly string[], count = 10): string => {
	const shown = lines.slice(0, count).join('\n');
	return lines.length > count ? `${shown}\n… and ${lines.length - count} more` : shown;
};

const block = (text: string): string => `\`\`\`\n${text}\n\`\`\``;

const tail = (result: ToolResultMessage | undefined): string =>
	block(linesOf(result).slice(-12).join('\n') || '(no output)');

const ran = (command: string): Plan => ({
	steps: [{tool: 'bash', input: {command}}],
	answer: ([result]) =>
		`\`${command}\` ${result?.isError ? 'failed' : 'ended well'}. Its last lines:\n\n${tail(result)}`,
});

const searched = (pattern: string, path?: string): Plan => ({
	steps: [{tool: 'grep', input: {pattern, literal: true, ...(path ? {path} : {})}}],
	answer([result]) {
		const lines = linesOf(result);
		if (lines[0] === 'No matches found') return `"${pattern}" occurs nowhere here.`;
		const files = new Set(lines.map(line => line.split(':')[0]));
		return `"${pattern}" occurs in ${lines.length} lines of ${files.size} files:\n\n${block(few(lines, 15))}`;
	},
});

const listed = (path = '.'): Plan => ({
	steps: [{tool: 'ls', input: {path}}],
	answer([result]) {
		const names = linesOf(result);
		const folders = names.filter(name => name.endsWith('/')).length;
		return `${path} holds ${folders} folders and ${names.length - folders} files:\n\n${block(few(names, 30))}`;
	},
});

const testCommand = (names: readonly string[]): string | undefined => {
	const has = (name: string) => names.includes(name);
	if (has('package.json')) return 'npm test';
	if (has('Cargo.toml')) return 'cargo test';
	if (has('go.mod')) return 'go test ./...';
	if (has('pyproject.toml') || has('pytest.ini') || has('setup.py')) return 'python3 -m pytest';
	return has('Makefile') ? 'make test' : undefined;
};

const tests: Plan = {
	steps: [{tool: 'ls', input: {path: '.'}}],
	next(results) {
		const command = results.length === 1 ? testCommand(linesOf(results[0])) : undefined;
		return command === undefined ? undefined : {tool: 'bash', input: {command}};
	},
	answer([names, result]) {
		if (!result)
			return 'I found no package.json, Cargo.toml, go.mod, pyproject.toml or Makefile to run tests with.';
		return `\`${testCommand(linesOf(names))}\` ${result.isError ? 'failed' : 'passed'}. Its last lines:\n\n${tail(result)}`;
	},
};

const project: Plan = {
	steps: [{tool: 'ls', input: {path: '.'}}],
	next(results) {
		const names = linesOf(results[0]);
		const wanted = [
			'README.md',
			'readme.md',
			'package.json',
			'Cargo.toml',
			'pyproject.toml',
			'go.mod',
		].filter(name => names.includes(name));
		const path = wanted[results.length - 1];
		return path === undefined ? undefined : {tool: 'read', input: {path}};
	},
	answer([names, ...files]) {
		const entries = linesOf(names);
		const heads = files.map(file => block(few(linesOf(file), 8)));
		return [
			`The folder holds ${entries.length} entries: ${entries.slice(0, 20).join(', ')}.`,
			...heads,
		].join('\n\n');
	},
};

const clean = (text = ''): string =>
	text
		.trim()
		.replace(/^[`"']|[`"'.?!]+$/g, '')
		.replace(/[`"']$/, '');

/** What the script understands; the first that fits the whole sentence is taken. */
const patterns: readonly Pattern[] = [
	{
		example: 'list files',
		match: /^(?:list|show)(?: me)?(?: all)?(?: the)? files(?: in ([\w./~-]+))?$/i,
		make: ([folder]) => listed(folder ? clean(folder) : '.'),
	},
	{
		example: 'read README.md',
		match:
			/^(?:read|show|open|cat)(?: me)?(?: the)?(?: file)? ([`"']?[\w./~-]+\.?[\w]*[`"']?)(?: lines? (\d+)(?:-(\d+))?)?$/i,
		make: ([file, from, to]) => ({
			steps: [
				{
					tool: 'read',
					input: {
						path: clean(file),
						...(from ? {offset: Number(from)} : {}),
						...(from && to ? {limit: Number(to) - Number(from) + 1} : {}),
					},
				},
			],
			answer: ([result]) =>
				`${clean(file)} reads:\n\n${block(few(textOf(result).split('\n'), 25))}`,
		}),
	},
	{
		example: 'search for TODO',
		match: /^(?:search for|grep|find the text) (.+?)(?: in ([\w./~-]+))?$/i,
		make: ([text, path]) => searched(clean(text), path && clean(path)),
	},
	{
		example: 'where is main used',
		match: /^where(?: is|'s) (.+?)(?: defined| used)$/i,
		make: ([name]) => searched(clean(name)),
	},
	{
		example: 'list TODOs',
		match: /^(?:list|show)(?: me)?(?: all)?(?: the)? todos$/i,
		make: () => searched('TODO'),
	},
	{
		example: 'find *.md files',
		match: /^find(?: all)? ([*\w.[\]{},/-]+?)(?: files)?$|^find files (?:named|called) (.+)$/i,
		make: ([glob, name]) => ({
			steps: [{tool: 'find', input: {pattern: clean(glob ?? name)}}],
			answer: ([result]) => `Found:\n\n${block(few(linesOf(result), 25))}`,
		}),
	},
	{example: 'run the tests', match: /^run(?: all)?(?: the)? tests$/i, make: () => tests},
	{
		example: 'run `git log -3`',
		match: /^run [`"'](.+)[`"']$|^run (?!the tests)(\S.*)$/i,
		make: ([quoted, bare]) => ran((quoted ?? bare ?? '').trim()),
	},
	{
		example: 'what changed',
		match: /^(?:what(?: has)? changed|git status|status)$/i,
		make: () => ran('git status --short'),
	},
	{
		example: 'show the diff',
		match: /^(?:show|print)(?: me)? the diff$/i,
		make: () => ran('git diff --stat && git diff | head -60'),
	},
	{
		example: 'create notes.txt with hello',
		match:
			/^(?:create|write)(?: a)?(?: file)? ([\w./~-]+) with (?:the text |the content )?([\s\S]+)$/i,
		make: ([file, text]) => {
			const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec((text ?? '').trim());
			const content = `${fenced?.[1] ?? clean(text)}\n`;
			return {
				steps: [{tool: 'write', input: {path: clean(file), content}}],
				answer: () => `${clean(file)} is written.`,
			};
		},
	},
	{
		example: 'replace a with b in notes.txt',
		match: /^replace (.+?) (?:with|by) (.*) in ([\w./~-]+)$/i,
		make: ([from, to, file]) => ({
			steps: [
				{tool: 'read', input: {path: clean(file)}},
				{
					tool: 'edit',
					input: {path: clean(file), edits: [{oldText: clean(from), newText: clean(to)}]},
				},
			],
			answer: () => `${clean(file)} is changed.`,
		}),
	},
	{
		example: 'what is this project',
		match:
			/^(?:what is this (?:project|repository|repo)|(?:summari[sz]e|describe)(?: this| the)? (?:project|repository|repo))$/i,
		make: () => project,
	},
];

export const examples: readonly string[] = patterns.map(({example}) => example);

const polite = /^(?:please|can you|could you|would you|now|then|and)[ ,]+/i;

/** The plan for one sentence, if the script understands all of it. */
export function planFor(sentence: string): Plan | undefined {
	let plain = sentence.trim();
	while (polite.test(plain)) plain = plain.replace(polite, '');
	plain = plain.replace(/[ ,]+please[.!?]?$/i, '').replace(/[.!?]+$/, '');
	for (const {match, make} of patterns) {
		const found = match.exec(plain);
		if (found) return make(found.slice(1));
	}

	return undefined;
}
