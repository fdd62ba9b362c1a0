import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Question} from '../../source/harness/index.ts';
import {inspectProject} from '../../source/harness/inspect-project.ts';
import {decideTrust, rememberTrust, type TrustOptions} from '../../source/harness/trust.ts';
import {silentInterface} from '../../source/harness/user-interface.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const hostile = {
	'.bough/extensions/evil.ts': 'boom()',
	'.bough/settings.json':
		'{"packages": ["./pkg", {"source": "npm:other"}], "defaultProjectTrust": "always"}',
	'.bough/pkg/package.json': '{"scripts": {"install": "boom"}}',
	'.bough/skills/lure/SKILL.md': 'lure',
	'.bough/themes/evil-theme.json': '{}',
	'.bough/trust.json': '{"/": true}',
	'AGENTS.md': 'Obey.',
};

type Person = {readonly answers?: readonly (string | undefined)[]; readonly isThere?: boolean};

function person({answers = [], isThere = answers.length > 0}: Person = {}) {
	const asked: Question[] = [];
	const ui = {
		...silentInterface,
		canAsk: isThere,
		ask: async (question: Question) => {
			asked.push(question);
			return answers[asked.length - 1];
		},
	};
	return {ui, asked};
}

const decide = (cwd: string, home: string, options: Partial<TrustOptions> = {}) =>
	decideTrust({
		cwd,
		userHome: '/nowhere',
		home,
		flag: undefined,
		setting: 'ask',
		contextFilesNeedTrust: true,
		ui: silentInterface,
		...options,
	});

const trusting = 'Trust these files';

describe('what is in a project', () => {
	it('is listed by kind and name, with a name for its content', () => {
		const cwd = tempFolder(hostile);
		const found = inspectProject({cwd, userHome: '/nowhere', contextFiles: true});
		expect(found.map(({kind, name}) => `${kind} ${name}`)).toEqual([
			'extension evil',
			'package ./pkg',
			'package npm:other',
			'settings settings.json',
			'skill lure',
			'theme evil-theme',
			'instructions AGENTS.md',
		]);
		expect(found.map(({hash}) => hash?.slice(0, 7))).toEqual([
			...Array.from({length: 6}, () => 'sha256-'),
			undefined,
		]);
	});

	it('is nothing when there is nothing, though the folder is there', () => {
		const cwd = tempFolder({'.bough/sessions/x': '', 'src/a.ts': ''});
		expect(inspectProject({cwd, userHome: '/nowhere', contextFiles: true})).toEqual([]);
	});

	it('holds the skills that agents share, up to the root of the repository', () => {
		const root = tempFolder({
			'.agents/skills/outside/SKILL.md': '',
			'repo/.git/HEAD': '',
			'repo/.agents/skills/top/SKILL.md': '',
			'repo/src/.agents/skills/near/SKILL.md': '',
		});
		const cwd = path.join(root, 'repo/src');
		const found = inspectProject({cwd, userHome: '/nowhere', contextFiles: true});
		expect(found.map(({name}) => name)).toEqual(['top', 'near']);
	});

	it('is the same in the folder of pi, whose settings count for what they list', () => {
		const cwd = tempFolder({
			'.pi/extensions/evil.ts': '',
			'.pi/settings.json': '{"packages": ["./pkg"]}',
			'.pi/pkg/index.ts': '',
			'.pi/skills/lure/SKILL.md': '',
			'.pi/SYSTEM.md': 'not read',
		});
		const found = inspectProject({cwd, userHome: '/nowhere', contextFiles: true});
		expect(found.map(({kind, name}) => `${kind} ${name}`)).toEqual([
			'extension evil',
			'package ./pkg',
			'settings settings.json',
			'skill lure',
		]);
	});

	it('holds packages with all that they bring to run, wherever they lie', () => {
		const root = tempFolder({
			'project/.bough/settings.json':
				'{"packages": ["npm:tools", "git:example.com/a", "../../near"]}',
			'project/.bough/npm/node_modules/tools/x.js': '',
			'project/.bough/npm/node_modules/other/x.js': '',
			'project/.bough/git/example.com/a/x.js': '',
			'near/x.js': '',
		});
		const cwd = path.join(root, 'project');
		const hashes = () =>
			inspectProject({cwd, userHome: '/nowhere', contextFiles: true})
				.filter(({kind}) => kind === 'package')
				.map(({hash}) => hash);
		let before = hashes();
		for (const [name, index] of [
			['project/.bough/npm/node_modules/other/x.js', 0],
			['project/.bough/git/example.com/a/x.js', 1],
			['near/x.js', 2],
		] as const) {
			fs.writeFileSync(path.join(root, name), 'changed');
			const after = hashes();
			expect(after.map((hash, at) => hash === before[at])).toEqual(
				[0, 1, 2].map(at => at !== index),
			);
			before = after;
		}
	});

	it('is looked at without following links out of it or waiting for pipes', () => {
		const outside = tempFolder({'big/x': 'x'});
		const cwd = tempFolder({'.bough/skills/a/SKILL.md': 'a'});
		fs.symlinkSync('/', path.join(cwd, '.bough/skills/root'));
		fs.symlinkSync(path.join(cwd, '.bough'), path.join(cwd, '.bough/skills/circle'));
		fs.symlinkSync('/dev/zero', path.join(cwd, '.bough/skills/endless'));
		fs.symlinkSync(outside, path.join(cwd, '.bough/skills/out'));
		const hashes = () =>
			inspectProject({cwd, userHome: '/nowhere', contextFiles: true}).map(({hash}) => hash);
		const before = hashes();
		expect(new Set(before).size).toBe(5);
		fs.writeFileSync(path.join(outside, 'big/x'), 'y');
		expect(hashes()).toEqual(before);
	});
});

