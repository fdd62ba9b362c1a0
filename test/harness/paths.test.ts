import {statSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {
	expandHome,
	makePrivateFolder,
	packageFolder,
	placesFor,
	sessionFolderName,
	sessionsRoot,
} from '../../source/harness/paths.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const cwd = '/home/u/app';

test('everything lies below ~/.bough unless said otherwise', () => {
	expect(placesFor(cwd, {}, '/home/u')).toEqual({
		home: '/home/u/.bough',
		sessions: '/home/u/.bough/sessions/--home-u-app--',
		project: '/home/u/app/.bough',
		pi: {home: '/home/u/.pi/agent', project: '/home/u/app/.pi'},
	});
});

test('the environment moves the home and the sessions', () => {
	const environment = {
		BOUGH_HOME: '~/elsewhere',
		BOUGH_SESSION_DIR: 'here',
		PI_CODING_AGENT_DIR: '~/pi',
	};
	expect(placesFor(cwd, environment, '/home/u')).toEqual({
		home: '/home/u/elsewhere',
		sessions: '/home/u/app/here',
		project: '/home/u/app/.bough',
		pi: {home: '/home/u/pi', project: '/home/u/app/.pi'},
	});
});

test('a working directory becomes the same folder name as in pi', () => {
	expect(['/home/u/app', '/a:b/c\\d', '/'].map(sessionFolderName)).toEqual([
		'--home-u-app--',
		'--a-b-c-d--',
		'----',
	]);
});

test('only a folder named after its project lies among those of other projects', () => {
	expect(sessionsRoot('/s/--home-u-app--', cwd)).toBe('/s');
	expect(sessionsRoot('/s/mine', cwd)).toBe(undefined);
});

test('what ships is found in the folder of the package', () => {
	expect(packageFolder()).toBe(path.resolve(import.meta.dirname, '../..'));
});

test('only a leading tilde means the home', () => {
	expect(['~', '~/a', '~u/a', '/a/~'].map(text => expandHome(text, '/home/u'))).toEqual([
		'/home/u',
		'/home/u/a',
		'~u/a',
		'/a/~',
	]);
});

test('made folders belong to their owner alone', () => {
	const folder = tempFolder();
	makePrivateFolder(path.join(folder, 'a/b'));
	const modes = ['a', 'a/b'].map(name => statSync(path.join(folder, name)).mode & 0o777);
	expect(modes).toEqual([0o700, 0o700]);
});
