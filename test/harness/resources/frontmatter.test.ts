import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {parseDocument} from '../../../source/harness/resources/frontmatter.ts';

describe('the head of a document', () => {
	it.each([
		'name: plain words, with (brackets) and "quotes" inside',
		'a: true\nb: false\nc: yes\nd: null\ne: 12\nf: 1.5e3\ng: 2026-01-01',
		'a: "quoted: text"\nb: \'single\'',
		'a: ""\nb: "[x] # y"  ',
		'a: "tab\\t"',
		'a: "x" y',
		'a: [1, 2]\nb: {c: d}',
		'a: |\n  two\n  lines',
		'a: >-\n  folded\n  text',
		'a: text # comment',
		'a: text #not a comment',
		'a:   spaced   ',
		'a: http://x.y/z',
		'a: b: c',
		'a:',
		'a: -1\nb: - x',
		'a: *anchor',
		'# only a comment',
		'argument-hint: <what> [else]',
		'a: ~',
		'a: 0x1F\nb: .5',
		'a: off\nb: No',
	])('is read as YAML has it: %j', async head => {
		let expected: unknown;
		try {
			expected = parse(head) ?? {};
		} catch {
			expected = {};
		}

		const {fields, body} = await parseDocument(`---\n${head}\n---\nbody\n`);
		expect([fields, body]).toEqual([expected, 'body\n']);
	});

	it('is not there, empty, or never ends', async () => {
		expect(await parseDocument('text\n---\n')).toEqual({fields: {}, body: 'text\n---\n'});
		expect(await parseDocument('---\n---\ntext')).toEqual({fields: {}, body: 'text'});
		expect(await parseDocument('---\na: b\ntext')).toEqual({fields: {}, body: '---\na: b\ntext'});
	});

	it('that is no YAML is told, and the body still counts', async () => {
		const {fields, body, problem} = await parseDocument('---\na: "open\n---\ntext');
		expect([fields, body]).toEqual([{}, 'text']);
		expect(problem).toMatch(/^its head is not valid YAML: /);
	});
});
