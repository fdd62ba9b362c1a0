import {Type} from 'typebox';
import {describe, expect, it} from 'vitest';
import type {AgentEvent, AgentMessage, ToolResult} from '../../source/agent/index.ts';
import {
	type AssistantMessage,
	createAssembler,
	type ToolCall,
	type ToolResultMessage,
} from '../../source/ai/index.ts';
import {agentRig, type RigOptions, rigDate, said, tool, user} from '../helpers/agent-rig.ts';
import {
	breaksOff,
	calls,
	cut,
	type FakeReply,
	fails,
	fakeModel,
	fakeModelRecord,
	goesDeaf,
	hangs,
	says,
	thinks,
	together,
} from '../helpers/fake-model.ts';

const server = {code: 'server', message: 'fake: oops', retryable: true} as const;

/** What the loop must tell of an answer, folded anew from the script. */
function answer(number: number, reply: FakeReply, end: Partial<AssistantMessage> = {}) {
	const assembler = createAssembler(fakeModelRecord, () => rigDate);
	const request = {number, model: fakeModelRecord, messages: [], options: {}};
	const events: AgentEvent[] = [{type: 'message_start', message: assembler.message()}];
	for (const event of reply(request)) {
		if (typeof event === 'string') break;
		assembler.add(event);
		if (event.type === 'done' || event.type === 'error') break;
		events.push({type: 'message_update', message: assembler.message(), event});
	}

	const message = {...assembler.message(), thinkingLevel: 'off', durationMs: 0, ...end};
	return {message, events: [...events, {type: 'message_end', message} as const]};
}

const told = (message: AgentMessage): readonly AgentEvent[] => [
	{type: 'message_start', message},
	{type: 'message_end', message},
];

const result = (call: ToolCall, given: ToolResult, isError = false): ToolResultMessage => ({
	role: 'toolResult',
	toolCallId: call.id,
	toolName: call.name,
	content: given.content,
	isError,
	durationMs: 0,
	timestamp: rigDate,
});

const call = (place: string, name: string, args = {}): ToolCall => ({
	type: 'toolCall',
	id: `call_${place}`,
	name,
	arguments: args,
});

const starts = ({id, name, arguments: args}: ToolCall): AgentEvent => ({
	type: 'tool_execution_start',
	toolCallId: id,
	toolName: name,
	args,
});

const ends = ({id, name}: ToolCall, given: ToolResult, isError = false): AgentEvent => ({
	type: 'tool_execution_end',
	toolCallId: id,
	toolName: name,
	result: given,
	isError,
	durationMs: 0,
});

const refusal = (text: string): ToolResult => ({...said(text), isError: true});

/** A whole run: what stands before, between and after its turns is always the same. */
function run(
	...turns: readonly (readonly [
		opening: readonly AgentMessage[],
		answer: {readonly message: AssistantMessage; readonly events: readonly AgentEvent[]},
		tools?: readonly AgentEvent[],
		results?: readonly ToolResultMessage[],
	])[]
): readonly AgentEvent[] {
	const messages: AgentMessage[] = [];
	const events = turns.flatMap(
		([opening, {message, events: answered}, tools = [], results = []]) => {
			messages.push(...opening, message, ...results);
			return [
				{type: 'turn_start'} as const,
				...opening.flatMap(told),
				...answered,
				...tools,
				...results.flatMap(told),
				{type: 'turn_end', message, toolResults: results} as const,
			];
		},
	);
	return [{type: 'agent_start'}, ...events, {type: 'agent_end', messages}];
}

type Conversation = {
	readonly title: string;
	readonly script: readonly FakeReply[];
	readonly steer?: readonly string[];
	readonly followUp?: readonly string[];
	readonly options?: RigOptions;
	readonly expected: readonly AgentEvent[];
};

const echo = tool('echo', async ({n}: {n?: number}) => said(`${n}`));
const stop = tool('stop', async () => ({...said('enough'), terminate: true}));
const go = user('go');

