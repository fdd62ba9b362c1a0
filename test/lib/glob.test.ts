import {describe, expect, it} from 'vitest';
import {globToRegExp, isGlob} from '../../source/lib/glob.ts';

describe('a glob', () => {
	it.each([
		['*.md', 'a.md', true],
		['*.md', 'a/b.md', false],
		['**/*.md', 'a/b.md', true],
		['**/*.md', 'b.md', true],
		['a/**', 'a/b/c', true],
		['a?c', 'abc', true],
		['a?c', 'a/c', false],
		['[ab].md', 'b.md', true],
		['[!ab].md', 'b.md', false],
		['a.c', 'abc', false],
		['(x)+{1}', '(x)+{1}', true],
	])('%j of paths fits %j: %s', (glob, text, fits) => {
		expect(globToRegExp(glob, {separator: '/'}).test(text)).toBe(fits);
	});

	it('of names goes over slashes and may ignore case', () => {
		expect(globToRegExp('ANT/*5', {ignoreCase: true}).test('ant/a/b-5')).toBe(true);
		expect([isGlob('a*'), isGlob('a.b')]).toEqual([true, false]);
	});
});
