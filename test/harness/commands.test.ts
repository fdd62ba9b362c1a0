import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {clipboardCommands, copyToClipboard} from '../../source/harness/clipboard.ts';
import {createCredentials} from '../../source/harness/credentials.ts';
import {
	type CommandContext,
	createModelRegistry,
	parseCommand,
	type Question,
} from '../../source/harness/index.ts';
import {silentInterface} from '../../source/harness/user-interface.ts';
import {fakeModel, fakeModelRecord, says} from '../helpers/fake-model.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {testSession} from '../helpers/test-session.ts';

function modelsOf(home: string): CommandContext['models'] {
	const credentials = createCredentials({home, environment: {}});
	return {credentials, registry: createModelRegistry({home, credentials})};
}

/** Runs commands as a mode would, and writes down what they did to it. */
function desk({answer, clipboard = true}: {answer?: string; clipboard?: boolean} = {}) {
	const {session, ask} = testSession(fakeModel(says('first'), says('**last**')), tempFolder());
	const home = tempFolder();
	const told: string[] = [];
	const asked: Question[] = [];
	const context: CommandContext = {
		session,
		ui: {
			...silentInterface,
			canAsk: true,
			notify: text => void told.push(text),
			open: selector => void told.push(`open ${selector}`),
			ask: async question => {
				asked.push(question);
				return answer;
			},
		},
		models: modelsOf(home),
		environment: {},
		findServers: async () => [],
		chooseModel: async pattern => void told.push(`model ${pattern}`),
		copy: async text => {
			told.push(`copy ${text}`);
			return clipboard;
		},
		reload: async () => void told.push('reload'),
		quit: () => void told.push('quit'),
	};
	async function run(text: string): Promise<readonly string[]> {
		const before = told.length;
		const parsed = parseCommand(text);
		if (!parsed) throw new Error(`"${text}" is no command`);
		await parsed.command.run(parsed.argument, context);
		return told.slice(before);
	}

	return {session, ask, run, asked};
}

describe('a slash command', () => {
	it.each([
		['/help', 'help', ''],
		['/name  A new name ', 'name', 'A new name'],
		['/compact keep\nthe plan', 'compact', 'keep\nthe plan'],
		['/quit ', 'quit', ''],
	])('is read from %j', (text, name, argument) => {
		const parsed = parseCommand(text);
		expect([parsed?.command.name, parsed?.argument]).toEqual([name, argument]);
	});

	it.each([
		'help',
		' /help',
		'/',
		'/nothing',
		'/help\nme',
		'/helpme',
		'/new ideas for it',
		'/Name x',
	])('is not %j, which goes to the model', text => {
		expect(parseCommand(text)).toBeUndefined();
	});
});

describe('the commands', () => {
	it('open what can be opened', async () => {
		const {run} = desk();
		expect([
			...(await run('/help')),
			...(await run('/hotkeys')),
			...(await run('/model')),
			...(await run('/model opus')),
			...(await run('/resume')),
			...(await run('/quit')),
		]).toEqual(['open help', 'open hotkeys', 'open model', 'model opus', 'open session', 'quit']);
	});

	it('name a session and tell its name', async () => {
		const {run, session} = desk();
		expect(await run('/name')).toEqual(['This session has no name. Usage: /name <text>']);
		expect(await run('/name A plan')).toEqual([]);
		expect(session.getState().sessionName).toBe('A plan');
		expect(await run('/name')).toEqual(['A plan']);
	});

	it('start a new session and leave the old one', async () => {
		const {run, session, ask} = desk();
		await ask('hi');
		const before = session.getState().sessionId;
		await run('/new');
		expect(session.getState().sessionId).not.toBe(before);
		expect(session.messages()).toEqual([]);
	});

	it('copy the text of the last answer', async () => {
		const {run, ask} = desk();
		expect(await run('/copy')).toEqual(['There is no answer to copy yet.']);
		await ask('one');
		await ask('two');
		expect(await run('/copy')).toEqual(['copy **last**', 'The last answer is on the clipboard.']);
		const without = desk({clipboard: false});
		await without.ask('one');
		await expect(without.run('/copy')).rejects.toThrow('No clipboard can be reached');
	});

	it('set the level, by name or by choice', async () => {
		const {run, session, asked} = desk({answer: 'high'});
		expect(await run('/thinking')).toEqual(['Fake 1 does not think in levels.']);
		session.setModel({...fakeModelRecord, reasoning: true});
		await run('/thinking low');
		expect(session.getState().level).toBe('low');
		await run('/thinking');
		expect(session.getState().level).toBe('high');
		expect(asked).toMatchObject([
			{title: 'How hard is Fake 1 to think? Now: low', options: expect.arrayContaining(['off'])},
		]);
		await expect(run('/thinking hihg')).rejects.toThrow(
			'There is no level "hihg"; did you mean high?',
		);
	});

	it('tell about the session', async () => {
		const {run, ask} = desk();
		await ask('hi');
		expect((await run('/session')).join()).toMatch(
			/Session [\w-]+\nFile: \(in memory only\)\nMessages: 1 yours, 1 answers/,
		);
	});

	it('read everything again', async () => {
		expect(await desk().run('/reload')).toEqual(['reload', 'Everything was read again.']);
	});
});

describe('the clipboard', () => {
	it('is that of the platform', () => {
		expect([
			clipboardCommands('darwin', {}),
			clipboardCommands('win32', {}),
			clipboardCommands('linux', {WAYLAND_DISPLAY: 'w', DISPLAY: ':0'}).map(([name]) => name),
			clipboardCommands('linux', {WSL_DISTRO_NAME: 'x'}),
			clipboardCommands('linux', {}),
		]).toEqual([[['pbcopy']], [['clip']], ['wl-copy', 'xclip', 'xsel'], [['clip.exe']], []]);
	});

	it('gets the text from the first program that takes it', async () => {
		const file = path.join(tempFolder(), 'clipboard');
		const takes = ['sh', '-c', `cat > ${file}`] as const;
		expect(
			await copyToClipboard('héllo\n', [['no-such-program'], ['sh', '-c', 'exit 1'], takes]),
		).toBe(true);
		expect(fs.readFileSync(file, 'utf8')).toBe('héllo\n');
		expect(await copyToClipboard('x', [['no-such-program']])).toBe(false);
		expect(await copyToClipboard('x', [])).toBe(false);
	});
});
