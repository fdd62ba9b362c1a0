import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	findContextFiles,
	projectContextFiles,
} from '../../../source/harness/resources/context-files.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const texts = (
	options: Omit<Parameters<typeof findContextFiles>[0], 'isTrusted'> & {isTrusted?: boolean},
) => findContextFiles({isTrusted: true, ...options}).files.map(({text}) => text);

describe('instructions for agents', () => {
	it('come from the home of bough, then from the root down; the first name of a folder counts', () => {
		const home = tempFolder({'AGENTS.md': '\uFEFFmine\n'});
		const userHome = tempFolder({
			'AGENTS.md': 'whole home',
			'work/CLAUDE.md': 'work',
			'work/app/AGENTS.md': 'app',
			'work/app/CLAUDE.md': 'not this',
			'work/app/AGENTS.override.md': 'override',
			'work/app/src/CLAUDE.MD': 'src',
			'work/other/AGENTS.md': 'elsewhere',
		});
		const cwd = path.join(userHome, 'work/app/src');
		expect(texts({home, userHome, cwd})).toEqual(['mine', 'whole home', 'work', 'override', 'src']);
		expect(texts({home, userHome, cwd, isTrusted: false})).toEqual(['mine', 'whole home']);
		expect(projectContextFiles(cwd, userHome).map(file => path.relative(userHome, file))).toEqual([
			'work/CLAUDE.md',
			'work/app/AGENTS.override.md',
			'work/app/src/CLAUDE.MD',
		]);
	});

	it('that are empty say nothing, and keep lesser names quiet', () => {
		const cwd = tempFolder({'AGENTS.override.md': ' \n', 'AGENTS.md': 'quiet'});
		expect(texts({home: '/nowhere', userHome: '/nowhere', cwd})).toEqual([]);
	});

	it('that are huge are cut, and say so', () => {
		const cwd = tempFolder({'AGENTS.md': 'x'.repeat(100_500)});
		expect(texts({home: '/nowhere', userHome: '/nowhere', cwd})).toEqual([
			`${'x'.repeat(100_000)}\n\n[500 more characters in the file]`,
		]);
	});

	it('are not read through a link that leads out of the project', () => {
		const secret = tempFolder({id_rsa: 'PRIVATE KEY'});
		const cwd = tempFolder({'.git/HEAD': '', 'docs/rules.md': 'rules'});
		fs.symlinkSync(path.join(secret, 'id_rsa'), path.join(cwd, 'AGENTS.md'));
		const found = findContextFiles({home: '/nowhere', userHome: '/nowhere', cwd, isTrusted: true});
		expect(found).toEqual({
			files: [],
			problems: [
				{
					path: path.join(cwd, 'AGENTS.md'),
					line: undefined,
					message: 'it is a link that leads out of the project; it is not read',
				},
			],
		});
		fs.rmSync(path.join(cwd, 'AGENTS.md'));
		fs.symlinkSync('docs/rules.md', path.join(cwd, 'AGENTS.md'));
		expect(texts({home: '/nowhere', userHome: '/nowhere', cwd})).toEqual(['rules']);
	});

	it('of a linked worktree stand in for those of its repository', () => {
		const repository = tempFolder({
			'.git/worktrees/w/HEAD': '',
			'AGENTS.md': 'original',
			'trees/AGENTS.md': 'between',
			'trees/w/AGENTS.md': 'copy',
		});
		fs.writeFileSync(
			path.join(repository, 'trees/w/.git'),
			`gitdir: ${repository}/.git/worktrees/w\n`,
		);
		const cwd = path.join(repository, 'trees/w');
		expect(texts({home: '/nowhere', userHome: '/nowhere', cwd})).toEqual(['between', 'copy']);
		fs.rmSync(path.join(cwd, 'AGENTS.md'));
		expect(texts({home: '/nowhere', userHome: '/nowhere', cwd})).toEqual(['original', 'between']);
	});
});
