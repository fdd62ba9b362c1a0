import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openSettings} from '../../../source/harness/resources/settings.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const read = (folder: string): string =>
	fs.readFileSync(path.join(folder, 'settings.json'), 'utf8');

describe('settings', () => {
	it('have a default for everything when there is no file', () => {
		const home = tempFolder();
		const {get, problems} = openSettings(home);
		expect(problems()).toEqual([]);
		expect(get()).toMatchObject({
			defaultThinkingLevel: 'medium',
			defaultTools: ['read', 'bash', 'edit', 'write'],
			retry: {enabled: true, maxRetries: 3, baseDelayMs: 2000, provider: {maxRetries: 0}},
			compaction: {enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000},
			images: {autoResize: true, blockImages: false},
			modelThinkingLevels: {},
		});
		expect(fs.readdirSync(home)).toEqual([]);
	});

	it('of a project lie over the person’s: objects are merged, lists replaced', () => {
		const home = tempFolder({
			'settings.json':
				'\uFEFF{\n// mine\n"retry": {"maxRetries": 5, "enabled": true}, "defaultTools": ["read"], "own": {"a": 1},}',
		});
		const project = tempFolder({
			'settings.json': '{"retry": {"enabled": false}, "defaultTools": [], "own": {"b": 2}}',
		});
		const {get, problems, load} = openSettings(home);
		load(project);
		expect(problems()).toEqual([]);
		expect(get()).toMatchObject({
			retry: {maxRetries: 5, enabled: false, baseDelayMs: 2000},
			defaultTools: [],
			own: {a: 1, b: 2},
		});
	});

	it('that are wrong are told with file, line and what they must be, and do not count', () => {
		const home = tempFolder({
			'settings.json': [
				'{',
				'  "retry": {"maxRetries": "three", "baseDelayMs": 5},',
				'  "steeringMode": "sometimes",',
				'  "editorPaddingX": 9,',
				'  "defaultModle": "x",',
				'  "compaction": false,',
				'  "fullscreenWheelScrollLines": 0,',
				'  "somebodyElse": true',
				'}',
			].join('\n'),
		});
		const {get, problems} = openSettings(home);
		const file = path.join(home, 'settings.json');
		expect(problems()).toEqual([
			{
				path: file,
				line: 2,
				message:
					'"retry.maxRetries" cannot be "three": it must be a whole number, 0 or more. It is ignored',
			},
			{
				path: file,
				line: 3,
				message:
					'"steeringMode" cannot be "sometimes": it must be one of one-at-a-time, all. It is ignored',
			},
			{
				path: file,
				line: 4,
				message:
					'"editorPaddingX" cannot be 9: it must be a whole number from 0 to 3. It is ignored',
			},
			{
				path: file,
				line: 5,
				message: 'there is no setting "defaultModle"; did you mean "defaultModel"?',
			},
			{
				path: file,
				line: 6,
				message: '"compaction" cannot be false: it must be an object. It is ignored',
			},
			{
				path: file,
				line: 7,
				message:
					'"fullscreenWheelScrollLines" cannot be 0: it must be auto or a whole number from 1 to 100. It is ignored',
			},
		]);
		expect(get()).toMatchObject({
			retry: {maxRetries: 3, baseDelayMs: 5},
			steeringMode: 'one-at-a-time',
			editorPaddingX: 0,
			compaction: {enabled: true},
			somebodyElse: true,
		});
	});

	it('that decide about a project are not taken from that project', () => {
		const home = tempFolder();
		const project = tempFolder({
			'settings.json': '{"defaultProjectTrust": "always", "httpProxy": "http://evil"}',
		});
		const {get, problems, load} = openSettings(home);
		load(project);
		expect(get()).toMatchObject({defaultProjectTrust: 'ask', httpProxy: ''});
		expect(problems().map(({message}) => message)).toEqual([
			'"defaultProjectTrust" counts in your own settings only, not in those of a project',
			'"httpProxy" counts in your own settings only, not in those of a project',
		]);
	});

	it('in a file that is not valid are all ignored, and the line is told', () => {
		const home = tempFolder({'settings.json': '{\n"theme": "light",\n"retry": {,}\n'});
		const {get, problems} = openSettings(home);
		expect(get().theme).toBe('dark');
		expect(problems()).toMatchObject([{path: path.join(home, 'settings.json'), line: 3}]);
	});

	it('name resources of both scopes, each with the folder it counts from', () => {
		const home = tempFolder({'settings.json': '{"skills": ["mine"]}'});
		const project = tempFolder({
			'settings.json': '{"skills": ["theirs"], "packages": [{"source": "./p"}]}',
		});
		const {listed, load} = openSettings(home);
		load(project);
		expect(listed('skills')).toEqual([
			{entry: 'theirs', scope: 'project', folder: project},
			{entry: 'mine', scope: 'person', folder: home},
		]);
		expect(listed('packages')).toEqual([
			{entry: {source: './p'}, scope: 'project', folder: project},
		]);
		expect(listed('themes')).toEqual([]);
	});
});

