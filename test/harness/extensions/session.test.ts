import {Type} from 'typebox';
import {describe, expect, it} from 'vitest';
import type {
	ExtensionAPI,
	ExtensionContext,
} from '../../../source/harness/extensions/extension-api.ts';
import {errorBudget} from '../../../source/harness/extensions/faults.ts';
import {extensionSession} from '../../helpers/extension-session.ts';
import {calls, fakeModel, says} from '../../helpers/fake-model.ts';

const textsOf = (messages: readonly {readonly role: string; readonly content?: unknown}[]) =>
	messages.map(({role, content}) => `${role}: ${JSON.stringify(content)}`);

describe('extensions of a session', () => {
	it('see, change and refuse calls of tools, and change what comes of them', async () => {
		const model = fakeModel(calls(['echo', {words: 'one'}], ['echo', {words: 'no'}]), says('done'));
		const {ask, echoed, session} = await extensionSession(model, [
			pi => {
				pi.on('tool_call', ({input}) => {
					if (input.words === 'no') return {block: true, reason: 'not that'};
					input.words = 'changed';
				});
				pi.on('tool_result', () => ({details: {seen: true}}));
			},
		]);
		await ask('go');
		expect(echoed).toEqual(['changed']);
		const results = session.messages().filter(({role}) => role === 'toolResult');
		expect(results).toEqual([
			expect.objectContaining({isError: false, details: {seen: true}}),
			expect.objectContaining({isError: true, content: [{type: 'text', text: 'not that'}]}),
		]);
	});

	it('keep a call from running when the check itself fails', async () => {
		const model = fakeModel(calls('echo', {words: 'one'}), says('done'));
		const {ask, echoed, notices} = await extensionSession(model, [
			pi => {
				pi.on('tool_call', () => {
					throw new Error('check broke');
				});
			},
		]);
		await ask('go');
		expect(echoed).toEqual([]);
		expect(notices).toEqual(['The extension ext-1 failed in tool_call: check broke']);
	});

	it('rewrite what the model is shown without changing what is kept', async () => {
		const model = fakeModel(says('ok'));
		const {ask, session} = await extensionSession(model, [
			pi => {
				pi.on('context', ({messages}) => ({
					messages: messages.map(message =>
						message.role === 'user' ? {...message, content: 'hidden'} : message,
					),
				}));
			},
		]);
		await ask('secret');
		expect(textsOf(model.requests[0] ?? [])).toContain('user: "hidden"');
		expect(JSON.stringify(session.messages())).toContain('secret');
	});

	it('set the system prompt of a run and add messages to it', async () => {
		const model = fakeModel(says('ok'), says('ok'));
		const {ask} = await extensionSession(model, [
			pi => {
				pi.on('before_agent_start', ({prompt, systemPrompt}) =>
					prompt === 'first'
						? {
								systemPrompt: `${systemPrompt} and more`,
								message: {customType: 'note', content: 'mind this', display: true},
							}
						: undefined,
				);
			},
		]);
		await ask('first');
		await ask('second');
		const [one, two] = model.requests.map(request => JSON.stringify(request));
		expect(one).toContain('and more');
		expect(one).toContain('mind this');
		expect(two).not.toContain('and more');
	});

	it('bring tools, which the model can use at once and at any time', async () => {
		const model = fakeModel(calls('late', {}), says('done'));
		const {ask, session} = await extensionSession(model, [
			pi => {
				pi.on('session_start', () => {
					pi.registerTool({
						name: 'late',
						label: 'Late',
						description: 'comes later',
						parameters: Type.Object({}),
						execute: async () => ({content: [{type: 'text', text: 'here'}]}),
					});
				});
			},
		]);
		expect(session.getState().activeTools).toEqual(['echo', 'late']);
		await ask('go');
		expect(JSON.stringify(session.messages())).toContain('here');
	});

	it('take texts and commands before the model hears of them', async () => {
		const model = fakeModel(says('ok'));
		const heard: string[] = [];
		const {ask} = await extensionSession(model, [
			pi => {
				pi.registerCommand('hello', {handler: args => heard.push(args)});
				pi.on('input', ({text}) => {
					if (text === 'mine') return {action: 'handled'};
					return {action: 'transform', text: text.toUpperCase()};
				});
			},
		]);
		await ask('/hello you there');
		await ask('mine');
		await ask('loud');
		expect(heard).toEqual(['you there']);
		expect(model.requests).toHaveLength(1);
		expect(JSON.stringify(model.requests[0])).toContain('LOUD');
	});

	it('end with the session, and begin anew in the next one', async () => {
		const log: string[] = [];
		let stale: ExtensionContext | undefined;
		const {session} = await extensionSession(fakeModel(), [
			pi => {
				pi.on('session_start', ({reason}, context) => {
					log.push(`start ${reason}`);
					stale ??= context;
				});
				pi.on('session_shutdown', ({reason}) => {
					log.push(`end ${reason}`);
				});
			},
		]);
		await session.newSession();
		expect(log).toEqual(['start startup', 'end new', 'start new']);
		expect(() => stale?.cwd).toThrow('a session that is gone');
	});

	it('may keep a session from being left', async () => {
		const {session} = await extensionSession(fakeModel(), [
			pi => {
				pi.on('session_before_switch', () => ({cancel: true}));
			},
		]);
		const before = session.getState().sessionId;
		expect(await session.newSession()).toBe(false);
		expect(session.getState().sessionId).toBe(before);
	});

	it('leave a message behind during a turn that the model reads with its next request', async () => {
		const model = fakeModel(calls(['echo', {words: 'one'}]), says('done'));
		const note = {customType: 'note', content: 'BY THE WAY', display: true};
		const {ask, session} = await extensionSession(model, [
			pi => {
				pi.on('tool_call', () => pi.sendMessage(note, {triggerTurn: false}));
			},
		]);
		await ask('go');
		expect(session.messages().map(({role}) => role)).toEqual([
			...['system', 'user', 'assistant', 'toolResult', 'custom', 'assistant'],
		]);
		expect(JSON.stringify(model.requests[1])).toContain('BY THE WAY');
	});

	it('lose no message when the turn is broken off', async () => {
		const model = fakeModel(says('never heard'));
		const note = {customType: 'note', content: 'BY THE WAY', display: true};
		const {session} = await extensionSession(model, [
			pi => {
				pi.on('agent_start', () => {
					pi.sendMessage(note, {triggerTurn: false});
					void session.abort();
				});
			},
		]);
		await session.prompt('go');
		await session.waitForIdle();
		expect(session.messages().filter(({role}) => role === 'custom')).toHaveLength(1);
	});

	it('add entries at the end of a turn and have the model asked once more', async () => {
		const model = fakeModel(says('first'), says('second'));
		const {ask, session} = await extensionSession(model, [
			pi => {
				pi.on('turn_end', ({turnIndex}) =>
					turnIndex === 0
						? {
								continue: true,
								entries: [
									{type: 'custom_message', customType: 'note', content: 'go on', display: true},
								],
							}
						: undefined,
				);
			},
		]);
		await ask('go');
		expect(model.requests).toHaveLength(2);
		expect(JSON.stringify(model.requests[1])).toContain('go on');
		expect(JSON.stringify(session.messages())).toContain('second');
	});

	it('are switched off with a notice when they fail over and over', async () => {
		const model = fakeModel(says('x'.repeat(errorBudget + 5)));
		let calls = 0;
		const {ask, notices} = await extensionSession(model, [
			pi => {
				pi.on('message_update', () => {
					calls += 1;
					throw new Error('each time');
				});
			},
		]);
		await ask('go');
		expect(calls).toBe(errorBudget);
		expect(notices).toEqual([
			'The extension ext-1 failed in message_update: each time',
			expect.stringContaining('failed too often and is switched off'),
		]);
	});

	it('run what comes of a command of a person themselves', async () => {
		const {session} = await extensionSession(fakeModel(), [
			pi => {
				pi.on('user_bash', ({command}) => ({
					result: {output: `pretend ${command}`, exitCode: 0, cancelled: false, truncated: false},
				}));
			},
		]);
		expect((await session.runBash('rm -rf /')).output).toBe('pretend rm -rf /');
	});

	it('can be more than one, and a name that two use is told apart', async () => {
		const model = fakeModel();
		const heard: string[] = [];
		const two = (word: string) => (pi: ExtensionAPI) =>
			pi.registerCommand('same', {handler: () => heard.push(word)});
		const {ask} = await extensionSession(model, [two('a'), two('b')]);
		await ask('/same:2');
		await ask('/same:1');
		expect(heard).toEqual(['b', 'a']);
	});

	it('that fail while they load leave the others alone', async () => {
		const {notices, host} = await extensionSession(fakeModel(), [
			() => {
				throw new Error('no');
			},
			pi => void pi.registerCommand('x', {handler() {}}),
		]);
		expect(host.list()).toHaveLength(1);
		expect(notices).toEqual(['The extension <ext-1> was not loaded: no']);
	});
});

describe('what an extension starts', () => {
	it('ends with it: timers and programs alike', async () => {
		let ticks = 0;
		let pid: number | undefined;
		const {session} = await extensionSession(fakeModel(), [
			pi => {
				pi.on('session_start', async ({reason}) => {
					if (reason !== 'startup') return;
					setInterval(() => {
						ticks += 1;
					}, 1);
					const {spawn} = await import('node:child_process');
					({pid} = spawn('sleep', ['60'], {stdio: 'ignore'}));
				});
			},
		]);
		await session.newSession();
		const before = ticks;
		await new Promise(resolve => setTimeout(resolve, 50));
		expect(ticks).toBe(before);
		expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
	});
});
