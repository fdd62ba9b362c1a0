import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {describe, expect, it} from 'vitest';
import {droppedImages} from '../../../../source/modes/interactive/composer/dropped-image.ts';
import {edit} from '../../../../source/modes/interactive/composer/edit.ts';
import {
	editExternally,
	editorCommand,
} from '../../../../source/modes/interactive/composer/external-editor.ts';
import {
	emptyBuffer,
	fullText,
	imagesIn,
	shownText,
} from '../../../../source/modes/interactive/composer/text-buffer.ts';
import {
	type ComposerAction,
	type ComposerState,
	initialComposer,
	reduceComposer,
} from '../../../../source/modes/interactive/store/composer.ts';
import {tempFolder} from '../../../helpers/temp-folder.ts';

const image = {type: 'image', data: 'AAAA', mimeType: 'image/png'} as const;
const png = Buffer.concat([
	Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	Buffer.alloc(40),
]);

const act = (state: ComposerState, ...actions: readonly ComposerAction[]): ComposerState =>
	actions.reduce(reduceComposer, state);

describe('an image in the editor', () => {
	const attached = act(
		initialComposer,
		{type: 'insert', text: 'see '},
		{type: 'attach', label: 'a.png', image},
	);

	it('is one unit with a name, and goes when that is deleted', () => {
		expect(shownText(attached.buffer)).toBe('see [image #1 a.png] ');
		expect(imagesIn(attached.buffer)).toEqual([image]);
		const gone = act(
			attached,
			{type: 'tui.editor.deleteCharBackward'},
			{type: 'tui.editor.deleteCharBackward'},
		);
		expect([shownText(gone.buffer), imagesIn(gone.buffer)]).toEqual(['see ', []]);
	});

	it('comes back with a prompt that was not delivered, and with one that is recalled', () => {
		const text = fullText(attached.buffer).trim();
		const sent = act(attached, {type: 'sent', text});
		expect(imagesIn(sent.buffer)).toEqual([]);
		const given = act(sent, {type: 'givenBack', prompts: [{text, images: [image]}]});
		expect(imagesIn(given.buffer)).toEqual([image]);
		expect(given.buffer.lines[0]).toContain('[image #1 a.png]');
		expect(imagesIn(act(sent, {type: 'recall', by: -1, width: 80}).buffer)).toEqual([image]);
	});

	it('gets a name where it comes back without one', () => {
		const given = act(initialComposer, {
			type: 'givenBack',
			prompts: [{text: 'look', images: [image, image]}],
		});
		expect(shownText(given.buffer)).toBe('look[image #1] [image #2] ');
		expect(imagesIn(given.buffer)).toHaveLength(2);
	});
});

it('opens a pasted chip beside the caret, and undo closes it again', () => {
	const text = Array.from({length: 20}, (_, index) => `row ${index}`).join('\n');
	const pasted = edit(emptyBuffer, {type: 'paste', text});
	expect(shownText(pasted)).toBe('[paste #1 +20 lines]');
	const open = edit(pasted, {type: 'openChip'});
	expect(shownText(open)).toBe(text);
	expect(shownText(edit(open, {type: 'tui.editor.undo'}))).toBe('[paste #1 +20 lines]');
});

describe('a path that is dropped', () => {
	it('is an image in each of the ways terminals write it', () => {
		const folder = tempFolder();
		const file = path.join(folder, "it's a shot.png");
		fs.writeFileSync(file, png);
		const escaped = file.replace(/([ '])/g, '\\$1');
		for (const text of [file, escaped, `"${file}"`, pathToFileURL(file).href, ` ${escaped}\n`]) {
			expect(droppedImages(text, folder)?.map(each => each.file)).toEqual([file]);
		}

		expect(droppedImages(`${escaped} ${escaped}`, folder)).toHaveLength(2);
		expect(droppedImages("~/it's a shot.png", folder)).toHaveLength(1);
	});

	it('stays a text when it names something else', () => {
		const folder = tempFolder();
		fs.writeFileSync(path.join(folder, 'a.png'), 'no image at all');
		for (const text of [
			path.join(folder, 'a.png'),
			'/no/such.png',
			'a.png',
			'/',
			`${folder}`,
			'',
		]) {
			expect(droppedImages(text, folder)).toBeUndefined();
		}
	});
});

describe('an editor of one’s own', () => {
	it('is the setting, then VISUAL, then EDITOR, then what is usual', () => {
		const platform = 'linux';
		const environment = {VISUAL: 'vi', EDITOR: 'ed'};
		expect(editorCommand({setting: 'code --wait', environment, platform})).toBe('code --wait');
		expect(editorCommand({setting: '', environment, platform})).toBe('vi');
		expect(editorCommand({setting: '', environment: {EDITOR: 'ed'}, platform})).toBe('ed');
		expect(editorCommand({setting: '', environment: {}, platform: 'win32'})).toBe('notepad');
	});

	it('gets the text in a private file and gives back what is in it', async () => {
		const script = path.join(tempFolder(), 'edit.sh');
		fs.writeFileSync(script, '#!/bin/sh\nstat -c %a "$2" >> "$2"\necho "$1" >> "$2"\n', {
			mode: 0o755,
		});
		expect(await editExternally('one\ntwo\n', `'${script}' 'an argument'`)).toBe(
			'one\ntwo\n600\nan argument\n',
		);
		expect(await editExternally('one', 'false')).toBeUndefined();
		expect(await editExternally('one', 'no-such-editor-here')).toBeUndefined();
	});
});