const conversations: readonly Conversation[] = [
	{
		title: 'an answer',
		script: [together(thinks('hm'), says('hi'))],
		expected: run([[go], answer(1, together(thinks('hm'), says('hi')))]),
	},
	{
		title: 'a call and the answer after it',
		script: [calls('echo', {n: 1}), says('one')],
		expected: run(
			[
				[go],
				answer(1, calls('echo', {n: 1})),
				[starts(call('1_0', 'echo', {n: 1})), ends(call('1_0', 'echo'), said('1'))],
				[result(call('1_0', 'echo'), said('1'))],
			],
			[[], answer(2, says('one'))],
		),
	},
	{
		title: 'partial results, told before the end, and none after it',
		script: [calls('slow', {n: 1}), says('k')],
		options: {
			tools: [
				tool('slow', async (_input: object, {update}) => {
					update(said('half'));
					setImmediate(() => update(said('too late')));
					return said('whole');
				}),
			],
		},
		expected: run(
			[
				[go],
				answer(1, calls('slow', {n: 1})),
				[
					starts(call('1_0', 'slow', {n: 1})),
					{
						type: 'tool_execution_update',
						toolCallId: 'call_1_0',
						toolName: 'slow',
						args: {n: 1},
						partialResult: said('half'),
					},
					ends(call('1_0', 'slow'), said('whole')),
				],
				[result(call('1_0', 'slow'), said('whole'))],
			],
			[[], answer(2, says('k'))],
		),
	},
	{
		title: 'an unknown tool',
		script: [calls('nobody', {}), says('k')],
		expected: run(
			[
				[go],
				answer(1, calls('nobody', {})),
				[
					starts(call('1_0', 'nobody')),
					ends(
						call('1_0', 'nobody'),
						refusal('There is no tool "nobody". The tools are: echo, stop.'),
						true,
					),
				],
				[
					result(
						call('1_0', 'nobody'),
						refusal('There is no tool "nobody". The tools are: echo, stop.'),
						true,
					),
				],
			],
			[[], answer(2, says('k'))],
		),
	},
	{
		title: 'a batch that asks for an end, and a follow-up after it',
		script: [calls(['stop', {}], ['stop', {}]), says('more')],
		followUp: ['and then'],
		expected: run(
			[
				[go],
				answer(1, calls(['stop', {}], ['stop', {}])),
				[
					starts(call('1_0', 'stop')),
					starts(call('1_1', 'stop')),
					ends(call('1_0', 'stop'), {...said('enough'), terminate: true}),
					ends(call('1_1', 'stop'), {...said('enough'), terminate: true}),
				],
				[result(call('1_0', 'stop'), said('enough')), result(call('1_1', 'stop'), said('enough'))],
			],
			[[user('and then')], answer(2, says('more'))],
		),
	},
	{
		title: 'a batch of which only one asks for an end',
		script: [calls(['stop', {}], ['echo', {n: 2}]), says('k')],
		expected: run(
			[
				[go],
				answer(1, calls(['stop', {}], ['echo', {n: 2}])),
				[
					starts(call('1_0', 'stop')),
					starts(call('1_1', 'echo', {n: 2})),
					ends(call('1_0', 'stop'), {...said('enough'), terminate: true}),
					ends(call('1_1', 'echo'), said('2')),
				],
				[result(call('1_0', 'stop'), said('enough')), result(call('1_1', 'echo'), said('2'))],
			],
			[[], answer(2, says('k'))],
		),
	},
	{
		title: 'steering after the tools, a follow-up at the end, one at a time',
		script: [calls('echo', {n: 1}), says('b'), says('c'), says('d'), says('e')],
		steer: ['first', 'second'],
		followUp: ['later', 'last'],
		expected: run(
			[
				[go],
				answer(1, calls('echo', {n: 1})),
				[starts(call('1_0', 'echo', {n: 1})), ends(call('1_0', 'echo'), said('1'))],
				[result(call('1_0', 'echo'), said('1'))],
			],
			[[user('first')], answer(2, says('b'))],
			[[user('second')], answer(3, says('c'))],
			[[user('later')], answer(4, says('d'))],
			[[user('last')], answer(5, says('e'))],
		),
	},
	{
		title: 'everything that is queued at once',
		script: [says('a'), says('b'), says('c')],
		steer: ['first', 'second'],
		followUp: ['later', 'last'],
		options: {steeringMode: 'all', followUpMode: 'all'},
		expected: run(
			[[go], answer(1, says('a'))],
			[[user('first'), user('second')], answer(2, says('b'))],
			[[user('later'), user('last')], answer(3, says('c'))],
		),
	},
	{
		title: 'an answer that reaches its length limit within a call',
		script: [cut(calls('echo', {n: 1})), says('k')],
		expected: (() => {
			const text =
				'The answer reached its length limit, so none of its calls was run: the last one may be incomplete. Call again with less at a time.';
			return run(
				[
					[go],
					answer(1, cut(calls('echo', {n: 1}))),
					[starts(call('1_0', 'echo', {n: 1})), ends(call('1_0', 'echo'), refusal(text), true)],
					[result(call('1_0', 'echo'), refusal(text), true)],
				],
				[[], answer(2, says('k'))],
			);
		})(),
	},
	{
		title: 'a failure, after which nothing is asked and nothing queued is used up',
		script: [fails(server, together(says('par'), calls('echo', {n: 1})))],
		steer: ['never mind'],
		expected: run([[go], answer(1, fails(server, together(says('par'), calls('echo', {n: 1}))))]),
	},
	{
		title: 'a stream without an end',
		script: [breaksOff(says('par'))],
		expected: run([
			[go],
			answer(
				1,
				fails(
					{
						code: 'truncated',
						message: 'fake: the answer broke off before its end',
						retryable: true,
					},
					says('par'),
				),
			),
		]),
	},
];

