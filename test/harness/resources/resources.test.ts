import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {placesFor, sessionFolder} from '../../../source/harness/paths.ts';
import {findContextFiles} from '../../../source/harness/resources/context-files.ts';
import {
	expandPrompt,
	fillTemplate,
	findPrompts,
	splitArguments,
} from '../../../source/harness/resources/prompts.ts';
import {expandSkill, findSkills} from '../../../source/harness/resources/skills.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

describe('slash prompts', () => {
	it.each([
		['one two', ['one', 'two']],
		['"a b" c', ['a b', 'c']],
		[`'it\\'s' x`, ["it's", 'x']],
		['say "hi', ['say', '"hi']],
		['a"b c"', ['a"b', 'c"']],
		['', []],
	])('split %j', (text, words) => {
		expect(splitArguments(text)).toEqual(words);
	});

	it.each([
		['$1-$2', 'a b', 'a-b'],
		['$3', 'a b', ''],
		['$@ / $ARGUMENTS', 'a b', 'a b / a b'],
		['${1:-x} ${2:-y}', 'a', 'a y'],
		['${@:-none}', '', 'none'],
		['${@:2} ${@:2:1}', 'a b c', 'b c b'],
		['$1', '$2 b', '$2'],
		['cost $ 5', '', 'cost $ 5'],
	])('fill %j with %j', (body, text, filled) => {
		expect(fillTemplate(body, text)).toBe(filled);
	});

	it('come from folders, the first of a name wins, and unknown ones stay text', () => {
		const own = tempFolder({
			'fix.md': '---\ndescription: Fix it\nargument-hint: <what>\n---\nFix $1 now.',
			'x.txt': '',
		});
		const other = tempFolder({'fix.md': 'other', 'bare.md': '\n\nJust this line.'});
		const found = findPrompts([own, other, '/nowhere']);
		expect(
			found.map(({name, description, argumentHint}) => [name, description, argumentHint]),
		).toEqual([
			['fix', 'Fix it', '<what>'],
			['bare', 'Just this line.', undefined],
		]);
		expect(expandPrompt('/fix "the bug"', found)).toBe('Fix the bug now.');
		expect(expandPrompt('/unknown x', found)).toBe('/unknown x');
	});
});

describe('skills', () => {
	it('are found below their folders; what is wrong with one is told', () => {
		const folder = tempFolder({
			'good/SKILL.md': '---\nname: good\ndescription: Does good\n---\nDo it.',
			'good/deeper/SKILL.md': '---\nname: hidden\ndescription: not found\n---\n',
			'group/other/SKILL.md':
				'---\nname: other\ndescription: x\ndisable-model-invocation: true\n---\n',
			'bad/SKILL.md': '---\nname: bad\n---\n',
			'Odd/SKILL.md': '---\nname: Odd Name\ndescription: x\n---\n',
		});
		const {skills, problems} = findSkills([folder]);
		expect(skills.map(({name, isHidden}) => [name, isHidden])).toEqual([
			['good', false],
			['other', true],
		]);
		expect(problems.map(({path: file}) => path.relative(folder, file)).sort()).toEqual([
			'Odd/SKILL.md',
			'bad/SKILL.md',
		]);
		expect(expandSkill('/skill:good now', skills)).toMatch(
			/^<skill name="good"[\s\S]*Do it\.\n<\/skill>\n\nnow$/,
		);
	});
});

describe('places', () => {
	it('follow the environment, and sessions have a folder for each working directory', () => {
		expect(placesFor('/w', {}, '/home/u')).toEqual({
			home: '/home/u/.bough',
			sessions: '/home/u/.bough/sessions',
			project: '/w/.bough',
		});
		expect(placesFor('/w', {BOUGH_HOME: '~/b', BOUGH_SESSION_DIR: '/s'}, '/home/u')).toMatchObject({
			home: '/home/u/b',
			sessions: '/s',
		});
		expect(sessionFolder('/s', '/home/u/app')).toBe('/s/--home-u-app--');
	});

	it('have context files from the home and from the root down', () => {
		const home = tempFolder({'AGENTS.md': 'mine'});
		const root = tempFolder({
			'CLAUDE.md': 'top',
			'a/AGENTS.md': 'inner',
			'a/CLAUDE.md': 'second',
			'a/b/x': '',
		});
		expect(
			findContextFiles(home, path.join(root, 'a/b'))
				.map(({text}) => text)
				.slice(-3),
		).toEqual(['mine', 'top', 'inner']);
	});
});
