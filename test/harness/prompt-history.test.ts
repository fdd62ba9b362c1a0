import {spawn} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {openPromptHistory} from '../../source/harness/prompt-history.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const fileIn = (home: string): string => {
	const [name = ''] = fs.readdirSync(path.join(home, 'history'));
	return path.join(home, 'history', name);
};

it('keeps prompts of one project for its later sessions, for nobody else to read', () => {
	const home = tempFolder();
	const history = openPromptHistory(home, '/some/project');
	expect(history.read()).toEqual([]);
	history.add('first');
	history.add('second\nwith a line');
	expect(openPromptHistory(home, '/some/project').read()).toEqual(['first', 'second\nwith a line']);
	expect(openPromptHistory(home, '/other').read()).toEqual([]);
	expect(fs.statSync(fileIn(home)).mode & 0o777).toBe(0o600);
	expect(fs.statSync(path.join(home, 'history')).mode & 0o777).toBe(0o700);
});

it('passes over lines that are broken, and over prompts that are too long to keep', () => {
	const home = tempFolder();
	const history = openPromptHistory(home, '/p');
	history.add('good');
	fs.appendFileSync(fileIn(home), '{"text": "cut off\nnull\n{"text":3}\n');
	history.add('x'.repeat(20_000));
	history.add('better');
	expect(history.read()).toEqual(['good', 'better']);
});

it('loses nothing when several processes add at once', async () => {
	const home = tempFolder();
	const source = path.resolve('source/harness/prompt-history.ts');
	const script = `import {openPromptHistory} from ${JSON.stringify(source)};
		const history = openPromptHistory(${JSON.stringify(home)}, '/p');
		for (let i = 0; i < 200; i += 1) history.add(process.argv[1] + '-' + i + '-' + 'y'.repeat(500));`;
	const runs = ['a', 'b', 'c'].map(
		name =>
			new Promise(resolve =>
				spawn(process.execPath, ['--input-type=module-typescript', '-e', script, name], {
					stdio: 'inherit',
				}).on('close', resolve),
			),
	);
	expect(await Promise.all(runs)).toEqual([0, 0, 0]);
	const texts = openPromptHistory(home, '/p').read();
	expect(new Set(texts.map(text => text.split('-y')[0])).size).toBe(600);
});
