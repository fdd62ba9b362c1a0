import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {openSession} from '../../source/harness/session/open.ts';
import {calls, fails, fakeModel, says} from '../helpers/fake-model.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {testSession} from '../helpers/test-session.ts';

const roles = (messages: readonly {readonly role: string}[]) => messages.map(({role}) => role);

describe('a session', () => {
	it('keeps every message as an entry and shows the model the whole path', async () => {
		const cwd = tempFolder({'a.txt': 'hello\n'});
		const model = fakeModel(calls(['read', {path: 'a.txt'}]), says('It says hello.'));
		const {session, ask} = testSession(model, cwd, {sessions: `${cwd}/.sessions`});
		await ask('What is in a.txt?');
		expect(roles(model.requests[1] ?? [])).toEqual(['system', 'user', 'assistant', 'toolResult']);
		const file = session.getState().sessionFile ?? '';
		const reopened = openSession(file);
		expect(reopened.entries().map(({type}) => type)).toEqual([
			'model_change',
			'thinking_level_change',
			'message',
			'message',
			'message',
			'message',
			'message',
		]);
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	});

	it('declares prompt and tools once, and afterwards only what changed', async () => {
		const cwd = tempFolder();
		const model = fakeModel(says('one'), says('two'), says('three'));
		const {session, ask} = testSession(model, cwd);
		await ask('a');
		await ask('b');
		session.setActiveTools(['read']);
		await ask('c');
		const systems = session.messages().filter(({role}) => role === 'system');
		expect(systems).toHaveLength(2);
		expect(systems[1]).toMatchObject({
			sections: {tools: 'read'},
			toolsRemoved: [{name: 'bash'}, {name: 'edit'}, {name: 'write'}],
		});
	});

	it('tries again after a failure that may pass, and hides the failed attempt from the model', async () => {
		const model = fakeModel(
			fails({code: 'overloaded', message: 'busy', retryable: true, status: 529}),
			says('better'),
		);
		const {session, events, ask} = testSession(model, tempFolder());
		await ask('hi');
		expect(events.filter(({type}) => type.startsWith('auto_retry')).map(({type}) => type)).toEqual([
			'auto_retry_start',
			'auto_retry_end',
		]);
		expect(roles(model.requests[1] ?? [])).toEqual(['system', 'user']);
		expect(session.tree().idsOf('context_edit')).toHaveLength(1);
	});

	it('does not try again when the account is exhausted', async () => {
		const model = fakeModel(
			fails({code: 'quota', message: 'no money', retryable: false, status: 429}),
		);
		const {events, ask} = testSession(model, tempFolder());
		await ask('hi');
		expect(model.requests).toHaveLength(1);
		expect(events.at(-1)).toMatchObject({type: 'agent_settled', failure: {code: 'quota'}});
	});

	it('tells the end of a run that broke before anything was asked', async () => {
		let asked = 0;
		const {session, events} = testSession(fakeModel(says('never')), tempFolder(), {
			authorise: async () => {
				asked += 1;
				if (asked > 1) throw new Error('The key is gone.');
				return {};
			},
		});
		await session.prompt('hi');
		await expect(session.waitForIdle()).rejects.toThrow('The key is gone.');
		expect(events.at(-1)).toEqual({type: 'agent_settled', aborted: false});
	});

	it('delivers a steering message after the tool calls and a follow-up at the end', async () => {
		const cwd = tempFolder();
		const model = fakeModel(
			calls(['bash', {command: 'sleep 0.2'}]),
			says('steered'),
			says('followed'),
		);
		const {session} = testSession(model, cwd);
		await session.prompt('go');
		await session.prompt('later', {whileRunning: 'followUp'});
		await session.prompt('rather this', {whileRunning: 'steer'});
		expect(session.getState().queue.steering.map(({text}) => text)).toEqual(['rather this']);
		await session.waitForIdle();
		expect(roles(model.requests[1] ?? [])).toEqual([
			'system',
			'user',
			'assistant',
			'toolResult',
			'user',
		]);
		expect(roles(model.requests[2] ?? []).slice(-2)).toEqual(['assistant', 'user']);
		expect(session.getState().queue).toEqual({steering: [], followUp: []});
	});

	it('keeps a queued message that an abort did not let through', async () => {
		const model = fakeModel(calls(['bash', {command: 'sleep 5'}]));
		const {session} = testSession(model, tempFolder());
		await session.prompt('go');
		await session.prompt('use the other file', {whileRunning: 'steer'});
		await session.abort();
		const said = session
			.messages()
			.filter(message => JSON.stringify(message).includes('other file'));
		expect(said).toEqual([]);
		expect(session.clearQueue().steering.map(({text}) => text)).toEqual(['use the other file']);
	});

	it('gives every call a result when it is aborted', async () => {
		const model = fakeModel(calls(['bash', {command: 'sleep 5'}], ['bash', {command: 'sleep 6'}]));
		const {session} = testSession(model, tempFolder());
		await session.prompt('go');
		while (!session.messages().some(({role}) => role === 'assistant'))
			await new Promise(resolve => setTimeout(resolve, 5));
		await session.abort();
		expect(session.messages().filter(({role}) => role === 'toolResult')).toHaveLength(2);
		expect(session.getState().activity).toBe('idle');
	});

	it('refuses a prompt while it works unless it is told what to do with it', async () => {
		const {session} = testSession(fakeModel(calls(['bash', {command: 'sleep 5'}])), tempFolder());
		await session.prompt('go');
		await expect(session.prompt('more')).rejects.toThrow('at work');
		await session.abort();
	});

	it('replaces the older part by notes that are checked first', async () => {
		const notes =
			'## Goal\nTest\n## Constraints & Preferences\n(none)\n## Progress\n### Done\n## Key Decisions\n## Next Steps\n1. Go on';
		const long = 'word '.repeat(400);
		const model = fakeModel(says(long), says(long), says(notes), says('after'));
		const {session, ask} = testSession(model, tempFolder());
		await ask('first');
		await ask('second');
		const result = await session.compact('names of files');
		expect(result.summary).toBe(notes);
		expect(JSON.stringify(model.requests[2])).toContain('names of files');
		await ask('third');
		expect(roles(session.messages())).toContain('compactionSummary');
		expect(session.tree().idsOf('message').length).toBeGreaterThan(4);
	});

	it('leaves the conversation as it is when the notes lack their headings', async () => {
		const long = 'word '.repeat(400);
		const model = fakeModel(says(long), says(long), says('I would rather chat.'));
		const {session, ask} = testSession(model, tempFolder());
		await ask('first');
		await ask('second');
		await expect(session.compact()).rejects.toThrow('## Goal');
		expect(session.tree().idsOf('compaction')).toEqual([]);
	});
});
