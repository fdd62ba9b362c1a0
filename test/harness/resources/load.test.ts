import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {placesFor} from '../../../source/harness/paths.ts';
import {type LoadOptions, loadResources} from '../../../source/harness/resources/load.ts';
import {openSettings} from '../../../source/harness/resources/settings.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const skill = (name: string) => `---\nname: ${name}\ndescription: ${name}\n---\n`;
const nothing = {paths: [], only: false};

type Given = Partial<LoadOptions> & {readonly projectSettings?: boolean};

/** A person, a project and a package, each with resources of the same kinds. */
function setting(more: Readonly<Record<string, string>> = {}) {
	const root = tempFolder({
		'home/.bough/skills/mine/SKILL.md': skill('mine'),
		'home/.bough/prompts/fix.md': 'mine',
		'home/.bough/themes/dusk.json': '{"name": "dusk", "colors": {}}',
		'home/.bough/SYSTEM.md': 'my system',
		'home/.bough/APPEND_SYSTEM.md': 'my addendum',
		'home/.bough/AGENTS.md': 'my rules',
		'home/.agents/skills/common/SKILL.md': skill('common'),
		'repo/.git/HEAD': '',
		'repo/.agents/skills/top/SKILL.md': skill('top'),
		'repo/app/.bough/skills/theirs/SKILL.md': skill('theirs'),
		'repo/app/.bough/prompts/fix.md': 'theirs',
		'repo/app/.bough/themes/dusk.json': '{"name": "dusk", "colors": {}}',
		'repo/app/.bough/SYSTEM.md': 'their system',
		'repo/app/AGENTS.md': 'their rules',
		'package/skills/shipped/SKILL.md': skill('shipped'),
		'package/prompts/fix.md': 'shipped',
		'extra/one/SKILL.md': skill('one'),
		'extra/two.md': skill('two'),
		...more,
	});
	const userHome = path.join(root, 'home');
	const cwd = path.join(root, 'repo/app');
	const places = placesFor(cwd, {}, userHome);
	async function load({projectSettings = false, ...options}: Given = {}) {
		const settings = openSettings(places.home, places.pi);
		if (projectSettings) settings.load(places.project);
		const found = await loadResources({
			cwd,
			userHome,
			places,
			packageFolder: path.join(root, 'package'),
			settings,
			isTrusted: false,
			contextFiles: true,
			...options,
			named: {skills: nothing, prompts: nothing, themes: nothing, ...options.named},
		});
		return {
			...found,
			skills: found.skills.map(({name}) => name),
			templates: found.templates.map(({description}) => description),
			contextFiles: found.contextFiles.map(({text}) => text),
			themes: found.themes.map(({path: file}) => path.relative(root, file)),
			problems: found.problems.map(({path: file, message}) => [path.relative(root, file), message]),
		};
	}

	return {root, load};
}

describe('what is loaded', () => {
	it('is the person’s and the package’s where the project is not trusted', async () => {
		expect(await setting().load()).toEqual({
			skills: ['mine', 'common', 'shipped'],
			templates: ['mine'],
			themes: ['home/.bough/themes/dusk.json'],
			contextFiles: ['my rules'],
			systemPrompt: 'my system',
			addendum: 'my addendum',
			problems: [],
		});
	});

	it('begins with the project’s where it is trusted', async () => {
		expect(await setting().load({isTrusted: true})).toEqual({
			skills: ['theirs', 'top', 'mine', 'common', 'shipped'],
			templates: ['theirs'],
			themes: ['repo/app/.bough/themes/dusk.json'],
			contextFiles: ['my rules', 'their rules'],
			systemPrompt: 'their system',
			addendum: 'my addendum',
			problems: [
				['home/.bough/prompts/fix.md', expect.stringContaining('"fix" is taken by')],
				['home/.bough/themes/dusk.json', expect.stringContaining('"dusk" is taken by')],
			],
		});
	});

	it('comes first from the command line, which may shut out the rest and the instructions', async () => {
		const {root, load} = setting();
		const skills = {paths: [path.join(root, 'extra')], only: false};
		const named = {skills, prompts: nothing, themes: nothing};
		expect((await load({named})).skills.slice(0, 3)).toEqual(['one', 'two', 'mine']);
		const alone = await load({
			named: {
				skills: {paths: ['../../extra/two.md', '~/none'], only: true},
				prompts: {paths: [], only: true},
				themes: {paths: [], only: true},
			},
			contextFiles: false,
		});
		expect(alone).toMatchObject({skills: ['two'], templates: [], themes: [], contextFiles: []});
		expect(alone.problems).toEqual([['home/none', 'there is no such file or folder']]);
	});

	it('reads instructions of any project where the person wants that', async () => {
		const {load} = setting({'home/.bough/settings.json': '{"contextFilesNeedTrust": false}'});
		expect(await load()).toMatchObject({
			contextFiles: ['my rules', 'their rules'],
			skills: ['mine', 'common', 'shipped'],
		});
	});

	it('is more or less by settings: paths, globs and what is left out', async () => {
		const {load} = setting({
			'home/.bough/settings.json': JSON.stringify({
				skills: [
					'../../extra/*',
					'!~/.agents/**/SKILL.md',
					'-skills/mine',
					'+~/single.md',
					'none.md',
				],
			}),
			'home/single.md': skill('single'),
			'repo/app/.bough/settings.json': '{"skills": ["../../shared/deep"]}',
			'repo/shared/deep/own/SKILL.md': skill('own'),
		});
		const {skills, problems} = await load();
		expect(skills).toEqual(['one', 'two', 'single', 'shipped']);
		expect(problems).toEqual([['home/.bough/none.md', 'there is no such file or folder']]);
		expect((await load({projectSettings: true, isTrusted: true})).skills.slice(0, 3)).toEqual([
			'own',
			'theirs',
			'top',
		]);
	});

	it('never reaches out of a trusted project through its links', async () => {
		const {root, load} = setting({
			'secret/SYSTEM.md': 'SECRET',
			'secret/s/SKILL.md': skill('secret'),
		});
		const project = path.join(root, 'repo/app/.bough');
		fs.rmSync(path.join(project, 'SYSTEM.md'));
		fs.symlinkSync(path.join(root, 'secret/SYSTEM.md'), path.join(project, 'SYSTEM.md'));
		fs.symlinkSync(path.join(root, 'secret/s'), path.join(project, 'skills/s'));
		fs.rmSync(path.join(project, 'prompts'), {recursive: true});
		fs.symlinkSync(path.join(root, 'extra'), path.join(project, 'prompts'));
		const found = await load({isTrusted: true});
		expect(found).toMatchObject({systemPrompt: 'my system', templates: ['mine']});
		expect(found.skills).not.toContain('secret');
		expect(found.problems.slice(0, 1)).toEqual([
			['repo/app/.bough/prompts', 'it is a link that leads out of the project; it is not followed'],
		]);
	});
});