describe('trust', () => {
	it('is not asked about where there is nothing to trust', async () => {
		const {ui, asked} = person({isThere: true});
		expect(await decide(tempFolder({'a.ts': ''}), tempFolder(), {ui})).toEqual({isTrusted: false});
		expect(asked).toEqual([]);
	});

	it('is refused where nobody can answer, and what is ignored is named', async () => {
		const {isTrusted, notice} = await decide(tempFolder(hostile), tempFolder());
		expect(isTrusted).toBe(false);
		expect(notice).toMatch(/not trusted.*extension evil.*skill lure.*--approve/);
	});

	it('is asked for once, with a list of all there is; the first answer trusts', async () => {
		const cwd = tempFolder(hostile);
		const home = tempFolder();
		const {ui, asked} = person({answers: [trusting]});
		expect(await decide(cwd, home, {ui})).toEqual({isTrusted: true});
		expect(asked).toEqual([
			{
				kind: 'select',
				title: 'Do you trust this project?',
				message: [
					`These files of ${cwd} can run code and give orders to the model:`,
					'  extension: evil',
					'  package: ./pkg',
					'  package: npm:other',
					'  settings: settings.json',
					'  skill: lure',
					'  theme: evil-theme',
					'  instructions: AGENTS.md',
				].join('\n'),
				options: [trusting, 'Not now', 'Never in this folder'],
			},
		]);
		expect(await decide(cwd, home, {ui})).toEqual({isTrusted: true});
		expect(await decide(cwd, home)).toEqual({isTrusted: true});
		expect(asked).toHaveLength(1);
		expect(fs.statSync(path.join(home, 'trust.json')).mode & 0o777).toBe(0o600);
	});

	it.each([
		['.bough/extensions/evil.ts', 'extension: evil (changed)'],
		['.bough/extensions/new.ts', 'extension: new (new)'],
		['.bough/pkg/package.json', 'package: ./pkg (changed)'],
		['.bough/skills/lure/run.sh', 'skill: lure (changed)'],
		['.bough/settings.json', 'settings: settings.json (changed)'],
		['.agents/skills/more/SKILL.md', 'skill: more (new)'],
	])('ends when %s changes by a byte', async (name, line) => {
		const cwd = tempFolder(hostile);
		const home = tempFolder();
		await decide(cwd, home, {ui: person({answers: [trusting]}).ui});
		fs.mkdirSync(path.dirname(path.join(cwd, name)), {recursive: true});
		fs.appendFileSync(path.join(cwd, name), ' ');
		expect((await decide(cwd, home)).isTrusted).toBe(false);
		const {ui, asked} = person({answers: [trusting]});
		expect((await decide(cwd, home, {ui})).isTrusted).toBe(true);
		expect(asked).toMatchObject([
			{
				title: 'This project changed since you trusted it. Do you still?',
				message: expect.stringContaining(line),
			},
		]);
	});

	it('stays when the work changes: code, instructions, and what was taken away', async () => {
		const cwd = tempFolder({...hostile, 'src/a.ts': ''});
		const home = tempFolder();
		await decide(cwd, home, {ui: person({answers: [trusting]}).ui});
		fs.writeFileSync(path.join(cwd, 'src/a.ts'), 'new');
		fs.writeFileSync(path.join(cwd, 'AGENTS.md'), 'New rules.');
		fs.rmSync(path.join(cwd, '.bough/skills/lure'), {recursive: true});
		expect(await decide(cwd, home)).toEqual({isTrusted: true});
	});

	it('holds for folders below, as far as they bring nothing of their own', async () => {
		const root = tempFolder({
			...hostile,
			'.git/HEAD': '',
			'.agents/skills/shared/SKILL.md': '',
			'src/a.ts': '',
			'own/.bough/extensions/more.ts': '',
		});
		const home = tempFolder();
		await decide(root, home, {ui: person({answers: [trusting]}).ui});
		expect(await decide(path.join(root, 'src'), home)).toEqual({isTrusted: true});
		expect((await decide(path.join(root, 'own'), home)).isTrusted).toBe(false);
	});

	it('is not given by going away, and can be refused for good', async () => {
		const cwd = tempFolder(hostile);
		const home = tempFolder();
		const {ui, asked} = person({answers: [undefined, 'Not now', 'Never in this folder']});
		expect((await decide(cwd, home, {ui})).isTrusted).toBe(false);
		expect(fs.existsSync(path.join(home, 'trust.json'))).toBe(false);
		expect((await decide(cwd, home, {ui})).isTrusted).toBe(false);
		expect((await decide(cwd, home, {ui})).isTrusted).toBe(false);
		expect(await decide(cwd, home, {ui})).toEqual({isTrusted: false});
		expect(asked).toHaveLength(3);
		expect((await decide(cwd, home)).notice).toContain('not trusted');
	});

	it('follows the command line, then what was saved, then the setting', async () => {
		const cwd = tempFolder(hostile);
		const home = tempFolder();
		const trusted = async (options: Partial<TrustOptions>) =>
			(await decide(cwd, home, options)).isTrusted;
		expect([
			await trusted({flag: true}),
			await trusted({setting: 'always'}),
			await trusted({setting: 'always', flag: false}),
			await trusted({setting: 'never', ui: person({isThere: true}).ui}),
		]).toEqual([true, true, false, false]);
		fs.writeFileSync(path.join(home, 'trust.json'), JSON.stringify({[path.dirname(cwd)]: false}));
		expect(await trusted({setting: 'always'})).toBe(false);
		fs.writeFileSync(
			path.join(home, 'trust.json'),
			JSON.stringify({[path.dirname(cwd)]: false, [cwd]: true}),
		);
		expect([await trusted({setting: 'never'}), await trusted({flag: false})]).toEqual([
			true,
			false,
		]);
	});

	it('does not count instructions where the person wants them read anyway', async () => {
		const cwd = tempFolder({'AGENTS.md': 'Rules.'});
		expect((await decide(cwd, tempFolder())).notice).toContain('instructions AGENTS.md');
		expect(await decide(cwd, tempFolder(), {contextFilesNeedTrust: false})).toEqual({
			isTrusted: false,
		});
	});

	it('comes with what the person installs into the project', async () => {
		const cwd = tempFolder(hostile);
		const home = tempFolder();
		await rememberTrust({cwd, userHome: '/nowhere', home, ui: silentInterface});
		expect(await decide(cwd, home)).toEqual({isTrusted: true});
		fs.appendFileSync(path.join(cwd, '.bough/pkg/package.json'), ' ');
		expect((await decide(cwd, home)).isTrusted).toBe(false);
	});

	it('of a folder that is reached by a link is that of the folder', async () => {
		const cwd = tempFolder(hostile);
		const home = tempFolder();
		const link = path.join(tempFolder(), 'link');
		fs.symlinkSync(cwd, link);
		await decide(link, home, {ui: person({answers: [trusting]}).ui});
		expect(await decide(cwd, home)).toEqual({isTrusted: true});
	});

	it('that is saved in a file that is not valid is no trust; an answer holds for the run, and the file stays', async () => {
		const cwd = tempFolder(hostile);
		const home = tempFolder({'trust.json': `{"${cwd}": true`});
		const told: string[] = [];
		const tell = {notify: (text: string) => void told.push(text)};
		const silent = {...silentInterface, ...tell};
		expect((await decide(cwd, home, {ui: silent})).isTrusted).toBe(false);
		const {ui} = person({answers: [trusting]});
		expect(await decide(cwd, home, {ui: {...ui, ...tell}})).toEqual({isTrusted: true});
		expect(told.map(text => text.replace(home, ''))).toEqual([
			expect.stringMatching(/^\/trust\.json, line 1: not valid JSON/),
			expect.stringMatching(/^\/trust\.json, line 1: not valid JSON/),
			expect.stringMatching(/^\/trust\.json, line 1: .*Nothing was saved\.$/),
		]);
		expect(fs.readFileSync(path.join(home, 'trust.json'), 'utf8')).toBe(`{"${cwd}": true`);
	});
});
