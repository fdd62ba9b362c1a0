import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {createPackageKeeper} from '../../../source/harness/packages/keep-packages.ts';
import {packageFiles} from '../../../source/harness/packages/package-files.ts';
import {placesFor} from '../../../source/harness/paths.ts';
import {openSettings} from '../../../source/harness/resources/settings.ts';
import {startRegistry} from '../../helpers/registry.ts';
import {makeRepository} from '../../helpers/repository.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const skill = (name: string) => `---\nname: ${name}\ndescription: ${name}\n---\n`;

/** A person with nothing installed. `registry`: where npm asks. */
function person(registry = 'http://127.0.0.1:1/') {
	const root = tempFolder({
		'home/npm/.npmrc': '',
		'work/.bough/npm/.npmrc': '',
	});
	const home = path.join(root, 'home');
	const cwd = path.join(root, 'work');
	const npmrc = `registry=${registry}\ncache=${path.join(root, 'cache')}\nfetch-retries=0\nignore-scripts=false\n`;
	fs.writeFileSync(path.join(home, 'npm/.npmrc'), npmrc);
	fs.writeFileSync(path.join(cwd, '.bough/npm/.npmrc'), npmrc);
	const places = placesFor(cwd, {BOUGH_HOME: home}, root);
	const open = () => {
		const settings = openSettings(home);
		settings.load(places.project);
		const owners = {person: home, project: places.project};
		return createPackageKeeper({cwd, userHome: root, settings, owners});
	};
	return {root, home, cwd, open, keeper: open()};
}

const settingsOf = (folder: string): unknown =>
	JSON.parse(fs.readFileSync(path.join(folder, 'settings.json'), 'utf8'));