describe('a run', () => {
	for (const {title, script, steer = [], followUp = [], options, expected} of conversations) {
		it(`tells in order of ${title}`, async () => {
			const {agent, events} = agentRig(fakeModel(...script), {tools: [echo, stop], ...options});
			for (const text of steer) agent.steer(user(text));
			for (const text of followUp) agent.followUp(user(text));
			const outcome = await agent.run([go]);
			expect(events).toEqual(expected);
			expect(events.at(-1)).toEqual({type: 'agent_end', messages: outcome.messages});
		});
	}

	it('says how it ended and with which turn', async () => {
		const good = await agentRig(fakeModel(says('hi'))).agent.run([go]);
		expect(good).toEqual({
			outcome: 'completed',
			lastTurn: {message: answer(1, says('hi')).message, toolResults: []},
			messages: [go, answer(1, says('hi')).message],
		});
		const bad = await agentRig(fakeModel(fails(server))).agent.run([go]);
		expect(bad).toEqual({
			outcome: 'error',
			lastTurn: {message: answer(1, fails(server)).message, toolResults: [], failure: server},
			messages: [go, answer(1, fails(server)).message],
		});
	});

	it('shows the model what its surroundings say, and keeps nothing of its own', async () => {
		const model = fakeModel(says('a'), says('b'));
		const {agent} = agentRig(model, {
			hooks: {
				prepareRequest: async () => ({
					model: {...fakeModelRecord, id: `fake-${model.seen.length + 1}`},
					level: 'off',
					messages: [user('something else')],
					tools: [],
					options: {temperature: 0},
				}),
				transformContext: async messages => [...messages, user('and this')],
			},
		});
		agent.steer(user('again'));
		await agent.run([go]);
		expect(
			model.seen.map(({model: {id}, messages, options: {temperature}}) => ({
				id,
				messages,
				temperature,
			})),
		).toEqual([
			{id: 'fake-1', messages: [user('something else'), user('and this')], temperature: 0},
			{id: 'fake-2', messages: [user('something else'), user('and this')], temperature: 0},
		]);
	});

	it('turns what is thrown while the model is asked into an answer that failed', async () => {
		const broken = async () => {
			throw new Error('no context today');
		};
		const {agent, transcript} = agentRig(fakeModel(says('a')), {hooks: {transformContext: broken}});
		expect(await agent.run([go])).toMatchObject({
			outcome: 'error',
			lastTurn: {failure: {code: 'unknown'}},
		});
		expect(transcript.at(-1)).toMatchObject({
			role: 'assistant',
			stopReason: 'error',
			errorMessage: expect.stringContaining('no context today'),
		});
	});

	it('rejects when its surroundings fail, after it has told that it is over', async () => {
		for (const hook of ['prepareRequest', 'finishTurn', 'prepareNextTurn'] as const) {
			const {agent, events} = agentRig(fakeModel(calls('echo', {}), says('k')), {
				tools: [echo],
				hooks: {
					[hook]: async () => {
						throw new Error(`${hook} broke`);
					},
				},
			});
			await expect(agent.run([go])).rejects.toThrow(`${hook} broke`);
			expect(events.at(-1)?.type).toBe('agent_end');
			expect(agent.isRunning()).toBe(false);
		}
	});

	it('can be ended by its surroundings after any turn', async () => {
		const {agent, transcript} = agentRig(fakeModel(calls('echo', {n: 1})), {
			tools: [echo],
			hooks: {finishTurn: async ({toolResults}) => ({stop: toolResults.length > 0})},
		});
		agent.steer(user('queued'));
		expect((await agent.run([go])).outcome).toBe('completed');
		expect(transcript.map(({role}) => role)).toEqual(['user', 'assistant', 'toolResult']);
		expect(agent.queue().steering).toEqual([user('queued')]);
	});

	it('lets its surroundings work between two requests, before anything queued is delivered', async () => {
		const order: string[] = [];
		const {agent} = agentRig(fakeModel(says('a'), says('b')), {
			hooks: {
				prepareNextTurn: async () => {
					order.push('between');
				},
			},
			emit(event) {
				if (event.type === 'message_end' && event.message.role !== 'toolResult') {
					order.push(event.message.role);
				}
			},
		});
		agent.steer(user('queued'));
		await agent.run([go]);
		expect(order).toEqual(['user', 'assistant', 'between', 'user', 'assistant']);
	});

	it('asks no more when what was queued is taken back between two requests', async () => {
		const model = fakeModel(says('a'));
		const rig = agentRig(model, {
			hooks: {
				prepareNextTurn: async () => {
					rig.agent.clearQueue();
				},
			},
		});
		rig.agent.followUp(user('queued'));
		expect((await rig.agent.run([go])).outcome).toBe('completed');
		expect(model.seen).toHaveLength(1);
	});

	it('waits for those who record it, delta by delta if they ask for it', async () => {
		const order: string[] = [];
		const {agent} = agentRig(fakeModel(says('ab')), {
			async emit(event) {
				order.push(`${event.type} in`);
				await new Promise(resolve => setTimeout(resolve, 1));
				order.push(`${event.type} out`);
			},
		});
		await agent.run([go]);
		const types = order.map(line => line.split(' '));
		expect(types.filter(([, way]) => way === 'in').map(([type]) => type)).toEqual(
			types.filter((_, index) => index % 2 === 1).map(([type]) => type),
		);
	});

	it('goes one at a time', async () => {
		const {agent} = agentRig(fakeModel(says('a')));
		const first = agent.run([go]);
		await expect(agent.run([go])).rejects.toThrow('A run is going already');
		expect(agent.isRunning()).toBe(true);
		await agent.waitForIdle();
		expect(agent.isRunning()).toBe(false);
		expect((await first).outcome).toBe('completed');
	});
});

