import {Type} from 'typebox';
import {describe, expect, it} from 'vitest';
import {
	type AgentEvent,
	type AgentHooks,
	type AgentMessage,
	type AgentTool,
	createAgent,
	type ToolResult,
} from '../../source/agent/index.ts';
import {
	calls,
	type FakeModel,
	fails,
	fakeModel,
	fakeModelRecord,
	says,
} from '../helpers/fake-model.ts';

const text = (said: string): ToolResult => ({content: [{type: 'text', text: said}]});

const tool = (
	name: string,
	run: AgentTool['execute'],
	part: Partial<AgentTool> = {},
): AgentTool => ({
	name,
	description: name,
	parameters: Type.Object({n: Type.Optional(Type.Number())}),
	execute: run,
	...part,
});

function setUp(model: FakeModel, tools: readonly AgentTool[], hooks: Partial<AgentHooks> = {}) {
	const transcript: AgentMessage[] = [];
	const events: AgentEvent[] = [];
	const agent = createAgent({
		hooks: {
			prepareRequest: async () => ({
				model: fakeModelRecord,
				level: 'off',
				messages: [...transcript],
				tools,
			}),
			convertToLlm: messages =>
				messages.filter(message =>
					['system', 'user', 'assistant', 'toolResult'].includes(message.role),
				) as never,
			stream: model.stream,
			...hooks,
		},
		emit: event => {
			events.push(event);
			if (event.type === 'message_end') transcript.push(event.message);
		},
		graceMs: 30,
	});
	return {agent, events, transcript};
}

const user = (said: string): AgentMessage => ({role: 'user', content: said, timestamp: 0});

describe('the loop', () => {
	it('tells everything that happens in order', async () => {
		const {agent, events} = setUp(fakeModel(calls(['echo', {n: 1}]), says('k')), [
			tool('echo', async () => text('1')),
		]);
		const outcome = await agent.run([user('go')]);
		expect(outcome.outcome).toBe('completed');
		expect(events.map(({type}) => type).filter(type => type !== 'message_update')).toEqual([
			'agent_start',
			'message_start',
			'message_end',
			'turn_start',
			'message_start',
			'message_end',
			'tool_execution_start',
			'tool_execution_end',
			'message_start',
			'message_end',
			'turn_end',
			'turn_start',
			'message_start',
			'message_end',
			'turn_end',
			'agent_end',
		]);
	});

	it('runs calls side by side, ends them as they end, and keeps results in their order', async () => {
		const slow = tool('slow', async () => {
			await new Promise(resolve => setTimeout(resolve, 40));
			return text('slow');
		});
		const {agent, events, transcript} = setUp(
			fakeModel(calls(['slow', {}], ['fast', {}]), says('k')),
			[slow, tool('fast', async () => text('fast'))],
		);
		await agent.run([user('go')]);
		expect(
			events.flatMap(event => (event.type === 'tool_execution_end' ? [event.toolName] : [])),
		).toEqual(['fast', 'slow']);
		expect(
			transcript.flatMap(message => (message.role === 'toolResult' ? [message.toolName] : [])),
		).toEqual(['slow', 'fast']);
	});

	it('runs a whole batch in turn when one of it asks for that', async () => {
		const log: string[] = [];
		const noted = (name: string, part: Partial<AgentTool> = {}) =>
			tool(
				name,
				async () => {
					log.push(`${name} in`);
					await new Promise(resolve => setTimeout(resolve, 5));
					log.push(`${name} out`);
					return text(name);
				},
				part,
			);
		const {agent} = setUp(fakeModel(calls(['a', {}], ['b', {}]), says('k')), [
			noted('a'),
			noted('b', {executionMode: 'sequential'}),
		]);
		await agent.run([user('go')]);
		expect(log).toEqual(['a in', 'a out', 'b in', 'b out']);
	});

	it('gives every call one result: unknown, invalid, blocked, thrown or refused by a gate that breaks', async () => {
		const model = fakeModel(
			calls(['nobody', {}], ['echo', {n: 'many'}], ['blocked', {}], ['throws', {}], ['gate', {}]),
			says('k'),
		);
		const tools = ['echo', 'blocked', 'gate'].map(name => tool(name, async () => text(name)));
		const {agent, transcript} = setUp(
			model,
			[
				...tools,
				tool('throws', async () => {
					throw new Error('no disk');
				}),
			],
			{
				async beforeToolCall(call) {
					if (call.name === 'gate') throw new Error('gate broke');
					return call.name === 'blocked' ? {block: true, reason: 'not today'} : undefined;
				},
			},
		);
		await agent.run([user('go')]);
		const results = transcript.flatMap(message => (message.role === 'toolResult' ? [message] : []));
		expect(results.map(({isError}) => isError)).toEqual([true, true, true, true, true]);
		expect(results.map(({content}) => JSON.stringify(content))).toEqual([
			expect.stringContaining('There is no tool'),
			expect.stringContaining('n: must be number'),
			expect.stringContaining('not today'),
			expect.stringContaining('no disk'),
			expect.stringContaining('gate broke'),
		]);
	});

	it('leaves a tool alone that does not hear an abort', async () => {
		const deaf = tool('deaf', () => new Promise(() => undefined));
		const {agent, transcript} = setUp(fakeModel(calls(['deaf', {}])), [deaf]);
		const run = agent.run([user('go')]);
		setTimeout(() => agent.abort(), 20);
		expect((await run).outcome).toBe('aborted');
		expect(transcript.at(-1)).toMatchObject({role: 'toolResult', isError: true});
	});

	it('stops after a batch only when every result asks for it', async () => {
		const stop = tool('stop', async () => ({...text('x'), terminate: true}));
		const both = setUp(fakeModel(calls(['stop', {}], ['stop', {}])), [stop]);
		expect((await both.agent.run([user('go')])).messages).toHaveLength(4);
		const one = setUp(fakeModel(calls(['stop', {}], ['echo', {}]), says('k')), [
			stop,
			tool('echo', async () => text('1')),
		]);
		expect((await one.agent.run([user('go')])).lastTurn?.message.stopReason).toBe('stop');
	});

	it('tells what failed and asks no further', async () => {
		const failure = {code: 'server', message: 'oops', retryable: true} as const;
		const {agent} = setUp(fakeModel(fails(failure)), []);
		expect(await agent.run([user('go')])).toMatchObject({outcome: 'error', lastTurn: {failure}});
	});

	it('has a queued message in exactly one place at every step of an abort', async () => {
		for (let delay = 0; delay < 24; delay += 2) {
			const wait = tool('wait', async () => {
				await new Promise(resolve => setTimeout(resolve, 8));
				return text('w');
			});
			const {agent, transcript} = setUp(
				fakeModel(calls(['wait', {}]), calls(['wait', {}]), says('k'), says('k'), says('k')),
				[wait],
			);
			const run = agent.run([user('go')]);
			agent.steer(user('queued'));
			setTimeout(() => agent.abort(), delay);
			await run;
			const inTranscript = transcript.filter(
				message => message.role === 'user' && message.content === 'queued',
			).length;
			expect(inTranscript + agent.queue().steering.length).toBe(1);
		}
	});
});
