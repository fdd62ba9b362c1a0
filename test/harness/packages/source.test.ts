import {describe, expect, it} from 'vitest';
import {identityOf, parseSource, placeOf} from '../../../source/harness/packages/source.ts';

const at = {folder: '/work/app', userHome: '/home/me'};
const parse = (text: string) => parseSource(text, at);

describe('a source', () => {
	it.each([
		['npm:tools', {kind: 'npm', name: 'tools'}],
		['npm:@me/tools@1.2.3', {kind: 'npm', name: '@me/tools', wanted: '1.2.3'}],
		['npm:tools@^1.2', {kind: 'npm', name: 'tools', wanted: '^1.2'}],
		[
			'git:example.com/me/tools',
			{kind: 'git', url: 'https://example.com/me/tools', place: 'example.com/me/tools'},
		],
		[
			'git:example.com/me/tools@v1',
			{
				kind: 'git',
				url: 'https://example.com/me/tools',
				place: 'example.com/me/tools',
				wanted: 'v1',
			},
		],
		[
			'git:git@example.com:me/tools.git@main',
			{
				kind: 'git',
				url: 'git@example.com:me/tools.git',
				place: 'example.com/me/tools',
				wanted: 'main',
			},
		],
		[
			'https://example.com/me/tools.git',
			{kind: 'git', url: 'https://example.com/me/tools.git', place: 'example.com/me/tools'},
		],
		[
			'ssh://git@example.com:22/me/tools@feature/x',
			{
				kind: 'git',
				url: 'ssh://git@example.com:22/me/tools',
				place: 'example.com/me/tools',
				wanted: 'feature/x',
			},
		],
		['./tools', {kind: 'folder', path: '/work/app/tools'}],
		['~/tools', {kind: 'folder', path: '/home/me/tools'}],
		['/tools', {kind: 'folder', path: '/tools'}],
	])('reads %s', (text, expected) => {
		expect(parse(text)).toEqual({text, ...expected});
	});

	it.each([
		'npm:',
		'npm:../up',
		'npm:a/b',
		'npm:tools@--config=x',
		'npm:-g',
		'git:nowhere',
		'git:example.com/../../up',
		'git:example.com/me/tools@-u',
		'git:example.com/me/tools@',
		'git:ext::sh -c id',
		'',
	])('refuses "%s", which would name another place or an option', text => {
		expect(() => parse(text)).toThrow(/^(?:"|A package)/);
	});

	it('is the same package however it is written and whatever version it asks for', () => {
		const same = [
			'git:example.com/me/tools',
			'https://example.com/me/tools.git@v2',
			'git:git@example.com:me/tools',
			'ssh://git@example.com/me/tools',
		];
		expect(new Set(same.map(text => identityOf(parse(text)))).size).toBe(1);
		expect(identityOf(parse('npm:tools@1.0.0'))).toBe(identityOf(parse('npm:tools')));
		expect(identityOf(parse('../app/tools'))).toBe(identityOf(parse('tools')));
	});

	it('lies below the folder whose settings list it', () => {
		expect(
			['npm:@me/tools', 'git:example.com/me/tools', './tools'].map(text =>
				placeOf(parse(text), '/home/me/.bough'),
			),
		).toEqual([
			'/home/me/.bough/npm/node_modules/@me/tools',
			'/home/me/.bough/git/example.com/me/tools',
			'/work/app/tools',
		]);
	});
});
