import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readBody} from '../../../source/harness/resources/frontmatter.ts';
import {fillTemplate} from '../../../source/harness/resources/prompt-arguments.ts';
import {findPrompts} from '../../../source/harness/resources/prompts.ts';
import {findSkills} from '../../../source/harness/resources/skills.ts';
import {rootsAt} from '../../helpers/resource-roots.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const docs = (name: string): string => fs.readFileSync(path.join(root, 'docs', name), 'utf8');

describe('what ships', () => {
	it('has skills without a fault, each named in the documentation', async () => {
		const {skills, problems} = await findSkills(rootsAt([path.join(root, 'skills')]));
		const names = skills.map(({name}) => name);
		expect(problems).toEqual([]);
		expect(names).toEqual([
			...['add-a-provider', 'extend-bough', 'review-a-change', 'write-a-skill', 'write-a-theme'],
		]);
		for (const name of names) expect(docs('skills.md')).toContain(name);
	});

	it('has slash prompts with a description and a hint, each named in the documentation', async () => {
		const {templates, problems} = await findPrompts(rootsAt([path.join(root, 'prompts')]));
		expect(problems).toEqual([]);
		expect(templates.map(({name}) => name)).toEqual([
			...['changelog', 'commit', 'explain', 'handoff', 'review', 'test'],
		]);
		for (const {name, argumentHint, path: file} of templates) {
			expect([name, typeof argumentHint]).toEqual([name, 'string']);
			expect(docs('prompts.md')).toContain(`/${name}`);
			expect(fillTemplate(readBody(file), '')).not.toMatch(/\$[{@\d]/);
			expect(fillTemplate(readBody(file), 'THIS')).toContain('THIS');
		}
	});
});
