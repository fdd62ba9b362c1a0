import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

describe('ls', () => {
	it('lists by name in any case, with hidden files, marked folders and quoted names', async () => {
		const cwd = tempFolder({'b.txt': '', 'A/x': '', '.dot': '', 'new\nline': '', 'c/x': ''});
		fs.symlinkSync('A', path.join(cwd, 'link'));
		fs.symlinkSync('nowhere', path.join(cwd, 'broken'));
		fs.writeFileSync(Buffer.concat([Buffer.from(`${cwd}/z`), Buffer.from([0xff])]), '');
		expect(await toolsIn(cwd).text('ls', {})).toBe(
			`.dot\nA/\nb.txt\nbroken\nc/\nlink/\n$'new\\nline'\n$'z\\xff'`,
		);
	});

	it('says what is left out, what is empty and what cannot be listed', async () => {
		const {text} = toolsIn(tempFolder({a: '', b: '', 'c/d': ''}));
		expect(await text('ls', {limit: 1})).toBe(
			'a\n\n[1 of 3 entries shown; raise limit to see more.]',
		);
		expect(await text('ls', {path: 'a'})).toBe('Error: Cannot list a: it is not a folder.');
		expect(await text('ls', {path: 'x'})).toBe('Error: Cannot list x: there is no such folder.');
		expect(await toolsIn(tempFolder()).text('ls', {})).toBe('(empty folder)');
	});
});
