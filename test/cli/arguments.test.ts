import {describe, expect, it} from 'vitest';
import {thinkingLevels} from '../../source/ai/index.ts';
import {parseArguments} from '../../source/cli/arguments.ts';
import {checkFlags, limitsOf} from '../../source/cli/check-flags.ts';
import {chooseTools} from '../../source/cli/choose-tools.ts';
import {absentFlags, flagList, flags} from '../../source/cli/flags.ts';
import {helpText} from '../../source/cli/help-text.ts';
import {pickMode} from '../../source/cli/pick-mode.ts';

describe('the command line', () => {
	it('is nothing when nothing is given', async () => {
		expect(await parseArguments([])).toEqual({flags: {}, input: []});
	});

	it('knows long and short options, several letters too, and keeps messages in order', async () => {
		expect(
			await parseArguments([
				'-p',
				'first',
				'-nt',
				'--model',
				'a/b:high',
				'-t=read,ls',
				'--append-system-prompt',
				'x',
				'--append-system-prompt=y=z',
				'@f.txt',
				'--max-turns',
				'3',
				'--',
				'-second',
				'--model',
			]),
		).toEqual({
			flags: {
				print: true,
				'no-tools': true,
				model: 'a/b:high',
				tools: 'read,ls',
				'append-system-prompt': ['x', 'y=z'],
				'max-turns': 3,
			},
			input: ['first', '@f.txt', '-second', '--model'],
		});
	});

	it.each([
		[['-p', 'true'], ['true']],
		[
			['-p', '---', 'text'],
			['---', 'text'],
		],
		[['-p', '-'], ['-']],
		[['-p', '0012'], ['0012']],
		[['-p', ''], ['']],
	])('takes %j for a message', async (argv, input) => {
		expect(await parseArguments(argv)).toEqual({flags: {print: true}, input});
	});

	it('takes values as they are, also those that look like options, numbers or nothing', async () => {
		const {flags: given} = await parseArguments(['--name', '--odd', '--model=007', '--tools=']);
		expect(given).toEqual({name: '--odd', model: '007', tools: ''});
	});

	it('takes the last of what counts once, so that an alias can be overruled', async () => {
		const {flags: given} = await parseArguments(['--model', 'a', '-c', '--model', 'b', '-c']);
		expect(given).toEqual({model: 'b', continue: true});
	});

	it.each([
		[['--modle', 'x'], 'There is no option --modle. Did you mean --model?'],
		[['--sesion=x'], 'There is no option --sesion. Did you mean --session?'],
		[['-z'], 'There is no option -z. `bough --help` lists all options.'],
		[['-pc'], 'There is no option -pc.'],
		[['--model'], '--model needs a value.'],
		[['--print=yes'], '--print takes no value.'],
		[['--max-turns', 'many'], '--max-turns needs a number.'],
		[['--thinking', 'hard'], '--thinking cannot be "hard"; it is one of off, minimal, low'],
		[['--mode=xml'], '--mode cannot be "xml"; it is one of text, json, rpc.'],
		[['mcp', 'list'], 'no command "mcp". To send the word as a prompt: bough -- mcp list'],
	])('refuses %j with a sentence', async (argv, words) => {
		await expect(parseArguments(argv)).rejects.toThrow(words);
	});

	it('takes a word after -- for a prompt whatever it is', async () => {
		expect((await parseArguments(['--', 'install'])).input).toEqual(['install']);
		expect((await parseArguments(['install it'])).input).toEqual(['install it']);
	});

	it('has each name and each short form once, and none that is absent', () => {
		const names = flagList.flatMap(([name, {short}]) => [name, ...(short ? [short] : [])]);
		const absent = Object.entries(absentFlags).flatMap(([name, {short}]) => [name, short ?? name]);
		expect(new Set(names).size).toBe(names.length);
		expect(absent.filter(name => names.includes(name))).toEqual([]);
		expect(flags.thinking.choices).toEqual(thinkingLevels);
	});
});

