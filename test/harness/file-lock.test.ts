import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {LockedError, withFileLock} from '../../source/harness/file-lock.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

describe('the lock of a file', () => {
	it('lets one work after the other, and is gone afterwards', async () => {
		const folder = tempFolder();
		const file = path.join(folder, 'x.json');
		const steps: string[] = [];
		await Promise.all(
			['a', 'b', 'c'].map(name =>
				withFileLock(file, async () => {
					steps.push(`${name} begins`);
					await new Promise(resolve => setImmediate(resolve));
					steps.push(`${name} ends`);
				}),
			),
		);
		for (let index = 0; index < steps.length; index += 2)
			expect(steps[index + 1]).toBe(steps[index]?.replace('begins', 'ends'));
		expect(fs.readdirSync(folder)).toEqual([]);
	});

	it('is given back when the work fails', async () => {
		const file = path.join(tempFolder(), 'x.json');
		await expect(withFileLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await withFileLock(file, () => 'done')).toBe('done');
	});

	it('is taken from a process that died, once', async () => {
		const file = path.join(tempFolder(), 'x.json');
		fs.writeFileSync(`${file}.lock`, 'somebody');
		fs.utimesSync(`${file}.lock`, new Date(0), new Date(0));
		let inside = 0;
		const work = async () => {
			inside += 1;
			expect(inside).toBe(1);
			await new Promise(resolve => setImmediate(resolve));
			inside -= 1;
		};
		await Promise.all([withFileLock(file, work), withFileLock(file, work)]);
		expect(fs.readdirSync(path.dirname(file))).toEqual([]);
	});

	it('is not waited for longer than asked, and left to who has it', async () => {
		const file = path.join(tempFolder(), 'x.json');
		fs.writeFileSync(`${file}.lock`, 'somebody');
		await expect(withFileLock(file, () => 'done', 30)).rejects.toThrow(LockedError);
		expect(fs.readFileSync(`${file}.lock`, 'utf8')).toBe('somebody');
	});
});
