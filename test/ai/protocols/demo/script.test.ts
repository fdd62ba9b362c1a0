import {describe, expect, it} from 'vitest';
import type {Tool, ToolResultMessage, UserMessage} from '../../../../source/ai/index.ts';
import {demoModel} from '../../../../source/ai/index.ts';
import {nextLine} from '../../../../source/ai/protocols/demo/script.ts';
import type {ProtocolCall} from '../../../../source/ai/protocols/protocol.ts';

const allTools = ['read', 'bash', 'edit', 'write', 'grep', 'find', 'ls'];

const user = (content: string): UserMessage => ({role: 'user', content, timestamp: 1});

const result = (text: string, isError = false): ToolResultMessage => ({
	role: 'toolResult',
	toolCallId: 'x',
	toolName: 'x',
	content: [{type: 'text', text}],
	isError,
	timestamp: 1,
});

function call(
	messages: ProtocolCall['messages'],
	tools: readonly string[] = allTools,
): ProtocolCall {
	return {
		model: demoModel,
		systemPrompt: '',
		tools: tools.map((name): Tool => ({name, description: name, parameters: {}})),
		messages,
		level: 'off',
		maxTokens: 1000,
		cacheRetention: 'none',
	};
}

const next = (
	text: string,
	results: readonly ToolResultMessage[] = [],
	tools?: readonly string[],
) => nextLine(call([user(text), ...results], tools));

/** tool and input, or the text when there is none. */
const firstStep = (text: string, tools?: readonly string[]) => {
	const {step} = next(text, [], tools);
	return step ? [step.tool, step.input] : undefined;
};

