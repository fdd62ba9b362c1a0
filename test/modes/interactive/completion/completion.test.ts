import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {createCompletion} from '../../../../source/modes/interactive/completion/completion.ts';
import {createFileIndex} from '../../../../source/modes/interactive/completion/file-index.ts';
import {fullText} from '../../../../source/modes/interactive/composer/text-buffer.ts';
import {createKeymap} from '../../../../source/modes/interactive/keys/keymap.ts';
import type {ComposerAction} from '../../../../source/modes/interactive/store/composer.ts';
import {createUiStore} from '../../../../source/modes/interactive/store/ui-store.ts';
import {noModifiers} from '../../../../source/modes/interactive/terminal/input-event.ts';
import {tempFolder} from '../../../helpers/temp-folder.ts';

function setUp(files: readonly string[] = []) {
	const cwd = tempFolder();
	for (const file of files) {
		fs.mkdirSync(path.join(cwd, path.dirname(file)), {recursive: true});
		fs.writeFileSync(path.join(cwd, file), '');
	}

	const store = createUiStore(0);
	const completion = createCompletion({
		store,
		home: cwd,
		cwd: () => cwd,
		commands: {harness: () => undefined, offersSkills: () => true},
		files: createFileIndex({
			async *list() {
				yield files;
			},
			now: () => 0,
		}),
		pageRows: () => 5,
	});
	const keymap = createKeymap({platform: 'linux'});
	const compose = (action: ComposerAction) => store.dispatch({type: 'composed', action});
	return {
		completion,
		compose,
		type(text: string) {
			for (const letter of text) compose({type: 'insert', text: letter});
		},
		press: (name: string) =>
			completion.handle({kind: 'key', name, sequence: '', ...noModifiers}, keymap),
		labels: () => store.get().suggestions?.items.map(({label}) => label),
		text: () => fullText(store.get().composer.buffer),
		caret: () => store.get().composer.buffer.caret.column,
		async until(condition: () => boolean) {
			while (!condition()) await new Promise(resolve => setTimeout(resolve, 2));
		},
	};
}

it('offers commands while a name is typed, and sends the one that is chosen', () => {
	const {type, labels, press, text} = setUp();
	type('/qui');
	expect(labels()).toEqual(['/quit']);
	expect(press('enter')).toBe('send');
	expect(text()).toBe('/quit');
	expect(labels()).toBeUndefined();
});

it('puts a command in place with Tab and waits for its argument', () => {
	const {type, press, text} = setUp();
	type('/nam');
	expect(press('tab')).toBe(true);
	expect(text()).toBe('/name ');
});

it('stays closed for a word after Escape, and opens for the next one', () => {
	const {type, press, labels} = setUp();
	type('/q');
	expect(press('escape')).toBe(true);
	type('u');
	expect(labels()).toBeUndefined();
	expect(press('escape')).toBe(false);
});

it('leaves the keys alone where a prompt was recalled', () => {
	const {compose, press, labels} = setUp();
	compose({type: 'setText', text: '/qu'});
	expect(labels()).toBeUndefined();
	expect(press('up')).toBe(false);
});

it('finds files after @ and quotes a name with blanks', async () => {
	const {type, press, labels, text, until} = setUp(['src/my notes.md', 'src/other.ts']);
	type('see @notes');
	await until(() => labels() !== undefined);
	expect(labels()).toEqual(['my notes.md']);
	press('enter');
	expect(text()).toBe('see @"src/my notes.md" ');
});

it('goes on into a folder that was chosen, within the quotes', async () => {
	const {type, press, labels, text, caret, until} = setUp(['my docs/a.md', 'my docs/b.md']);
	type('@docs');
	await until(() => labels()?.[0] === 'my docs/');
	press('tab');
	expect(text()).toBe('@"my docs/"');
	expect(caret()).toBe(10);
	await until(() => labels()?.includes('a.md') === true);
	press('tab');
	expect(text()).toBe('@"my docs/a.md" ');
});

it('completes the only path there is, and offers several', async () => {
	const {type, completion, press, labels, text, until} = setUp([
		'alpha/one.ts',
		'alpha/two.ts',
		'beta.ts',
	]);
	type('!cat al');
	completion.tab();
	await until(() => labels() !== undefined);
	expect(text()).toBe('!cat alpha/');
	expect(labels()).toEqual(['one.ts', 'two.ts']);
	press('down');
	press('enter');
	expect(text()).toBe('!cat alpha/two.ts');
});

it('narrows at once what no longer fits what was typed', async () => {
	const {type, labels, until} = setUp(['one.ts', 'two.ts']);
	type('@o');
	await until(() => labels()?.length === 2);
	type('n');
	expect(labels()).toEqual(['one.ts']);
});
