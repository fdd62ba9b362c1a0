import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

/** One edit of a file that holds `before`: what the file holds then, or what the model is told. */
async function edited(
	before: string | Uint8Array,
	...edits: readonly {readonly oldText: string; readonly newText: string}[]
): Promise<{readonly content: string; readonly bytes: Buffer; readonly told: string}> {
	const cwd = tempFolder({'f.txt': before});
	const told = await toolsIn(cwd).text('edit', {path: 'f.txt', edits});
	const bytes = fs.readFileSync(path.join(cwd, 'f.txt'));
	return {content: bytes.toString(), bytes, told};
}

const one = (oldText: string, newText: string) => ({oldText, newText});

describe('edit', () => {
	it.each([
		['as it is', 'a\nb\nc\n', one('b', 'X'), 'a\nX\nc\n'],
		['with other line ends', 'a\r\nb\r\nc\r\n', one('a\nb\n', 'x\ny\nz\n'), 'x\r\ny\r\nz\r\nc\r\n'],
		['in the ending of its own line', 'a\r\nb\nc\r\n', one('b', 'x\ny'), 'a\r\nx\ny\nc\r\n'],
		['in a file of lone CR', 'a\rb\rc', one('b', 'x\ny'), 'a\rx\ry\rc'],
		['beside a lone CR that ends nothing', 'a\rb\nc\n', one('c', 'x\ny'), 'a\rb\nx\ny\n'],
		['on the last line, without an end', 'a\r\nb', one('b', 'x\ny'), 'a\r\nx\r\ny'],
		['with blanks at the end of lines', 'a  \nb\t\nc', one('a\nb', 'x'), 'x\t\nc'],
		['with blanks of its own at the end', 'a\nb\nc', one('a \nb  \n', 'x\n'), 'x\nc'],
		['with other quotes', 'say “hi” – now ‘x’', one('say "hi" - now', 'no'), 'no ‘x’'],
		['with special spaces', 'a\u00a0b\u2003c', one('a b', 'x'), 'x\u2003c'],
		['with special spaces at the end of a line', 'a\u00a0\nb', one('a\nb', 'x'), 'x'],
		['in another normal form', 'cafe\u0301 now', one('caf\u00e9', 'tea'), 'tea now'],
		['with ligatures', 'of\ufb01ce hours', one('office', 'shop'), 'shop hours'],
		['after a byte order mark', '\ufeffa\nb', one('a', 'x'), '\ufeffx\nb'],
		['with dollar signs', 'a\nb', one('b', '$& $1 $$'), 'a\n$& $1 $$'],
		['at both ends of the file', 'a', one('a', ''), ''],
	])('finds a text %s, and changes nothing else', async (...[, before, edit, after]) => {
		expect((await edited(before, edit)).content).toBe(after);
	});

	it('changes no byte outside of what it replaces, whatever is around it', async () => {
		const noise = fc.array(
			fc.oneof(
				fc.constantFrom(
					'\n',
					'\r\n',
					'\r',
					'  ',
					'\t',
					'“',
					'’',
					'–',
					'\u00a0',
					'\ufeff',
					'é',
					'e\u0301',
					'ﬁ',
					'a',
					'b c',
				),
				fc.string({maxLength: 4}),
			),
			{maxLength: 12},
		);
		const needle = '<<x “y” – z>> \t\nend';
		const spellings = [
			needle,
			needle.replaceAll('\n', '\r\n'),
			'<<x "y" - z>>\nend',
			'<<x “y” – z>>\r\nend',
		];
		await fc.assert(
			fc.asyncProperty(
				noise,
				noise,
				fc.constantFrom(...spellings),
				async (before, after, spelling) => {
					const [head, tail] = [before.join(''), after.join('')];
					const {bytes, told} = await edited(head + needle + tail, one(spelling, 'NEW'));
					expect({bytes: bytes.toString('hex'), told}).toEqual({
						bytes: Buffer.from(`${head}NEW${tail}`).toString('hex'),
						told: 'Replaced 1 block in f.txt.',
					});
				},
			),
			{numRuns: 150},
		);
	});

	it('keeps bytes of any other encoding', async () => {
		const foreign = fc.uint8Array({min: 1, max: 255, maxLength: 12});
		await fc.assert(
			fc.asyncProperty(foreign, foreign, async (head, tail) => {
				const before = Buffer.concat([
					head,
					Buffer.from([0xe9, 0x0a]),
					Buffer.from('<old> "x"'),
					Buffer.from([0x0a]),
					tail,
				]);
				const {bytes} = await edited(before, one('<old> "x"', 'new'));
				const after = Buffer.concat([
					head,
					Buffer.from([0xe9, 0x0a]),
					Buffer.from('new'),
					Buffer.from([0x0a]),
					tail,
				]);
				expect(bytes.toString('hex')).toBe(after.toString('hex'));
			}),
			{numRuns: 100},
		);
	});

	it('puts characters only into a file whose encoding takes them', async () => {
		const latin = Buffer.from('caf\xe9\nplain\n', 'latin1');
		expect(await edited(latin, one('plain', 'pläin'))).toMatchObject({
			bytes: latin,
			told: expect.stringContaining('f.txt is not UTF-8'),
		});
		const mixed = Buffer.concat([Buffer.from('naïve\n'), Buffer.from([0xff])]);
		expect((await edited(mixed, one('naïve', 'ïdea'))).bytes).toEqual(
			Buffer.concat([Buffer.from('ïdea\n'), Buffer.from([0xff])]),
		);
		expect((await edited(Buffer.from('\ufeffa', 'utf16le'), one('a', 'b'))).told).toContain(
			'UTF-16',
		);
		expect((await edited(Buffer.from([0xff, 0, 1]), one('a', 'b'))).told).toContain('binary');
	});

	it('takes all edits against the original, or none', async () => {
		expect((await edited('a b', one('a', 'b'), one('b', 'a'))).content).toBe('b a');
		expect(await edited('a b', one('a', 'x'), one('zzz', 'y'))).toMatchObject({
			content: 'a b',
			told: expect.stringContaining('edits[1]: The text to replace is not in f.txt.'),
		});
		expect((await edited('abc', one('bc', 'x'), one('ab', 'y'))).told).toBe(
			'Error: edits[0] and edits[1] overlap. Make them one edit.',
		);
		expect((await edited('ab', one('a', 'x'), one('b', 'y'))).content).toBe('xy');
	});

	it.each([
		[
			'occurs more than once',
			'a\nb\na\n',
			one('a', 'x'),
			'The text to replace occurs 2 times in f.txt, at lines 1, 3. Take in more text around it, so that it is the only one.',
		],
		[
			'overlaps itself',
			'aaa',
			one('aa', 'x'),
			'The text to replace occurs 2 times in f.txt, at lines 1, 1. Take in more text around it, so that it is the only one.',
		],
		[
			'is empty',
			'a',
			one('', 'x'),
			'oldText is empty. To create a file, use write; to add text, take in a line beside it.',
		],
		[
			'is the new text',
			'a',
			one('a', 'a'),
			'Nothing would change in f.txt: the new text is what is there already.',
		],
		[
			'is like nothing there',
			'a\n',
			one('some quite other line', 'x'),
			'The text to replace is not in f.txt. Nothing like it is there. Read the file again.',
		],
		[
			'has line numbers',
			'let a;\nlet b;\n',
			one('  1: let a;\n  2: let b;', 'x'),
			'The text to replace is not in f.txt. It is there without the line numbers: leave them out.',
		],
		[
			'has another indentation',
			'x\n\tif (a) {\n\t\tgo();\n',
			one('    if (a) {\n        go();', 'x'),
			'The text to replace is not in f.txt. The nearest text is at line 2. Only the indentation differs. Lines with - are yours, lines with + are in the file:\n-    if (a) {\n-        go();\n+\tif (a) {\n+\t\tgo();\nCopy the text exactly as it is in the file.',
		],
		[
			'has one other line',
			'one();\ntwo();\nthree();\nfour();\n',
			one('two();\ntree();\nfour();', 'x'),
			'The text to replace is not in f.txt. The nearest text is at line 2. Lines with - are yours, lines with + are in the file:\n two();\n-tree();\n+three();\n four();\nCopy the text exactly as it is in the file.',
		],
		[
			'is a line with a slip',
			'alpha\nconst total = sum(values);\nomega\n',
			one('const totals = sum(value);', 'x'),
			'The text to replace is not in f.txt. The nearest text is at line 2. Lines with - are yours, lines with + are in the file:\n-const totals = sum(value);\n+const total = sum(values);\nCopy the text exactly as it is in the file.',
		],
	])('refuses a text that %s, and says what would do', async (...[, before, edit, told]) => {
		expect(await edited(before, edit)).toMatchObject({content: before, told: `Error: ${told}`});
	});

	it('asks to read again when a file cannot be edited twice in a row', async () => {
		const {text} = toolsIn(tempFolder({'f.txt': 'a\nb\n'}));
		const miss = {path: 'f.txt', edits: [one('nothing', 'x')]};
		expect(await text('edit', miss)).not.toContain('in a row');
		expect(await text('edit', miss)).toContain('failure 2 in a row on this file: read it again');
		await text('edit', {path: 'f.txt', edits: [one('a', 'c')]});
		expect(await text('edit', miss)).not.toContain('in a row');
	});

	it('shows the change as it was made to the file', async () => {
		const lines = Array.from({length: 30}, (_, index) => `line ${index + 1}`);
		const cwd = tempFolder({'f.txt': `${lines.join('\r\n')}\r\n`});
		const {details} = await toolsIn(cwd).run('edit', {
			path: 'f.txt',
			edits: [one('line 6\n', 'six\nsix and a half\n'), one('line 25', 'twenty-five')],
		});
		expect(details).toEqual({
			diff: [
				'  2 line 2',
				'  3 line 3',
				'  4 line 4',
				'  5 line 5',
				'- 6 line 6',
				'+ 6 six',
				'+ 7 six and a half',
				'  8 line 7',
				'  9 line 8',
				' 10 line 9',
				' 11 line 10',
				'    ...',
				' 22 line 21',
				' 23 line 22',
				' 24 line 23',
				' 25 line 24',
				'-25 line 25',
				'+26 twenty-five',
				' 27 line 26',
				' 28 line 27',
				' 29 line 28',
				' 30 line 29',
			].join('\n'),
			patch: expect.stringContaining('@@ -2,9 +2,10 @@\n line 2\r\n'),
			firstChangedLine: 6,
		});
	});

	it.each([0o644, 0o755, 0o600, 0o444 | 0o200])(
		'keeps mode %o, links of any depth and other names of the file',
		async mode => {
			const cwd = tempFolder({'real/run.sh': 'echo one\n', 'a/x': '', 'b/x': ''});
			const real = path.join(cwd, 'real/run.sh');
			fs.chmodSync(real, mode);
			fs.symlinkSync('../real/run.sh', path.join(cwd, 'a/link'));
			fs.symlinkSync('../a/link', path.join(cwd, 'b/link'));
			fs.linkSync(real, path.join(cwd, 'other-name'));
			const {text} = toolsIn(cwd);
			for (const [index, name] of ['real/run.sh', 'a/link', 'b/link', 'other-name'].entries()) {
				const edits = [
					one(/echo \w+/.exec(fs.readFileSync(real, 'utf8'))?.[0] ?? '', `echo ${index}`),
				];
				expect(await text('edit', {path: name, edits})).toBe(`Replaced 1 block in ${name}.`);
			}

			expect(fs.readFileSync(path.join(cwd, 'other-name'), 'utf8')).toBe('echo 3\n');
			expect(fs.readlinkSync(path.join(cwd, 'b/link'))).toBe('../a/link');
			expect(fs.statSync(real).mode & 0o777).toBe(mode);
			expect(fs.readdirSync(path.join(cwd, 'real'))).toEqual(['run.sh']);
		},
	);

	it('lands every one of twenty edits at once by five spellings of a path, in the order of the calls', async () => {
		const cwd = tempFolder({
			'n.txt': `${Array.from({length: 20}, (_, index) => `line ${index};`).join('\n')}\nlast: -\n`,
			'sub/x': '',
		});
		fs.symlinkSync('n.txt', path.join(cwd, 'm.txt'));
		const {run} = toolsIn(cwd);
		const spellings = ['n.txt', './n.txt', path.join(cwd, 'n.txt'), 'sub/../n.txt', 'm.txt'];
		await Promise.all(
			Array.from({length: 20}, (_, index) =>
				run('edit', {
					path: spellings[index % 5],
					edits: [
						one(`line ${index};`, `LINE ${index};`),
						one(
							index === 0 ? 'last: -' : `last: ${index - 1}\n`,
							`last: ${index}\n`.trimEnd() + (index === 0 ? '' : '\n'),
						),
					],
				}),
			),
		);
		expect(fs.readFileSync(path.join(cwd, 'n.txt'), 'utf8')).toBe(
			`${Array.from({length: 20}, (_, index) => `LINE ${index};`).join('\n')}\nlast: 19\n`,
		);
	});

	it.each([
		['one edit at the top', {path: 'f.txt', oldText: 'a', newText: 'x'}],
		['edits as a JSON string', {path: 'f.txt', edits: '[{"oldText":"a","newText":"x"}]'}],
		['one edit as a JSON string', {path: 'f.txt', edits: '{"oldText":"a","newText":"x"}'}],
		['one edit without a list', {path: 'f.txt', edits: {oldText: 'a', newText: 'x'}}],
		['both', {path: 'f.txt', edits: [], oldText: 'a', newText: 'x'}],
	])('takes %s', async (_shape, input) => {
		const cwd = tempFolder({'f.txt': 'a'});
		await toolsIn(cwd).run('edit', input);
		expect(fs.readFileSync(path.join(cwd, 'f.txt'), 'utf8')).toBe('x');
	});

	it('says what it cannot edit', async () => {
		const {text} = toolsIn(tempFolder({'folder/x': ''}));
		const edits = [one('a', 'b')];
		expect(await text('edit', {path: 'none', edits})).toBe(
			'Error: Cannot edit none: there is no such file.',
		);
		expect(await text('edit', {path: 'folder', edits})).toBe(
			'Error: Cannot edit folder: it is not a regular file.',
		);
		expect(await text('edit', {path: 'folder/x/y', edits})).toBe(
			'Error: Cannot edit folder/x/y: there is no such file.',
		);
		expect(await text('edit', {path: 'x'.repeat(5000), edits})).toMatch(
			/^Error: Cannot change x+: the name is too long\.$/,
		);
		expect(await text('edit', {path: 'a\0b', edits})).toMatch(/^Error: Cannot change/);
	});
});
