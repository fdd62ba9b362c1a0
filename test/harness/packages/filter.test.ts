import {describe, expect, it} from 'vitest';
import {isWanted} from '../../../source/harness/packages/filter.ts';
import {turned} from '../../../source/harness/packages/turn.ts';

const files = ['skills/one/SKILL.md', 'skills/two/SKILL.md', 'prompts/fix.md'];
const wanted = (...patterns: readonly (readonly string[] | undefined)[]) =>
	files
		.filter(file => isWanted(`/p/${file}`, '/p', patterns))
		.map(file => file.replace(/\/SKILL.md$/, ''));

describe('the filter of a package', () => {
	it.each([
		[
			'takes everything without a list',
			[undefined],
			['skills/one', 'skills/two', 'prompts/fix.md'],
		],
		['takes nothing with an empty list', [[]], []],
		['takes what fits a glob', [['skills/*']], ['skills/one', 'skills/two']],
		['knows a skill by its name', [['one']], ['skills/one']],
		['leaves out what fits !glob', [['!skills/*']], ['prompts/fix.md']],
		['leaves out one with -path', [['-skills/one']], ['skills/two', 'prompts/fix.md']],
		[
			'takes one with +path that a glob leaves out',
			[['!skills/*', '+skills/two']],
			['skills/two', 'prompts/fix.md'],
		],
		[
			'lets -path win over +path',
			[['+skills/two', '-skills/two']],
			['skills/one', 'prompts/fix.md'],
		],
		[
			'lets a further list take away',
			[undefined, ['-skills/one']],
			['skills/two', 'prompts/fix.md'],
		],
		['lets a further list add to nothing', [[], ['+skills/one']], ['skills/one']],
		[
			'does not mind a further list that says nothing',
			[['skills/*'], undefined],
			['skills/one', 'skills/two'],
		],
	])('%s', (_title, patterns, expected) => {
		expect(wanted(...patterns)).toEqual(expected);
	});

	it.each([
		[undefined],
		[[]],
		[['skills/*']],
		[['!skills/*']],
		[['skills/one']],
		[['-skills/one']],
		[['+skills/one', '!skills/*']],
	])('can turn one resource off and on again with %j, and no other', patterns => {
		const others = wanted(patterns).filter(file => file !== 'skills/one');
		const file = {name: 'skills/one', path: '/p/skills/one/SKILL.md'};
		const off = turned(patterns, file, {folder: '/p', isOn: false});
		const on = turned(off, file, {folder: '/p', isOn: true});
		expect(wanted(off)).toEqual(others);
		expect(wanted(on)).toEqual(['skills/one', ...others]);
	});
});