describe('themes', () => {
	it('have a name of their own, or that of their file, and say what is wrong', async () => {
		const {load} = setting({
			'home/.bough/themes/plain.json': '{"colors": {}}',
			'home/.bough/themes/pair.json': '{"name": "light/dark"}',
			'home/.bough/themes/broken.json': '{\n"name": ,',
		});
		const {themes, problems} = await load();
		expect(themes).toEqual(['home/.bough/themes/dusk.json', 'home/.bough/themes/plain.json']);
		expect(problems).toEqual([
			['home/.bough/themes/broken.json', expect.stringContaining('not valid JSON')],
			['home/.bough/themes/pair.json', '"light/dark" cannot be the name of a theme'],
		]);
	});

	it('takes what is in the folders of pi after ours, and its SYSTEM.md never', async () => {
		const {load} = setting({
			'home/.pi/agent/skills/ofpi/SKILL.md': skill('ofpi'),
			'home/.pi/agent/prompts/fix.md': 'of pi',
			'home/.pi/agent/SYSTEM.md': 'system of pi',
			'home/.pi/agent/settings.json': '{"skills": ["/none"], "theme": 3}',
			'repo/app/.pi/skills/theirpi/SKILL.md': skill('theirpi'),
		});
		expect(await load()).toMatchObject({
			skills: ['mine', 'ofpi', 'common', 'shipped'],
			templates: ['mine'],
			systemPrompt: 'my system',
			problems: [
				['../../none', 'there is no such file or folder'],
				['home/.pi/agent/prompts/fix.md', expect.stringContaining('"fix" is taken by')],
			].map(([file, message]) => [
				file === '../../none' ? expect.stringMatching(/none$/) : file,
				message,
			]),
		});
		expect((await load({isTrusted: true})).skills).toEqual([
			...['theirs', 'theirpi', 'top', 'mine', 'ofpi', 'common', 'shipped'],
		]);
	});

	it('takes what packages bring: usual folders, a manifest, and what settings want of it', async () => {
		const {load} = setting({
			'home/.bough/settings.json': JSON.stringify({
				packages: [
					'../../packs/plain',
					'../../packs/told',
					{source: '../../packs/narrow', skills: ['a*'], prompts: []},
					'npm:absent',
					'npm:a/b/c',
				],
			}),
			'packs/plain/skills/p1/SKILL.md': skill('p1'),
			'packs/plain/prompts/fix.md': 'of a package',
			'packs/plain/themes/dawn.json': '{"name": "dawn", "colors": {}}',
			'packs/told/package.json': JSON.stringify({
				pi: {skills: ['./parts/*/t1', '!./parts/no/**'], prompts: ['gone']},
			}),
			'packs/told/parts/yes/t1/SKILL.md': skill('t1'),
			'packs/told/parts/no/t1/SKILL.md': skill('t1'),
			'packs/told/skills/unnamed/SKILL.md': skill('unnamed'),
			'packs/narrow/skills/a1/SKILL.md': skill('a1'),
			'packs/narrow/skills/b1/SKILL.md': skill('b1'),
			'packs/narrow/prompts/not.md': 'not wanted',
		});
		expect(await load()).toMatchObject({
			skills: ['mine', 'common', 'p1', 't1', 'a1', 'shipped'],
			templates: ['mine'],
			themes: ['home/.bough/themes/dusk.json', 'packs/plain/themes/dawn.json'],
			problems: [
				['home/.bough/settings.json', expect.stringContaining('no package of a registry')],
				['home/.bough/npm/node_modules/absent', expect.stringContaining('bough install')],
				['packs/told/gone', 'there is no such file or folder'],
				['packs/plain/prompts/fix.md', expect.stringContaining('"fix" is taken by')],
			],
		});
	});

	it('does not look into packages of a project that is not trusted', async () => {
		const {load} = setting({
			'repo/app/.bough/settings.json': '{"packages": ["./pack"]}',
			'repo/app/.bough/pack/skills/p1/SKILL.md': skill('p1'),
		});
		expect((await load()).skills).not.toContain('p1');
		expect((await load({isTrusted: true, projectSettings: true})).skills).toContain('p1');
	});
});
