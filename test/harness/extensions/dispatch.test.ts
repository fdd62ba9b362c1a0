import {describe, expect, it} from 'vitest';
import {dispatch} from '../../../source/harness/extensions/dispatch.ts';
import type {EventRow} from '../../../source/harness/extensions/event-row.ts';
import {type EventName, eventTable} from '../../../source/harness/extensions/events.ts';

type Handler = (event: Record<string, unknown>) => unknown;

/** Asks the handlers of one event; `faults` are the errors that were told. */
async function ask(name: EventName, payload: object, handlers: readonly Handler[]) {
	const faults: string[] = [];
	const row: EventRow = eventTable[name];
	const outcome = await dispatch({
		name,
		row,
		payload,
		handlers: handlers.map(handler => ({
			call: event => handler(event as Record<string, unknown>),
			failed: error => faults.push(String(error)),
		})),
	});
	return {outcome, faults};
}

const fails = () => {
	throw new Error('broken');
};

describe('handlers of an event', () => {
	it('all hear of a notification, whatever the one before did', async () => {
		const heard: unknown[] = [];
		const {faults} = await ask('agent_settled', {aborted: false}, [
			fails,
			event => heard.push(event),
		]);
		expect([heard, faults]).toEqual([[{type: 'agent_settled', aborted: false}], ['Error: broken']]);
	});

	it('each see in a chain what the one before made of it', async () => {
		const {outcome} = await ask('input', {text: 'a', source: 'rpc'}, [
			({text}) => ({action: 'transform', text: `${String(text)}b`}),
			() => ({action: 'continue'}),
			({text}) => ({action: 'transform', text: `${String(text)}c`, images: []}),
		]);
		expect(outcome).toEqual({text: 'abc', source: 'rpc', images: []});
	});

	it('end a chain when one has handled the text', async () => {
		const {outcome} = await ask('input', {text: 'a', source: 'rpc'}, [
			() => ({action: 'handled'}),
			() => ({action: 'transform', text: 'never'}),
		]);
		expect(outcome).toEqual({text: 'a', source: 'rpc', action: 'handled'});
	});

	it('change a context in place as well as by an answer', async () => {
		const user = (content: string) => ({role: 'user', content, timestamp: 0});
		const {outcome} = await ask('context', {messages: [user('a')]}, [
			event => {
				(event.messages as unknown[]).push(user('b'));
			},
			event => ({messages: (event.messages as unknown[]).toReversed()}),
		]);
		expect(outcome).toEqual({messages: [user('b'), user('a')]});
	});

	it('are asked on when one answers in a shape that makes no sense', async () => {
		const message = {role: 'user', content: 'a', timestamp: 0};
		const other = {role: 'assistant', content: [], timestamp: 0};
		const {outcome, faults} = await ask('message_end', {message}, [
			() => ({message: other}),
			() => ({message: {...message, content: 'b'}}),
		]);
		expect(outcome).toEqual({message: {...message, content: 'b'}});
		expect(faults).toEqual([
			'Error: message_end may replace a message only by one of its role (user)',
		]);
	});

	it('replace the named fields of a tool result, and drop data that no longer fits the text', async () => {
		const text = (words: string) => [{type: 'text', text: words}];
		const payload = {toolName: 'x', content: text('a'), structuredContent: {a: 1}, isError: false};
		const {outcome} = await ask('tool_result', payload, [
			() => ({details: 1}),
			() => ({content: text('b')}),
			() => ({isError: true}),
		]);
		expect(outcome).toEqual({toolName: 'x', content: text('b'), details: 1, isError: true});
	});

	it('block a call with the first refusal, and with an error', async () => {
		const call = {toolCallId: '1', toolName: 'bash', input: {}};
		const reached: string[] = [];
		const refused = await ask('tool_call', call, [
			() => undefined,
			() => ({block: true, reason: 'no'}),
			() => reached.push('late'),
		]);
		const broken = await ask('tool_call', call, [fails, () => reached.push('late')]);
		expect(refused.outcome).toEqual({block: true, reason: 'no'});
		expect(broken.outcome).toEqual({block: true, reason: expect.stringContaining('broken')});
		expect(reached).toEqual([]);
	});

	it('keep a session with the first cancel; else the last answer counts', async () => {
		const switched = await ask('session_before_switch', {reason: 'new'}, [
			() => ({cancel: true}),
			() => ({cancel: false}),
		]);
		const compacted = await ask('session_before_compact', {}, [
			() => ({compaction: {summary: 'a'}}),
			() => undefined,
			() => ({compaction: {summary: 'b'}}),
		]);
		expect(switched.outcome).toEqual({cancel: true});
		expect(compacted.outcome).toEqual({compaction: {summary: 'b'}});
	});

	it('run the command of a person elsewhere, the first that says so', async () => {
		const result = {output: 'x', exitCode: 0, cancelled: false, truncated: false};
		const {outcome} = await ask('user_bash', {command: 'ls'}, [
			() => undefined,
			() => ({result}),
			() => ({result: {...result, output: 'late'}}),
		]);
		expect(outcome).toEqual({result});
	});

	it('keep the command of a person from being run when one of them fails or answers nonsense', async () => {
		await expect(ask('user_bash', {command: 'ls'}, [fails])).rejects.toThrow('broken');
		await expect(
			ask('user_bash', {command: 'ls'}, [() => ({operations: {}, result: {}})]),
		).rejects.toThrow('either "operations" or "result"');
	});

	it('decide about trust only by yes or no', async () => {
		const {outcome} = await ask('project_trust', {cwd: '/'}, [
			() => ({trusted: 'undecided'}),
			() => ({trusted: 'no'}),
			() => ({trusted: 'yes'}),
		]);
		expect(outcome).toEqual({trusted: 'no'});
	});

	it('give all their answers where these are collected', async () => {
		const {outcome} = await ask('resources_discover', {cwd: '/', reason: 'startup'}, [
			() => ({skillPaths: ['a']}),
			() => undefined,
			() => ({themePaths: ['b']}),
		]);
		expect(outcome).toEqual([{skillPaths: ['a']}, {themePaths: ['b']}]);
	});

	it('propose together what comes at the end of a turn, each replacing what it names', async () => {
		const entry = {type: 'custom', customType: 'x'};
		const {outcome} = await ask('turn_end', {entries: [], continue: false}, [
			() => ({entries: [entry]}),
			({entries}) => ({entries: [...(entries as unknown[]), entry]}),
			() => ({continue: true}),
		]);
		expect(outcome).toEqual({entries: [entry, entry], continue: true});
	});

	it('change headers in place', async () => {
		const headers: Record<string, string | null> = {a: '1'};
		await ask('before_provider_headers', {headers}, [
			event => {
				Object.assign(event.headers as object, {b: '2', a: null});
			},
		]);
		expect(headers).toEqual({a: null, b: '2'});
	});
});