describe('saving settings', () => {
	it('changes what was changed and leaves the rest as it is, comments too', async () => {
		const before =
			'\uFEFF{\n\t// Mine, do not touch.\n\t"theme": "light", // the best\n\t"unknown": [1,2],\n\t"retry": {"maxRetries": 5}\n}\n';
		const home = tempFolder({'settings.json': before});
		const settings = openSettings(home);
		await settings.save({theme: 'dark', retry: {enabled: false}, quietStartup: true});
		expect(read(home)).toBe(
			'\uFEFF{\n\t// Mine, do not touch.\n\t"theme": "dark", // the best\n\t"unknown": [1,2],\n\t"retry": {\n\t\t"maxRetries": 5,\n\t\t"enabled": false\n\t},\n\t"quietStartup": true\n}\n',
		);
		expect(settings.get()).toMatchObject({
			theme: 'dark',
			quietStartup: true,
			retry: {enabled: false},
		});
		await settings.save({theme: undefined});
		expect(settings.get().theme).toBe('dark');
		expect(read(home)).not.toContain('theme');
	});

	it('makes home and file when there are none, for nobody else to read', async () => {
		const home = path.join(tempFolder(), 'a', 'home');
		await openSettings(home).save({theme: 'light'});
		expect(read(home)).toBe('{\n  "theme": "light"\n}\n');
		expect(fs.statSync(path.join(home, 'settings.json')).mode & 0o777).toBe(0o600);
		expect(fs.statSync(home).mode & 0o777).toBe(0o700);
		expect(fs.readdirSync(home)).toEqual(['settings.json']);
	});

	it('writes through a link and keeps the mode of its target', async () => {
		const dots = tempFolder({'settings.json': '{}'});
		const home = tempFolder();
		fs.chmodSync(path.join(dots, 'settings.json'), 0o640);
		fs.symlinkSync(path.join(dots, 'settings.json'), path.join(home, 'settings.json'));
		await openSettings(home).save({theme: 'light'});
		expect(fs.lstatSync(path.join(home, 'settings.json')).isSymbolicLink()).toBe(true);
		expect(read(dots)).toContain('light');
		expect(fs.statSync(path.join(dots, 'settings.json')).mode & 0o777).toBe(0o640);
	});

	it('refuses to touch a file that is not valid, and says where', async () => {
		const home = tempFolder({'settings.json': '{\n"theme": ,\n}'});
		await expect(openSettings(home).save({theme: 'light'})).rejects.toThrow(
			/settings\.json, line 2: .*Nothing was saved\./,
		);
		expect(read(home)).toBe('{\n"theme": ,\n}');
		expect(fs.readdirSync(home)).toEqual(['settings.json']);
	});

	it('loses nothing when many save at once', async () => {
		const home = tempFolder();
		const names = Array.from({length: 20}, (_, index) => `x${index}`);
		await Promise.all(names.map(name => openSettings(home).save({[name]: true})));
		expect(Object.keys(JSON.parse(read(home))).sort()).toEqual(names.toSorted());
	});

	it('takes over from a process that died while it saved', async () => {
		const home = tempFolder({'settings.json.lock': ''});
		const long = new Date(Date.now() - 60_000);
		fs.utimesSync(path.join(home, 'settings.json.lock'), long, long);
		await openSettings(home).save({theme: 'light'});
		expect(fs.readdirSync(home)).toEqual(['settings.json']);
	});

	it('names the file when it cannot be written', async () => {
		const home = path.join(tempFolder({file: ''}), 'file', 'home');
		await expect(openSettings(home).save({theme: 'light'})).rejects.toThrow(
			`${path.join(home, 'settings.json')} cannot be written: a part of its path is not a folder.`,
		);
	});
});