describe('going on without a new message', () => {
	it('asks with the transcript as it is', async () => {
		const {agent, events} = agentRig(fakeModel(says('a')));
		await agent.continue();
		expect(events).toEqual(run([[], answer(1, says('a'))]));
	});

	it('delivers steering at once, and follow-ups only when the last answer stands', async () => {
		const model = fakeModel(says('a'), fails(server), says('b'), says('c'));
		const {agent, transcript} = agentRig(model);
		await agent.run([go]);
		agent.followUp(user('later'));
		await agent.continue();
		expect(transcript.at(-2)).toEqual(user('later'));
		agent.followUp(user('last'));
		agent.steer(user('now'));
		await agent.continue();
		expect(
			transcript
				.slice(4)
				.map(message => (message.role === 'user' ? message.content : message.role)),
		).toEqual(['now', 'assistant', 'last', 'assistant']);
	});
});

describe('an abort', () => {
	const aborted = {
		stopReason: 'aborted',
		errorMessage: expect.any(String),
		diagnostics: [expect.anything()],
	} as const;

	it('keeps what has come of an answer', async () => {
		const {agent, transcript} = agentRig(fakeModel(hangs(says('part'))));
		const going = agent.run([go]);
		await new Promise(resolve => setTimeout(resolve, 20));
		agent.abort();
		expect((await going).outcome).toBe('aborted');
		expect(transcript).toEqual([go, {...answer(1, says('part')).message, ...aborted}]);
	});

	it('is not held up by a stream that hears nothing', async () => {
		const {agent, transcript} = agentRig(fakeModel(goesDeaf(says('part'))));
		const going = agent.run([go]);
		await new Promise(resolve => setTimeout(resolve, 20));
		agent.abort();
		expect((await going).outcome).toBe('aborted');
		expect(transcript).toEqual([go, {...answer(1, says('part')).message, ...aborted}]);
	});

	it('runs no call of the answer that it cut off, and gives it no result', async () => {
		const {agent, events} = agentRig(fakeModel(hangs(calls('echo', {n: 1}))), {tools: [echo]});
		const going = agent.run([go]);
		await new Promise(resolve => setTimeout(resolve, 20));
		agent.abort();
		await going;
		expect(events.filter(({type}) => type.startsWith('tool_'))).toEqual([]);
	});

	for (const hook of [
		'prepareRequest',
		'transformContext',
		'finishTurn',
		'prepareNextTurn',
	] as const) {
		it(`is not held up by a ${hook} that hears nothing`, async () => {
			const deaf = Promise.withResolvers<never>();
			const reached = Promise.withResolvers<void>();
			const {agent} = agentRig(fakeModel(calls('echo', {}), says('k')), {
				tools: [echo],
				hooks: {
					[hook]() {
						reached.resolve();
						return deaf.promise;
					},
				},
			});
			const going = agent.run([go]);
			await reached.promise;
			agent.abort();
			expect((await going).outcome).toBe('aborted');
		});
	}
});