describe('a package of a registry', () => {
	it('is installed without its scripts, recorded with its integrity, and listed in the settings', async () => {
		const registry = await startRegistry();
		const {root, home, keeper} = person(registry.url);
		const integrity = registry.publish(
			'tools',
			'1.0.0',
			{'skills/one/SKILL.md': skill('one')},
			{
				scripts: {
					preinstall: `touch ${root}/ran`,
					install: `touch ${root}/ran`,
					postinstall: `touch ${root}/ran`,
					prepare: `touch ${root}/ran`,
				},
				dependencies: {left: '1.0.0', '@earendil-works/pi-ai': '1.0.0'},
				peerDependencies: {host: '*'},
			},
		);
		registry.publish('left', '1.0.0', {}, {scripts: {postinstall: `touch ${root}/ran`}});
		registry.publish('@earendil-works/pi-ai', '1.0.0', {});
		const change = await keeper.install('npm:tools', 'person');
		expect(change.now).toMatchObject({version: '1.0.0', integrity});
		expect(change.warnings.join()).toContain('@earendil-works/pi-ai');
		expect(fs.existsSync(path.join(root, 'ran'))).toBe(false);
		expect(fs.readdirSync(path.join(home, 'npm/node_modules')).sort()).toEqual([
			'.package-lock.json',
			'@earendil-works',
			'left',
			'tools',
		]);
		expect(settingsOf(home)).toEqual({packages: ['npm:tools']});
		expect(keeper.list()).toMatchObject([
			{isInstalled: true, isChanged: false, locked: change.now},
		]);
	});

	it('moves with an update and says from what to what; a fixed version stays', async () => {
		const registry = await startRegistry();
		const {keeper} = person(registry.url);
		const first = registry.publish('tools', '1.0.0', {});
		registry.publish('fixed', '1.0.0', {});
		await keeper.install('npm:tools', 'person');
		await keeper.install('npm:fixed@1.0.0', 'person');
		const second = registry.publish('tools', '1.1.0', {'prompts/new.md': 'new'});
		registry.publish('fixed', '1.1.0', {});
		const [tools, fixed] = keeper.list();
		if (!tools || !fixed) throw new Error('both are listed');
		expect(await keeper.update(tools)).toMatchObject({
			before: {version: '1.0.0', integrity: first},
			now: {version: '1.1.0', integrity: second},
		});
		expect(await keeper.update(tools)).toBeUndefined();
		expect(await keeper.update(fixed)).toBeUndefined();
	});

	it('is refused when a version that was installed has other content now', async () => {
		const registry = await startRegistry();
		const {keeper} = person(registry.url);
		registry.publish('tools', '1.0.0', {'prompts/a.md': 'good'});
		await keeper.install('npm:tools', 'person');
		registry.publish('tools', '1.0.0', {'prompts/a.md': 'evil'});
		const [tools] = keeper.list();
		if (!tools) throw new Error('it is listed');
		await expect(keeper.update(tools)).rejects.toThrow('not what it was when it was installed');
		await expect(keeper.install('npm:tools', 'person')).rejects.toThrow('not what it was');
		expect(fs.readFileSync(path.join(tools.folder, 'prompts/a.md'), 'utf8')).toBe('good');
	});

	it('is refused when its archive is not what the registry says', async () => {
		const registry = await startRegistry();
		const {home, keeper} = person(registry.url);
		registry.publish('tools', '1.0.0', {});
		registry.forge('tools', '1.0.0');
		await expect(keeper.install('npm:tools', 'person')).rejects.toThrow('EINTEGRITY');
		expect(fs.existsSync(path.join(home, 'settings.json'))).toBe(false);
	});

	it('that the registry does not have leaves everything as it was', async () => {
		const registry = await startRegistry();
		const {home, keeper} = person(registry.url);
		await expect(keeper.install('npm:tools', 'person')).rejects.toThrow('E404');
		expect(fs.existsSync(path.join(home, 'settings.json'))).toBe(false);
	});

	it('of a project is fetched again exactly as recorded, by whoever has its settings', async () => {
		const registry = await startRegistry();
		const {cwd, keeper} = person(registry.url);
		registry.publish('tools', '1.0.0', {'prompts/a.md': 'one'});
		await keeper.install('npm:tools', 'project');
		registry.publish('tools', '2.0.0', {'prompts/a.md': 'two'});
		const files = ['settings.json', 'packages.lock.json'];
		const other = person(registry.url);
		for (const file of files)
			fs.copyFileSync(path.join(cwd, '.bough', file), path.join(other.cwd, '.bough', file));
		const fresh = other.open();
		expect(fresh.list()).toMatchObject([{isInstalled: false}]);
		expect(await fresh.restore('project')).toMatchObject([{now: {version: '1.0.0'}}]);
		expect(await fresh.restore('project')).toEqual([]);
		expect(fs.readFileSync(path.join(other.cwd, '.bough/npm/.gitignore'), 'utf8')).toBe('*\n');
	});

	it('is gone after it was removed', async () => {
		const registry = await startRegistry();
		const {home, keeper} = person(registry.url);
		registry.publish('tools', '1.0.0', {});
		await keeper.install('npm:tools', 'person');
		expect(await keeper.remove('npm:tools@9', 'person')).toMatchObject({text: 'npm:tools'});
		expect(await keeper.remove('npm:tools', 'person')).toBeUndefined();
		expect(fs.existsSync(path.join(home, 'npm/node_modules/tools'))).toBe(false);
		expect(settingsOf(home)).toEqual({packages: []});
		expect(keeper.list()).toEqual([]);
	});
});