describe('the demo', () => {
	const understood: readonly (readonly [request: string, tool: string, input: object])[] = [
		['list files', 'ls', {path: '.'}],
		['Please show me all the files in src/lib!', 'ls', {path: 'src/lib'}],
		['ls', 'ls', {path: '.'}],
		['what files are here?', 'ls', {path: '.'}],
		['show src/', 'ls', {path: 'src/'}],
		['read README.md', 'read', {path: 'README.md'}],
		['Can you show me the file "my notes.txt", please?', 'read', {path: 'my notes.txt'}],
		['open src/a.ts lines 10-20', 'read', {path: 'src/a.ts', offset: 10, limit: 11}],
		['show .gitignore line 3', 'read', {path: '.gitignore', offset: 3, limit: 1}],
		['search for parseLine in src/', 'grep', {pattern: 'parseLine', path: 'src/', literal: true}],
		['grep "two words"', 'grep', {pattern: 'two words', path: '.', literal: true}],
		['where is Session used?', 'grep', {pattern: 'Session', path: '.', literal: true}],
		['find *.ts files', 'find', {pattern: '*.ts', path: '.'}],
		[
			'find all files named config.json in packages',
			'find',
			{pattern: 'config.json', path: 'packages'},
		],
		['list TODOs', 'grep', {pattern: 'TODO|FIXME', path: '.'}],
		['run `git log -3`', 'bash', {command: 'git log -3'}],
		['run npm run build', 'bash', {command: 'npm run build'}],
		['run the tests', 'ls', {path: '.'}],
		['what changed?', 'bash', {command: 'git status --short --branch'}],
		['git status', 'bash', {command: 'git status --short --branch'}],
		['show me the diff', 'bash', {command: 'git --no-pager diff --no-color'}],
		['create notes.txt with hello world', 'write', {path: 'notes.txt', content: 'hello world\n'}],
		[
			'create a file src/a.ts with "export {};"',
			'write',
			{path: 'src/a.ts', content: 'export {};\n'},
		],
		[
			'create hello.py with:\n```python\nprint("hi")\n\nprint("then")\n```',
			'write',
			{path: 'hello.py', content: 'print("hi")\n\nprint("then")\n'},
		],
		['replace red with blue in a.css', 'read', {path: 'a.css'}],
		['append "one. two; then three" to notes.txt', 'read', {path: 'notes.txt'}],
		['what is this project?', 'ls', {path: '.'}],
		['Could you summarize the repository', 'ls', {path: '.'}],
		['1. list files\n2. read a.txt', 'ls', {path: '.'}],
	];
	for (const [request, tool, input] of understood) {
		it(`begins with ${tool} for: ${request}`, () => {
			expect(firstStep(request)).toEqual([tool, input]);
		});
	}

	it('looks for declarations when asked where something is defined', () => {
		const {step} = next('where is createAgent defined');
		const pattern = new RegExp(String(step?.input.pattern));
		const lines = [
			'export function createAgent(options) {',
			'class createAgent:',
			'func (a *Agent) createAgent() {',
			'const createAgents = 1',
			'createAgent();',
		];
		expect(lines.map(line => pattern.test(line))).toEqual([true, true, true, false, false]);
	});

	const refused: readonly string[] = [
		'fix the failing test in parser.ts',
		'refactor the loop to use async iterators and update the tests',
		'add dark mode to the settings page',
		'read the config and fix the bug',
		'run the linter and fix what it finds',
		'run npm test and fix the failures',
		'create parser.ts with error handling',
		'create a function that sorts numbers',
		'add installation instructions to README.md',
		'add error handling to parser.ts',
		'replace the old parser with a new one in parser.ts',
		'search for the place where we parse dates',
		'list files, then make them prettier',
		'find the bug',
		'why does the build fail?',
		'show me how closures work',
		'',
	];
	for (const request of refused) {
		it(`does nothing for: ${request || '(nothing)'}`, () => {
			const {text, step} = next(request);
			expect(step).toBeUndefined();
			expect(text).toMatch(/^I did not understand that: I am a fixed script, not an AI\./);
			expect(text.match(/^- /gm)).toHaveLength(3);
			expect(text).toMatch(/To connect a real model: .*$/);
		});
	}

	it('names what is nearest to a request that it does not know', () => {
		expect(
			next('replace my tests by better tests')
				.text.split('\n')
				.filter(line => line.startsWith('- '))[0],
		).toBe('- run the tests');
	});

	it('says what it is and what it can do', () => {
		const {text} = next('Hello!');
		expect(text).toMatch(/^I am a fixed script, not an AI\./);
		expect(text).toContain('- read README.md lines 1-20');
	});

	it('says how to connect a model at the end of its first answer only', () => {
		expect(next('list files', [result('a.txt')]).text).toMatch(
			/\n\nTo connect a real model: [^\n]*$/,
		);
		const later = nextLine(
			call([
				user('hi'),
				{
					role: 'assistant',
					content: [{type: 'text', text: 'I am…'}],
					api: 'demo',
					provider: 'demo',
					model: 'script',
					usage: {
						input: 0,
						output: 0,
						cacheRead: 0,
						cacheWrite: 0,
						totalTokens: 0,
						cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0},
					},
					stopReason: 'stop',
					timestamp: 1,
				},
				user('list files'),
				result('a.txt'),
			]),
		);
		expect(later.text).not.toContain('To connect');
	});

	it('goes through several requests in order, and tells of all of them at the end', () => {
		const request = 'list files, then read a.txt and then run `true`';
		const results = [result('a.txt\nlib/'), result('hello\n'), result('(no output)')];
		const done = [0, 1, 2].map(count => next(request, results.slice(0, count)));
		expect(done.map(({text, step}) => [text, step?.tool])).toEqual([
			['', 'ls'],
			['', 'read'],
			['', 'bash'],
		]);
		expect(next(request, results).text.split('\n\nTo connect')[0]).toBe(
			[
				'This folder holds 1 folder and 1 file:\n\n```\na.txt\nlib/\n```',
				'a.txt, 1 line:\n\n```txt\nhello\n```',
				'`true` ended with exit code 0 and printed nothing.',
			].join('\n\n'),
		);
	});

	it('tells of what was done before it stopped', () => {
		const results = [result('a.txt'), result('Cannot read b.txt', true)];
		const {text} = next('list files then read b.txt then run `ls`', results);
		expect(text).toMatch(/^This folder holds [\s\S]*\n\nI stopped: read failed\./);
	});

	it('stops at a step that failed, and says so', () => {
		const {text, step} = next('read a.txt then run `ls`', [
			result('Cannot read a.txt: There is no such file', true),
		]);
		expect(step).toBeUndefined();
		expect(text).toContain(
			'I stopped: read failed.\n\n```\nCannot read a.txt: There is no such file\n```',
		);
	});

	it('begins no further request after a command that failed', () => {
		const {text, step} = next('run `make` then list files', [
			result('no rule\n\n[The command exited with code 2.]', true),
		]);
		expect(step).toBeUndefined();
		expect(text).toContain('`make` ended with exit code 2. It printed:\n\n```\nno rule\n```');
	});

	it('takes the shell when a tool for looking is off', () => {
		const few = ['read', 'bash', 'edit', 'write'];
		expect(firstStep("list files in it's/", few)).toBeUndefined();
		expect(firstStep('list files in "it\'s/"', few)).toEqual([
			'bash',
			{command: "ls -1Ap -- 'it'\\''s/'"},
		]);
		expect(firstStep('find *.ts files', few)?.[1]).toEqual({
			command:
				"find '.' -name '*.ts' -not -path '*/.git/*' -not -path '*/node_modules/*' | head -n 1000",
		});
		expect(firstStep('list TODOs', few)?.[1]).toEqual({
			command:
				"grep -rnIE --exclude-dir=.git --exclude-dir=node_modules -e 'TODO|FIXME' -- '.' | head -n 200",
		});
	});

	it('says which tool is missing when there is no other way', () => {
		const {text, step} = next('create a.txt with "x"', [], ['read']);
		expect(step).toBeUndefined();
		expect(text).toContain('I stopped: this needs the tool `write`, which is off in this session.');
	});

	it('groups what it finds by file', () => {
		const {text} = next('search for x', [
			result(
				'a.ts:1: let x\na.ts:5: x += 1\nb/c.ts:12: x\n\n[100 matches shown, there are more; use limit=200]',
			),
		]);
		expect(text.split('\n\nTo connect')[0]).toBe(
			'`x` is in at least 3 lines of 2 files:\n\n- a.ts (2)\n  1: `let x`\n  5: `x += 1`\n- b/c.ts (1)\n  12: `x`',
		);
		expect(next('search for x', [result('No matches found')]).text).toMatch(
			/^`x` is nowhere here\./,
		);
	});

	it('knows how a project is tested by the files in it', () => {
		const testing = (names: string) => next('run the tests', [result(names)]).step?.input;
		expect(testing('package.json\nsrc/')).toEqual({command: 'npm test'});
		expect(testing('Cargo.toml')).toEqual({command: 'cargo test'});
		expect(testing('go.mod')).toEqual({command: 'go test ./...'});
		expect(testing('pyproject.toml')).toEqual({command: 'python3 -m pytest'});
		expect(testing('Makefile')).toEqual({command: 'make test'});
		expect(next('run the tests', [result('a.txt')]).text).toMatch(
			/^I know no way to test this folder/,
		);
	});

	it('counts what changed', () => {
		expect(next('what changed', [result('## main...origin/main\n M a.ts\n?? b.ts')]).text).toMatch(
			/^2 changed paths on branch main:\n\n```\n M a.ts\n\?\? b.ts\n```/,
		);
		expect(next('what changed', [result('## main')]).text).toMatch(
			/^Nothing has changed on branch main\./,
		);
		const diff = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-x\n+y\n+z';
		expect(next('show the diff', [result(diff)]).text).toMatch(
			/^1 file, 2 lines added, 1 removed:/,
		);
	});

	it('replaces only what is there once, and offers to replace all', () => {
		const request = 'replace red with blue in a.txt';
		const edit = next(request, [result('a red house\n')]).step;
		expect(edit).toMatchObject({
			tool: 'edit',
			input: {path: 'a.txt', edits: [{oldText: 'red', newText: 'blue'}]},
		});
		expect(next(request, [result('a house')]).text).toMatch(
			/^`red` is not in a.txt; I changed nothing\./,
		);
		const twice = next(request, [result('red\nand red\n')]);
		expect([twice.step, twice.text.split('\n')[0]]).toEqual([
			undefined,
			'`red` is in a.txt 2 times; I changed nothing. To change every one: replace all `red` with `blue` in a.txt',
		]);
		const all = next('replace all `red` with `blue` in a.txt', [result('red\nand red\n')]).step;
		expect(all?.input).toEqual({
			path: 'a.txt',
			edits: [{oldText: 'red\nand red', newText: 'blue\nand blue'}],
		});
		const part = next(request, [
			result('red\n\n[900 more lines in the file. Go on with offset=2001.]'),
		]);
		expect([part.step, part.text.split('\n')[0]]).toEqual([
			undefined,
			'a.txt is too long for me; I left it as it is.',
		]);
	});

	it('appends at an end that cannot be mistaken for another place', () => {
		const edit = (text: string) => next('append "new" to a.txt', [result(text)]).step;
		expect(edit('x\ny\n')?.input).toEqual({
			path: 'a.txt',
			edits: [{oldText: 'y\n', newText: 'y\nnew\n'}],
		});
		expect(edit('y\nx\ny')?.input).toEqual({
			path: 'a.txt',
			edits: [{oldText: 'x\ny', newText: 'x\ny\nnew\n'}],
		});
		expect(edit('\n\n')?.input).toEqual({
			path: 'a.txt',
			edits: [{oldText: '\n\n', newText: '\n\nnew\n'}],
		});
		expect(edit('')).toEqual({tool: 'write', input: {path: 'a.txt', content: 'new\n'}});
	});

	it('tells facts of a project and no more', () => {
		const manifest = {
			name: 'thing',
			version: '1.2.0',
			description: 'Does it',
			scripts: {test: 'x', build: 'y'},
			main: 'lib/index.js',
		};
		const {text} = next('what is this project', [
			result('README.md\npackage.json\nsrc/'),
			result('# Thing\n\nA thing for people.\n\nMore.'),
			result(JSON.stringify(manifest, null, 2)),
			result('README.md\npackage.json\nsrc/\nsrc/index.ts\nsrc/a.ts\nsrc/b.py'),
		]);
		expect(text.split('\n\nTo connect')[0]).toBe(
			[
				'What I can see of this project, without understanding it (3 entries at the top, 5 files in all):',
				'',
				'- README: Thing — A thing for people.',
				'- Manifest: package.json',
				'- Name: thing 1.2.0',
				'- Description: Does it',
				'- Scripts: `test`, `build`',
				'- Entry point: lib/index.js',
				'- Files by language: TypeScript 2, Markdown 1, Python 1',
				'- Looks like an entry point: src/index.ts',
			].join('\n'),
		);
	});

	it('makes a fence that what it shows cannot close', () => {
		const {text} = next('read a.md', [result('```js\nx\n```')]);
		expect(text).toContain('````md\n```js\nx\n```\n````');
	});

	it('writes the notes that a compaction asks for, under the headings that are wanted', () => {
		const record = '[User]: list files\n\n[Assistant tool calls]: ls(path=".")\n\n[User]: hi';
		const wanted =
			'## Goal\n\nWhat…\n\n## Progress\n\n### Done\n\n- [x] …\n\n## Next Steps\n\n1. …';
		const {text} = next(`<conversation>\n${record}\n</conversation>\n\n${wanted}`, [], []);
		expect(text).toBe(
			'## Goal\n- list files\n- hi\n\n## Progress\n\n### Done\n- ls(path=".")\n\n## Next Steps\n(none)',
		);
	});
});
