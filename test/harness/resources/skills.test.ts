import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {expandSkill, findSkills} from '../../../source/harness/resources/skills.ts';
import {rootsAt} from '../../helpers/resource-roots.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const skill = (name: string, more = '') =>
	`---\nname: ${name}\ndescription: Does ${name}\n${more}---\nDo ${name}.\n`;

const find = async (folders: readonly string[], within?: string) => {
	const {skills, problems} = await findSkills(
		rootsAt(folders, within === undefined ? {} : {within}),
	);
	return {
		names: skills.map(({name}) => name),
		skills,
		problems: problems.map(({path: file, message}) => [path.basename(file), message]),
	};
};

describe('skills', () => {
	it('are found below their folders, and not below one another', async () => {
		const folder = tempFolder({
			'good/SKILL.md': skill('good'),
			'good/deeper/SKILL.md': skill('hidden'),
			'group/other/SKILL.md': skill('other', 'disable-model-invocation: true\n'),
			'single.md': skill('single'),
			'README.md': '# About these',
			'node_modules/x/SKILL.md': skill('x'),
			'.hidden/SKILL.md': skill('x'),
			'group/loose.md': skill('loose'),
		});
		const {skills, problems} = await find([folder, '/nowhere']);
		expect(skills).toEqual([
			{
				name: 'good',
				description: 'Does good',
				path: path.join(folder, 'good/SKILL.md'),
				scope: 'person',
				isHidden: false,
			},
			expect.objectContaining({name: 'other', isHidden: true}),
			expect.objectContaining({name: 'single', isHidden: false}),
		]);
		expect(problems).toEqual([]);
	});

	it('tell what is wrong, and are used where they can be', async () => {
		const folder = tempFolder({
			'a/SKILL.md': '---\nname: a\n---\nNo description.',
			'b/SKILL.md': '---\nname: "Odd Name"\ndescription: >-\n  Folded\n  text\n---\n',
			'c/SKILL.md': '---\ndescription: {{\n---\nBroken.',
			'd/SKILL.md': `---\ndescription: ${'x'.repeat(1030)}\n---\n`,
			'e/SKILL.md': 'No head at all.',
		});
		const {skills, problems} = await find([folder]);
		expect(skills.map(({name, description}) => [name, description.length])).toEqual([
			['Odd Name', 'Folded text'.length],
			['d', 1024],
		]);
		expect(problems).toEqual([
			['SKILL.md', 'a skill needs a "description"'],
			['SKILL.md', '"Odd Name" should be small letters, digits and single dashes, 64 at most'],
			['SKILL.md', expect.stringMatching(/^its head is not valid YAML: /)],
			['SKILL.md', 'its description is longer than 1024 characters; the rest is cut'],
			['SKILL.md', 'a skill needs a "description"'],
		]);
	});

	it('of equal names: the first wins and the other is told; the same file twice is no problem', async () => {
		const first = tempFolder({'x/SKILL.md': skill('x')});
		const second = tempFolder({'x/SKILL.md': skill('x')});
		const link = path.join(tempFolder(), 'link');
		fs.symlinkSync(first, link);
		const {names, problems} = await find([first, link, second]);
		expect(names).toEqual(['x']);
		expect(problems).toEqual([['SKILL.md', expect.stringContaining('"x" is taken by')]]);
	});

	it('may name the tools they allow, as one text or as a list', async () => {
		const folder = tempFolder({
			'a/SKILL.md': skill('a', 'allowed-tools: Bash(git:*) Bash(npm run x), Read\n'),
			'b/SKILL.md': skill('b', 'allowed-tools:\n  - read\n  - Bash(ls *)\n'),
			'c/SKILL.md': skill('c', 'allowed-tools: ""\n'),
			'd/SKILL.md': skill('d'),
		});
		const {skills} = await find([folder]);
		expect(skills.map(({allowedTools}) => allowedTools)).toEqual([
			['Bash(git:*)', 'Bash(npm run x)', 'Read'],
			['read', 'Bash(ls *)'],
			[],
			undefined,
		]);
	});

	it('respect ignore files on the way', async () => {
		const folder = tempFolder({
			'.gitignore': 'build/\n*.md\n!SKILL.md\n',
			'build/a/SKILL.md': skill('a'),
			'b/SKILL.md': skill('b'),
			'b.md': skill('loose'),
			'group/.ignore': 'c\n',
			'group/c/SKILL.md': skill('c'),
			'group/d/SKILL.md': skill('d'),
		});
		expect((await find([folder])).names).toEqual(['b', 'd']);
	});

	it('follow links, but not in circles and not out of a project', async () => {
		const outside = tempFolder({'o/SKILL.md': skill('outside')});
		const folder = tempFolder({'a/b/SKILL.md': skill('inside')});
		fs.symlinkSync(folder, path.join(folder, 'a/circle'));
		fs.symlinkSync(path.join(outside, 'o'), path.join(folder, 'out'));
		fs.symlinkSync('/nowhere', path.join(folder, 'nothing'));
		expect((await find([folder])).names).toEqual(['inside', 'outside']);
		expect((await find([folder], folder)).names).toEqual(['inside']);
		const whole = path.join(folder, 'whole');
		fs.symlinkSync(outside, whole);
		expect(await find([whole], folder)).toMatchObject({
			names: [],
			problems: [['whole', 'it is a link that leads out of the project; it is not followed']],
		});
	});

	it('survive pipes, closed files, other encodings and odd names', async () => {
		const folder = tempFolder({
			'bytes/SKILL.md': Buffer.concat([
				Buffer.from('---\nname: bytes\ndescription: caf'),
				Buffer.from([0xe9]),
				Buffer.from('\n---\n'),
			]),
			'crlf/SKILL.md': '\uFEFF---\r\nname: crlf\r\ndescription: Windows\r\n---\r\nBody\r\n',
			'huge/SKILL.md': 'x'.repeat(2 * 1024 * 1024),
		});
		fs.mkdirSync(path.join(folder, 'pipe'));
		execFileSync('/usr/bin/env', ['mkfifo', path.join(folder, 'pipe/SKILL.md')]);
		fs.mkdirSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]));
		const {names, problems} = await find([folder]);
		expect(names).toEqual(['bytes', 'crlf']);
		expect(problems).toEqual([['SKILL.md', 'cannot be read: it is larger than a megabyte']]);
	});

	it('are a thousand at most in one place; that there are more is told once', async () => {
		const folder = tempFolder();
		for (let index = 0; index < 1200; index += 1) {
			const own = path.join(folder, `group-${index % 30}`, `skill-${index}`);
			fs.mkdirSync(own, {recursive: true});
			fs.writeFileSync(path.join(own, 'SKILL.md'), skill(`skill-${index}`));
		}

		const {names, problems} = await find([folder]);
		expect(new Set(names).size).toBe(1000);
		expect(problems).toEqual([
			[path.basename(folder), 'it holds more than 1000; the rest is left out'],
		]);
	});
});

describe('/skill:name', () => {
	it('becomes the text of the skill as it is now, with what was said besides', async () => {
		const folder = tempFolder({'good/SKILL.md': skill('good', 'disable-model-invocation: true\n')});
		const {skills} = await find([folder]);
		fs.writeFileSync(
			path.join(folder, 'good/SKILL.md'),
			skill('good').replace('Do good.', 'Now do good.'),
		);
		const block = [
			`<skill name="good" location="${folder}/good/SKILL.md">`,
			`Paths in this skill are relative to ${folder}/good.`,
			'',
			'Now do good.',
			'</skill>',
		].join('\n');
		expect(expandSkill('/skill:good', skills)).toBe(block);
		expect(expandSkill('/skill:good  the new one\nplease ', skills)).toBe(
			`${block}\n\nthe new one\nplease`,
		);
		expect(expandSkill('/skill:none x', skills)).toBe('/skill:none x');
		expect(expandSkill('see /skill:good', skills)).toBe('see /skill:good');
	});
});