describe('a package of a repository', () => {
	it('is cloned at its main branch, moves with an update, and runs nothing of its own', async () => {
		const {root, keeper} = person();
		const repository = makeRepository({'skills/one/SKILL.md': skill('one')});
		const {now} = await keeper.install(repository.url, 'person');
		expect(now).toMatchObject({version: repository.first});
		const next = repository.commit({'prompts/fix.md': 'fix'});
		const [listed] = keeper.list();
		if (!listed) throw new Error('it is listed');
		expect(await keeper.update(listed)).toMatchObject({
			before: {version: repository.first},
			now: {version: next},
		});
		expect(await keeper.update(listed)).toBeUndefined();
		expect(packageFiles(listed).map(({name}) => name)).toEqual(['skills/one', 'prompts/fix.md']);
		expect(fs.existsSync(path.join(root, 'ran'))).toBe(false);
	});

	it('stays at a tag, and follows a branch', async () => {
		const {keeper} = person();
		const repository = makeRepository({'prompts/a.md': 'one'});
		repository.git('tag', '-a', 'v1', '-m', 'v1');
		repository.commit({'prompts/a.md': 'two'});
		const other = makeRepository({'prompts/b.md': 'one'});
		await keeper.install(`${repository.url}@v1`, 'person');
		await keeper.install(`${other.url}@main`, 'person');
		const next = other.commit({'prompts/b.md': 'two'});
		const [tag, branch] = keeper.list();
		if (!tag || !branch) throw new Error('both are listed');
		expect(tag.locked?.version).toBe(repository.first);
		expect(await keeper.update(tag)).toBeUndefined();
		expect(await keeper.update(branch)).toMatchObject({now: {version: next}});
	});

	it('that cannot be fetched leaves the old one in its place', async () => {
		const {keeper} = person();
		const repository = makeRepository({'prompts/a.md': 'one'});
		await keeper.install(repository.url, 'person');
		await expect(keeper.install(`${repository.url}@nowhere`, 'person')).rejects.toThrow('git');
		const [listed] = keeper.list();
		expect(listed).toMatchObject({isChanged: false, locked: {version: repository.first}});
		expect(fs.readdirSync(path.dirname(listed?.folder ?? ''))).toEqual([
			path.basename(listed?.folder ?? ''),
		]);
	});

	it('is told apart once somebody changed its files', async () => {
		const {keeper} = person();
		const repository = makeRepository({'prompts/a.md': 'one'});
		await keeper.install(repository.url, 'person');
		fs.appendFileSync(path.join(keeper.list()[0]?.folder ?? '', 'prompts/a.md'), 'x');
		expect(keeper.list()).toMatchObject([{isChanged: true}]);
	});
});

describe('a folder as a package', () => {
	it('stays where it is, and a project names it from its own settings', async () => {
		const {root, home, cwd, keeper} = person();
		fs.mkdirSync(path.join(root, 'tools/prompts'), {recursive: true});
		await keeper.install('../tools', 'person');
		await keeper.install('../tools', 'project');
		expect(settingsOf(home)).toEqual({packages: [path.join(root, 'tools')]});
		expect(settingsOf(path.join(cwd, '.bough'))).toEqual({packages: ['../../tools']});
		await keeper.remove('../tools', 'person');
		expect(fs.existsSync(path.join(root, 'tools/prompts'))).toBe(true);
		await expect(keeper.install('./none', 'person')).rejects.toThrow('There is no folder');
	});

	it('keeps what settings say of it when it is installed again', async () => {
		const {root, home, open} = person();
		fs.mkdirSync(path.join(root, 'tools/skills'), {recursive: true});
		const source = path.join(root, 'tools');
		fs.writeFileSync(
			path.join(home, 'settings.json'),
			JSON.stringify({packages: [{source, skills: []}]}),
		);
		await open().install('../tools', 'person');
		expect(settingsOf(home)).toEqual({packages: [{source, skills: []}]});
	});

	it('can have one resource turned off, in the project alone as well', async () => {
		const {root, home, cwd, open} = person();
		for (const name of ['one', 'two']) {
			fs.mkdirSync(path.join(root, 'tools/skills', name), {recursive: true});
			fs.writeFileSync(path.join(root, 'tools/skills', name, 'SKILL.md'), skill(name));
		}

		const keeper = open();
		await keeper.install('../tools', 'person');
		const turn = async (scope: 'person' | 'project', isOn: boolean) => {
			const [listed] = keeper.list();
			const file = listed && packageFiles(listed).find(({name}) => name === 'skills/one');
			if (!listed || !file) throw new Error('it is listed');
			await keeper.turn(listed, file, {isOn, scope});
			return keeper.list().flatMap(each => packageFiles(each).map(({isOn: on}) => on));
		};
		expect(await turn('project', false)).toEqual([false, true]);
		expect(settingsOf(path.join(cwd, '.bough'))).toEqual({
			packages: [{source: '../../tools', autoload: false, skills: ['-skills/one']}],
		});
		expect(settingsOf(home)).toEqual({packages: [path.join(root, 'tools')]});
		expect(await turn('project', true)).toEqual([true, true]);
	});
});