describe('the help', () => {
	it('explains every option, in lines that fit a terminal', () => {
		const help = helpText('1.0.0');
		for (const [name, flag] of flagList) {
			expect(help).toContain(`--${name}`);
			expect(help).toContain(flag.help);
		}
		expect(help.split('\n').filter(line => line.length > 120)).toEqual([]);
	});
});

describe('options that go together', () => {
	const check = async (argv: readonly string[], mode: Parameters<typeof checkFlags>[1] = 'print') =>
		checkFlags(await parseArguments(argv), mode);

	it.each([
		[['-c', '--fork', 'x'], '--continue and --fork cannot be used together.'],
		[['--session', 'a', '--session-id', 'b'], '--session and --session-id cannot'],
		[['-c', '--no-session'], '--continue and --no-session cannot'],
		[['--fork', 'a', '--no-session'], '--fork and --no-session cannot'],
		[['-a', '-na'], '--approve and --no-approve cannot'],
		[['--provider', 'x'], '--provider needs --model.'],
		[['--session='], '--session cannot be empty.'],
		[['-r'], '--resume needs a screen'],
		[['--max-turns', '1.5'], '--max-turns must be a whole number.'],
		[['--max-cost', '0'], '--max-cost must be above 0.'],
	])('are not %j', async (argv, words) => {
		await expect(check(argv)).rejects.toThrow(words);
	});

	it('depend on the mode', async () => {
		await expect(check(['--max-cost', '1'], 'interactive')).rejects.toThrow(
			'add -p or --mode json',
		);
		await expect(check(['@a'], 'rpc')).rejects.toThrow('Files (@…) cannot be given in RPC mode');
		await expect(check(['hi'], 'rpc')).rejects.toThrow('Messages cannot be given in RPC mode');
		await expect(check(['-r'], 'interactive')).resolves.toBeUndefined();
		await expect(check(['--fork', 'a', '--session-id', 'b'])).resolves.toBeUndefined();
	});

	it('give the limits', async () => {
		const given = await parseArguments(['--max-turns=2', '--max-time', '0.5']);
		expect(limitsOf(given)).toEqual({turns: 2, time: 0.5});
	});
});

describe('tools', () => {
	it.each([
		[[], ['read', 'bash', 'edit', 'write']],
		[
			['-t', '+grep,-bash'],
			['read', 'edit', 'write', 'grep'],
		],
		[['-t', 'ls,read', '-xt', 'read'], ['ls']],
		[['-t', ''], []],
		[['-nt'], []],
		[['-nbt'], []],
	])('of %j', async (argv, names) => {
		expect(chooseTools(await parseArguments(argv), ['read', 'bash', 'edit', 'write'])).toEqual(
			names,
		);
	});

	it('come from the setting, which may name or change them', async () => {
		const none = await parseArguments([]);
		expect(chooseTools(none, ['+grep', '-write'])).toEqual(['read', 'bash', 'edit', 'grep']);
		expect(chooseTools(none, ['ls'])).toEqual(['ls']);
		expect(chooseTools(none, [])).toEqual([]);
		expect(chooseTools(await parseArguments(['-t', '+find']), ['ls'])).toEqual(['ls', 'find']);
	});

	it.each([
		['ls,+read', 'not both'],
		['grop', 'There is no tool "grop". Did you mean grep?'],
		['toString', 'There is no tool "toString"'],
	])('cannot be %j', async (list, words) => {
		const given = await parseArguments(['-t', list]);
		expect(() => chooseTools(given, [])).toThrow(words);
	});
});

describe('the mode', () => {
	it.each([
		[[], true, true, 'interactive'],
		[['-p', 'x'], true, true, 'print'],
		[['x'], true, false, 'print'],
		[['x'], false, true, 'print'],
		[['--mode', 'text'], true, true, 'interactive'],
		[['--mode', 'rpc'], true, true, 'rpc'],
		[['--mode', 'json'], true, true, 'json'],
	] as const)('of %j with terminals %s and %s is %s', async (...[argv, stdin, stdout, mode]) => {
		expect(pickMode(await parseArguments(argv), {stdin, stdout})).toBe(mode);
	});
});
