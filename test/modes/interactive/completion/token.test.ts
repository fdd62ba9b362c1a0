import {expect, it} from 'vitest';
import {pathAt, tokenAt} from '../../../../source/modes/interactive/completion/token.ts';
import {edit} from '../../../../source/modes/interactive/composer/edit.ts';
import {emptyBuffer, setText} from '../../../../source/modes/interactive/composer/text-buffer.ts';

const at = (text: string) => tokenAt(setText(text));

it('takes a slash at the very start for a command, and what follows its name for the argument', () => {
	expect(at('/mo')).toMatchObject({kind: 'command', query: 'mo', from: {line: 0, column: 0}});
	expect(at('/model son')).toMatchObject({
		kind: 'argument',
		command: 'model',
		query: 'son',
		from: {line: 0, column: 7},
	});
	expect(at('see /mo')).toBeUndefined();
	expect(at('one\n/mo')).toBeUndefined();
	expect(at('/usr/bin')).toBeUndefined();
});

it('takes @ at the start of a word for a file, also behind a command', () => {
	expect(at('look at @src/a')).toMatchObject({kind: 'file', query: 'src/a', from: {column: 8}});
	expect(at('/review @a')).toMatchObject({kind: 'file', query: 'a'});
	expect(at('me@example')).toBeUndefined();
	expect(at('(@a')).toMatchObject({kind: 'file', query: 'a', from: {column: 1}});
});

it('goes on over blanks while a quote is open', () => {
	expect(at('@"my do')).toMatchObject({
		kind: 'file',
		query: 'my do',
		isQuoted: true,
		from: {column: 0},
	});
	expect(at('@"my doc.md" and')).toBeUndefined();
	expect(pathAt(setText('cat "my do'))).toMatchObject({
		kind: 'path',
		query: 'my do',
		from: {column: 4},
	});
});

it('counts places by graphemes and passes over pasted chips', () => {
	const long = 'x'.repeat(2000);
	const chip = edit(emptyBuffer, {type: 'paste', text: long});
	const token = tokenAt(edit(chip, {type: 'insert', text: '👩‍👩‍👧 @a'}));
	expect(token).toMatchObject({kind: 'file', query: 'a', from: {column: 3}});
	expect(pathAt(chip)).toMatchObject({query: '', from: {column: 1}});
});