describe('tools', () => {
	type Case = {
		readonly title: string;
		readonly reply: FakeReply;
		readonly text: string;
		readonly options?: RigOptions;
	};

	const cases: readonly Case[] = [
		{
			title: 'with every problem and what arrived, when the arguments do not fit',
			reply: calls('many', {n: 'x', list: [1, 'two'], wide: true}),
			text: [
				'The arguments for many do not fit, so it was not run:',
				'- n: must be number',
				'- list.1: must be number',
				'Received:',
				'{\n  "n": "x",\n  "list": [\n    1,\n    "two"\n  ],\n  "wide": true\n}',
			].join('\n'),
		},
		{
			title: 'with the reason, when a gate blocks',
			reply: calls('blocked', {}),
			text: 'not today',
		},
		{
			title: 'when a gate breaks',
			reply: calls('gate', {}),
			text: 'The call was not run, because the check before it failed: gate broke',
		},
		{
			title: 'with its own words, when it throws',
			reply: calls('throws', {}),
			text: 'no disk',
		},
		{
			title: 'when it throws before it returns a promise',
			reply: calls('sync', {}),
			text: 'too early',
		},
		{
			title: 'when it returns nothing',
			reply: calls('nothing', {}),
			text: 'nothing was run, but its result cannot be shown: it holds no content',
		},
		{
			title: 'when what comes after it breaks',
			reply: calls('after', {}),
			text: 'after was run, but its result cannot be shown: after broke',
		},
		{
			title: 'with the problem of the stream, when the arguments were no JSON',
			reply: () => [
				{type: 'toolcall_start', contentIndex: 0, id: 'x', toolName: 'echo'},
				{
					type: 'toolcall_end',
					contentIndex: 0,
					toolCall: {
						type: 'toolCall',
						id: 'x',
						name: 'echo',
						arguments: {},
						argumentsError: 'not JSON',
					},
				},
				{type: 'done', reason: 'toolUse'},
			],
			text: 'not JSON',
		},
	];

	const fail = async () => {
		throw new Error('no disk');
	};
	const tools = [
		tool('many', async () => said('never'), {
			parameters: Type.Object({n: Type.Number(), list: Type.Array(Type.Number())}),
		}),
		tool('blocked', async () => said('never')),
		tool('gate', async () => said('never')),
		tool('throws', fail),
		tool('sync', () => {
			throw new Error('too early');
		}),
		tool('nothing', async () => JSON.parse('null')),
		tool('after', async () => said('secret')),
		echo,
	];

	for (const {title, reply, text} of cases) {
		it(`give one result ${title}`, async () => {
			const {agent, transcript, events} = agentRig(fakeModel(reply, says('k')), {
				tools,
				hooks: {
					async beforeToolCall({name}) {
						if (name === 'gate') throw new Error('gate broke');
						return name === 'blocked' ? {block: true, reason: 'not today'} : undefined;
					},
					async afterToolCall({name}) {
						if (name === 'after') throw new Error('after broke');
						return undefined;
					},
				},
			});
			await agent.run([go]);
			const results = transcript.filter(({role}) => role === 'toolResult');
			expect(results).toMatchObject([{content: [{type: 'text', text}], isError: true}]);
			const ended = events.filter(({type}) => type === 'tool_execution_end');
			expect(ended).toMatchObject([{result: {content: [{text}]}, isError: true}]);
		});
	}

	it('keep the details of what they throw', async () => {
		const failing = tool('failing', async () => {
			throw Object.assign(new Error('exit 1'), {details: {exitCode: 1}});
		});
		const {agent, transcript} = agentRig(fakeModel(calls('failing', {}), says('k')), {
			tools: [failing],
		});
		await agent.run([go]);
		expect(transcript[2]).toEqual({
			...result(call('1_0', 'failing'), said('exit 1'), true),
			details: {exitCode: 1},
		});
	});

	it('get their arguments prepared, mended and replaced by the gate', async () => {
		const seen: unknown[] = [];
		const noting = tool(
			'noting',
			async (input: object) => {
				seen.push(input);
				return said('ok');
			},
			{prepareArguments: input => ({...(input as object), n: '7'})},
		);
		const {agent} = agentRig(
			fakeModel(calls(['noting', {}], ['noting', {swap: true}]), says('k')),
			{
				tools: [noting],
				hooks: {
					beforeToolCall: async ({id, arguments: input}) => {
						seen.push(input);
						return id === 'call_1_1' ? {input: {n: 8}} : undefined;
					},
				},
			},
		);
		await agent.run([go]);
		expect(seen).toEqual([{n: 7}, {swap: true, n: 7}, {n: 7}, {n: 8}]);
	});

	it('run side by side, end as they end, and leave results in the order of the calls', async () => {
		const first = Promise.withResolvers<void>();
		const slow = tool('slow', async () => {
			await first.promise;
			return said('slow');
		});
		const fast = tool('fast', async () => said('fast'));
		const {agent, events, transcript} = agentRig(
			fakeModel(calls(['slow', {}], ['fast', {}]), says('k')),
			{
				tools: [slow, fast],
				hooks: {
					afterToolCall: async ({name}) => {
						if (name === 'fast') setImmediate(first.resolve);
						return undefined;
					},
				},
			},
		);
		await agent.run([go]);
		const ended = events.flatMap(event =>
			event.type === 'tool_execution_end' ? [event.toolName] : [],
		);
		expect(ended).toEqual(['fast', 'slow']);
		const kept = transcript.flatMap(message =>
			message.role === 'toolResult' ? [message.toolName] : [],
		);
		expect(kept).toEqual(['slow', 'fast']);
	});

	it('run in turn when one of the batch has to, after all were checked', async () => {
		const log: string[] = [];
		const noted = (name: string, part = {}) =>
			tool(
				name,
				async () => {
					log.push(`${name} in`);
					await new Promise(resolve => setTimeout(resolve, 2));
					log.push(`${name} out`);
					return said(name);
				},
				part,
			);
		const {agent} = agentRig(fakeModel(calls(['a', {}], ['b', {}]), says('k')), {
			tools: [noted('a'), noted('b', {executionMode: 'sequential'})],
			hooks: {
				beforeToolCall: async ({name}) => {
					log.push(`${name}?`);
					return undefined;
				},
			},
		});
		await agent.run([go]);
		expect(log).toEqual(['a?', 'b?', 'a in', 'a out', 'b in', 'b out']);
	});

	it('may be changed afterwards, and the change is what is told and kept', async () => {
		const {agent, events, transcript} = agentRig(fakeModel(calls('echo', {n: 1})), {
			tools: [echo],
			hooks: {
				afterToolCall: async (_call, outcome) => ({
					result: {...outcome.result, content: [{type: 'text', text: '[hidden]'}], terminate: true},
					isError: true,
				}),
			},
		});
		expect((await agent.run([go])).outcome).toBe('completed');
		expect(transcript.at(-1)).toEqual(result(call('1_0', 'echo'), said('[hidden]'), true));
		expect(events).toContainEqual(
			ends(call('1_0', 'echo'), {...said('[hidden]'), terminate: true}, true),
		);
	});

	it('are measured by a clock that does not go back', async () => {
		let time = 1000;
		const slow = tool('slow', async () => {
			time += 250;
			return said('ok');
		});
		const {agent, transcript} = agentRig(fakeModel(calls('slow', {}), says('k')), {
			tools: [slow],
			now: () => time,
			date: () => 5,
		});
		await agent.run([go]);
		expect(transcript[2]).toMatchObject({role: 'toolResult', durationMs: 250, timestamp: 5});
	});

	it('end with their own words when an abort stops them midway, and the others with ours', async () => {
		const polite = tool('polite', (_input: object, {signal}) => {
			const {promise, reject} = Promise.withResolvers<ToolResult>();
			signal.addEventListener('abort', () => reject(new Error('half of it\n\n[stopped]')));
			return promise;
		});
		const plain = tool('plain', (_input: object, {signal}) => {
			const {promise, reject} = Promise.withResolvers<ToolResult>();
			signal.addEventListener('abort', () => reject(signal.reason));
			return promise;
		});
		const late = Promise.withResolvers<ToolResult>();
		const deaf = tool('deaf', () => late.promise);
		const started = Promise.withResolvers<void>();
		const {agent, transcript, events} = agentRig(
			fakeModel(calls(['polite', {}], ['plain', {}], ['deaf', {}], ['last', {}])),
			{
				tools: [
					polite,
					plain,
					deaf,
					tool('last', async () => {
						started.resolve();
						return said('done');
					}),
				],
			},
		);
		const going = agent.run([go]);
		await started.promise;
		agent.abort();
		expect((await going).outcome).toBe('aborted');
		late.resolve(said('late'));
		await new Promise(resolve => setTimeout(resolve, 5));
		const texts = transcript.flatMap(message =>
			message.role === 'toolResult' ? [message.content[0]] : [],
		);
		expect(texts).toEqual(
			['half of it\n\n[stopped]', 'Operation aborted', 'Operation aborted', 'done'].map(text => ({
				type: 'text',
				text,
			})),
		);
		expect(events.at(-1)?.type).toBe('agent_end');
	});

	it('are not put before the gate any more once the run is aborted', async () => {
		const asked: string[] = [];
		const rig = agentRig(fakeModel(calls(['echo', {n: 1}], ['echo', {n: 2}])), {
			tools: [echo],
			hooks: {
				beforeToolCall: async ({id}) => {
					asked.push(id);
					rig.agent.abort();
					return undefined;
				},
			},
		});
		await rig.agent.run([go]);
		expect(asked).toEqual(['call_1_0']);
		expect(rig.transcript.slice(2)).toEqual(
			['1_0', '1_1'].map(place => result(call(place, 'echo'), said('Operation aborted'), true)),
		);
	});

	it('that wait at a gate are let go by an abort', async () => {
		const rig = agentRig(fakeModel(calls('echo', {})), {
			tools: [echo],
			hooks: {
				beforeToolCall() {
					setImmediate(rig.agent.abort);
					return new Promise(() => undefined);
				},
			},
		});
		await rig.agent.run([go]);
		expect(rig.transcript[2]).toEqual(result(call('1_0', 'echo'), said('Operation aborted'), true));
	});

	it('that come after an abort are not run, but have their results', async () => {
		const model = fakeModel(calls(['first', {}], ['second', {}]));
		const log: string[] = [];
		const rig = agentRig(model, {
			tools: [
				tool('first', async () => {
					rig.agent.abort();
					return said('first');
				}),
				tool(
					'second',
					async () => {
						log.push('second');
						return said('second');
					},
					{executionMode: 'sequential'},
				),
			],
		});
		await rig.agent.run([go]);
		expect(log).toEqual([]);
		expect(rig.transcript.slice(2)).toEqual([
			result(call('1_0', 'first'), said('first')),
			result(call('1_1', 'second'), said('Operation aborted'), true),
		]);
	});
});

