import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fillTemplate, splitArguments} from '../../../source/harness/resources/prompt-arguments.ts';
import {expandPrompt, findPrompts} from '../../../source/harness/resources/prompts.ts';
import {rootsAt} from '../../helpers/resource-roots.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

describe('the arguments of a slash prompt', () => {
	it.each([
		['one two', ['one', 'two']],
		['  one\n\ttwo  ', ['one', 'two']],
		['"a b" c', ['a b', 'c']],
		["'a b' c", ['a b', 'c']],
		[`'it\\'s' x`, ["it's", 'x']],
		['"say \\"hi\\"" x', ['say "hi"', 'x']],
		[`"it's" x`, ["it's", 'x']],
		['"" x', ['', 'x']],
		['say "hi', ['say', '"hi']],
		['a"b c"', ['a"b', 'c"']],
		['C:\\dir \\"x', ['C:\\dir', '\\"x']],
		['', []],
	])('split %j', (text, words) => {
		expect(splitArguments(text)).toEqual(words);
	});

	it.each([
		['$1-$2', 'a b', 'a-b'],
		['$3', 'a b', ''],
		['$10', 'a b c d e f g h i j', 'j'],
		['$@ / $ARGUMENTS', 'a "b c"', 'a b c / a b c'],
		['${1:-x} ${2:-y z}', 'a', 'a y z'],
		['${1:-x}', '""', 'x'],
		['${@:-none}', '', 'none'],
		['${ARGUMENTS:-none}', 'a', 'a'],
		['${@:2} ${@:2:1}', 'a b c', 'b c b'],
		['${@:9}', 'a', ''],
		['$1', '$2 b', '$2'],
		['${2:-$1}', 'a', '$1'],
		['cost $ 5, $x, ${y}', '', 'cost $ 5, $x, ${y}'],
	])('fill %j with %j', (body, text, filled) => {
		expect(fillTemplate(body, text)).toBe(filled);
	});

	it('are split in time however they are quoted', () => {
		const text = `"${'\\"'.repeat(20_000)}`;
		expect(splitArguments(text).join() === text).toBe(true);
	});
});

describe('slash prompts', () => {
	it('come from folders, the first of a name wins, and unknown ones stay text', async () => {
		const own = tempFolder({
			'fix.md': '---\ndescription: Fix it\nargument-hint: <what>\n---\nFix $1 now.\n',
			'x.txt': '',
			'deeper/no.md': 'not direct',
		});
		const other = tempFolder({'fix.md': 'other', 'bare.md': `\n\n${'long '.repeat(20)}\nmore`});
		const {templates, problems} = await findPrompts(rootsAt([own, other, '/nowhere']));
		expect(templates).toEqual([
			{
				name: 'fix',
				description: 'Fix it',
				argumentHint: '<what>',
				path: path.join(own, 'fix.md'),
				scope: 'person',
			},
			{
				name: 'bare',
				description: `${'long '.repeat(12)}…`,
				path: path.join(other, 'bare.md'),
				scope: 'person',
			},
		]);
		expect(problems).toEqual([
			{
				path: path.join(other, 'fix.md'),
				line: undefined,
				message: `"fix" is taken by ${path.join(own, 'fix.md')}; this one is left out`,
			},
		]);
		expect(expandPrompt('/fix "the bug"', templates)).toBe('Fix the bug now.');
		expect(expandPrompt('/fix\nthe bug', templates)).toBe('Fix the now.');
		expect(expandPrompt('/unknown x', templates)).toBe('/unknown x');
		expect(expandPrompt('fix it with /fix', templates)).toBe('fix it with /fix');
	});

	it('may replace those that ship, without a word about it', async () => {
		const own = tempFolder({'review.md': 'Mine.'});
		const shipped = tempFolder({'review.md': 'Theirs.'});
		const found = await findPrompts({
			...rootsAt([]),
			roots: [...rootsAt([own]).roots, ...rootsAt([shipped], {scope: 'shipped'}).roots],
		});
		expect([found.templates.map(each => each.description), found.problems]).toEqual([
			['Mine.'],
			[],
		]);
	});

	it('are read as they are when they are used', async () => {
		const folder = tempFolder({'a.md': 'old'});
		const {templates} = await findPrompts(rootsAt([folder]));
		fs.writeFileSync(path.join(folder, 'a.md'), '---\ndescription: x\n---\r\nnew $@');
		expect(expandPrompt('/a one', templates)).toBe('new one');
	});
});
