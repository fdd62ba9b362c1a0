import fs from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, it, onTestFinished} from 'vitest';
import {watchFolders} from '../../source/lib/watch-folders.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

function watching() {
	const told: (readonly string[])[] = [];
	let arrived = () => {};
	const watch = watchFolders(files => {
		told.push(files);
		arrived();
	}, 20);
	onTestFinished(watch.dispose);
	const next = () =>
		new Promise<void>(resolve => {
			arrived = resolve;
		});
	return {watch, told, next};
}

it('tells of files that changed in one batch, by the names that are wanted', async () => {
	const root = tempFolder({'a/x.md': '', 'b/keep.md': ''});
	const {watch, told, next} = watching();
	watch.set([
		{folder: path.join(root, 'a')},
		{folder: path.join(root, 'b'), names: ['other.md']},
		{folder: path.join(root, 'b'), names: ['keep.md']},
		{folder: path.join(root, 'none')},
	]);
	const batch = next();
	fs.writeFileSync(path.join(root, 'b/noise.log'), 'x');
	fs.writeFileSync(path.join(root, 'a/x.md'), 'x');
	fs.writeFileSync(path.join(root, 'a/y.md'), 'y');
	fs.writeFileSync(path.join(root, 'b/keep.md'), 'z');
	await batch;
	expect(told).toEqual([['a/x.md', 'a/y.md', 'b/keep.md'].map(name => path.join(root, name))]);
});

it('watches what it was told last, and nothing after the end', async () => {
	const root = tempFolder({'a/x.md': '', 'b/x.md': ''});
	const {watch, told, next} = watching();
	watch.set([{folder: path.join(root, 'a')}]);
	watch.set([{folder: path.join(root, 'b')}]);
	const batch = next();
	fs.writeFileSync(path.join(root, 'a/x.md'), 'x');
	fs.writeFileSync(path.join(root, 'b/x.md'), 'x');
	await batch;
	expect(told).toEqual([[path.join(root, 'b/x.md')]]);
	watch.dispose();
	fs.writeFileSync(path.join(root, 'b/x.md'), 'y');
	await sleep(100);
	expect(told).toHaveLength(1);
});
