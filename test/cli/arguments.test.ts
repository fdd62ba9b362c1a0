import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {helpText, levelFlag, parseArguments} from '../../source/cli/arguments.ts';
import {flagList} from '../../source/cli/flags.ts';
import {readPiped, toPrompts} from '../../source/cli/initial-prompt.ts';
import {pickMode} from '../../source/cli/pick-mode.ts';
import {chooseTools} from '../../source/cli/set-up.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

describe('the command line', () => {
	it('knows long and short options, several letters too, and keeps messages in order', () => {
		const {flags, input} = parseArguments([
			'-p',
			'first',
			'-nt',
			'--model',
			'a/b:high',
			'-t=read,ls',
			'--append-system-prompt',
			'x',
			'--append-system-prompt=y',
			'@f.txt',
			'--',
			'-second',
		]);
		expect(input).toEqual(['first', '@f.txt', '-second']);
		expect(flags).toMatchObject({
			print: true,
			'no-tools': true,
			model: 'a/b:high',
			tools: 'read,ls',
			'append-system-prompt': ['x', 'y'],
		});
	});

	it.each([
		[['--modle', 'x'], 'Did you mean --mode'],
		[['--sesion=x'], 'Did you mean --session?'],
		[['-z'], 'There is no option -z'],
		[['--model'], '--model needs a value'],
		[['--max-turns', 'many'], '--max-turns needs a number'],
	])('refuses %j with a sentence', (argv, words) => {
		expect(() => parseArguments(argv)).toThrow(words);
	});

	it('takes a value that looks like an option', () => {
		expect(parseArguments(['--name', '--odd']).flags.name).toBe('--odd');
	});

	it('names the levels there are', () => {
		expect(levelFlag(parseArguments(['--thinking', 'max']))).toBe('max');
		expect(() => levelFlag(parseArguments(['--thinking', 'hard']))).toThrow('off, minimal, low');
	});

	it('documents every option in its help', () => {
		const help = helpText('1.0.0');
		for (const [name] of flagList) expect(help).toContain(`--${name}`);
	});

	it('chooses tools by names or by changes, not by both', () => {
		const usual = ['read', 'bash'];
		expect(chooseTools(parseArguments(['-t', '+grep,-bash']), usual)).toEqual(['read', 'grep']);
		expect(chooseTools(parseArguments(['-t', 'ls', '-xt', 'read']), usual)).toEqual(['ls']);
		expect(() => chooseTools(parseArguments(['-t', 'ls,+read']), usual)).toThrow('not both');
		expect(() => chooseTools(parseArguments(['-t', 'grop']), usual)).toThrow('Did you mean grep?');
	});

	it('shows the screen only on a terminal', () => {
		const terminal = {stdin: true, stdout: true};
		expect(pickMode(parseArguments([]), terminal)).toBe('interactive');
		expect(pickMode(parseArguments(['-p', 'x']), terminal)).toBe('print');
		expect(pickMode(parseArguments(['x']), {...terminal, stdout: false})).toBe('print');
		expect(pickMode(parseArguments(['--mode', 'rpc']), terminal)).toBe('rpc');
		expect(() => pickMode(parseArguments(['--mode', 'xml']), terminal)).toThrow(
			'text, json or rpc',
		);
	});
});

describe('the first prompt', () => {
	it('is what was piped, the files and the first message; the rest are prompts of their own', () => {
		const cwd = tempFolder({'a.txt': 'A', 'i.png': 'png', 'empty.txt': ''});
		expect(
			toPrompts(['@a.txt', 'look', '@empty.txt', '@i.png', 'then'], {stdin: 'piped\n', cwd}),
		).toEqual([
			{
				text: `piped\n<file name="${cwd}/a.txt">\nA\n</file>\n<file name="${cwd}/i.png"></file>\nlook`,
				images: [
					{type: 'image', data: Buffer.from('png').toString('base64'), mimeType: 'image/png'},
				],
			},
			{text: 'then', images: []},
		]);
		expect(() => toPrompts(['@none.txt'], {stdin: '', cwd})).toThrow(
			'@none.txt: there is no such file',
		);
	});

	it('does not wait for a pipe that says nothing', async () => {
		const silent = new PassThrough();
		expect(await readPiped(silent as unknown as NodeJS.ReadStream, 20)).toBe('');
		const speaking = new PassThrough();
		const text = readPiped(speaking as unknown as NodeJS.ReadStream, 20);
		speaking.write('hel');
		setTimeout(() => speaking.end('lo'), 50);
		expect(await text).toBe('hello');
	});
});