describe('the record of a run', () => {
	it('that cannot be written ends it, and stops the tools', async () => {
		let stopped = false;
		const waiting = tool('waiting', (_input: object, {signal}) => {
			const {promise, resolve} = Promise.withResolvers<ToolResult>();
			signal.addEventListener('abort', () => {
				stopped = true;
				resolve(said('ok'));
			});
			return promise;
		});
		const quick = tool('quick', async () => said('ok'));
		const {agent, transcript, events} = agentRig(fakeModel(calls(['waiting', {}], ['quick', {}])), {
			tools: [waiting, quick],
			emit: async ({type}) => {
				if (type === 'tool_execution_end') throw new Error('disk full');
			},
		});
		await expect(agent.run([go])).rejects.toThrow('disk full');
		expect(stopped).toBe(true);
		expect(transcript.map(({role}) => role)).toEqual(['user', 'assistant']);
		expect(events.at(-1)?.type).toBe('agent_end');
	});

	it('puts a message back at its place in the queue when it could not be kept', async () => {
		let full = true;
		const {agent} = agentRig(fakeModel(says('a'), says('b')), {
			steeringMode: 'all',
			emit: async event => {
				const isSteered = event.type === 'message_end' && event.message.role === 'user';
				if (isSteered && event.message.content === 'first' && full) throw new Error('disk full');
			},
		});
		agent.steer(user('first'));
		agent.steer(user('second'));
		await expect(agent.run([go])).rejects.toThrow('disk full');
		expect(agent.queue()).toEqual({steering: [user('first'), user('second')], followUp: []});
		full = false;
		await agent.continue();
		expect(agent.queue()).toEqual({steering: [], followUp: []});
	});
});
