import {describe, expect, it} from 'vitest';
import type {AgentTool, ToolResult} from '../../source/agent/index.ts';
import type {NestedCalls, ToolResultMessage} from '../../source/ai/index.ts';
import {agentRig, type Rig, type RigOptions, said, tool, user} from '../helpers/agent-rig.ts';
import {calls, fakeModel, fakeUsage, says} from '../helpers/fake-model.ts';

const echo = tool('echo', async ({n}: {n?: number}) => said(`${n}`));

const script = (execute: AgentTool['execute']): AgentTool => tool('script', execute);

async function resultOf(
	tools: readonly AgentTool[],
	options: RigOptions = {},
): Promise<Rig & {readonly result: ToolResultMessage | undefined}> {
	const rig = agentRig(fakeModel(calls('script', {}), says('k')), {tools, ...options});
	await rig.agent.run([user('go')]);
	return {...rig, result: rig.transcript.find(message => message.role === 'toolResult')};
}

describe('a tool that calls others', () => {
	it('goes through the same checks and hooks, and is told of under its own call', async () => {
		const seen: string[] = [];
		const {events, result} = await resultOf(
			[
				script(async (_input: object, {call}) => {
					const outcome = await call?.('echo', {n: '1'});
					return said(`${JSON.stringify(outcome)}`);
				}),
				echo,
			],
			{
				hooks: {
					beforeToolCall: async ({id, arguments: input}) => {
						seen.push(`before ${id} ${JSON.stringify(input)}`);
						return undefined;
					},
					afterToolCall: async ({id}) => {
						seen.push(`after ${id}`);
						return undefined;
					},
				},
			},
		);
		expect(seen).toEqual([
			'before call_1_0 {}',
			'before call_1_0/1 {"n":1}',
			'after call_1_0/1',
			'after call_1_0',
		]);
		const nested = {toolCallId: 'call_1_0/1', parentToolCallId: 'call_1_0', toolName: 'echo'};
		expect(events.filter(event => 'parentToolCallId' in event)).toEqual([
			{type: 'tool_execution_start', ...nested, args: {n: '1'}},
			{type: 'tool_execution_end', ...nested, result: said('1'), isError: false, durationMs: 0},
		]);
		expect(result).toMatchObject({
			content: said(JSON.stringify({result: said('1'), isError: false})).content,
			nestedCalls: {
				calls: [{id: 'call_1_0/1', name: 'echo', arguments: {n: '1'}, status: 'ok', durationMs: 0}],
				complete: true,
			},
		});
	});

	it('hears of errors as answers, and they are noted down', async () => {
		const {result} = await resultOf([
			script(async (_input: object, {call}) => {
				const first = await call?.('nobody', {});
				const second = await call?.('loud', {});
				return said(`${first?.isError} ${second?.isError}`);
			}),
			tool('loud', async () => {
				throw new Error('x'.repeat(2000));
			}),
		]);
		expect(result).toMatchObject({isError: false, content: said('true true').content});
		expect(result?.nestedCalls?.calls).toMatchObject([
			{status: 'error', error: 'There is no tool "nobody". The tools are: script, loud.'},
			{status: 'error', error: 'x'.repeat(500)},
		]);
	});

	it('may call tools that call others', async () => {
		const {events} = await resultOf([
			script(async (_input: object, {call}) => (await call?.('middle', {}))?.result ?? said('')),
			tool(
				'middle',
				async (_input: object, {call}) => (await call?.('echo', {n: 3}))?.result ?? said(''),
			),
			echo,
		]);
		const ids = events.flatMap(event =>
			event.type === 'tool_execution_start' ? [event.toolCallId] : [],
		);
		expect(ids).toEqual(['call_1_0', 'call_1_0/1', 'call_1_0/1/1']);
	});

	it('pays for them', async () => {
		const paid = tool('paid', async () => ({...said('k'), usage: fakeUsage}));
		const {result} = await resultOf([
			script(async (_input: object, {call}) => {
				await Promise.all([call?.('paid', {}), call?.('paid', {})]);
				return {...said('k'), usage: fakeUsage};
			}),
			paid,
		]);
		expect(result?.usage).toMatchObject({input: 300, output: 30, totalTokens: 330});
	});

	it('has a record that stays small', async () => {
		const big = {text: 'x'.repeat(9000)};
		const medium = {text: 'x'.repeat(8000)};
		const run = (count: number, input: Readonly<Record<string, unknown>>) =>
			resultOf([
				script(async (_input: object, {call}): Promise<ToolResult> => {
					for (let left = count; left > 0; left -= 1) await call?.('echo', input);
					return said('k');
				}),
				echo,
			]);
		const summary = ({calls: all, complete}: NestedCalls) => ({
			count: all.length,
			whole: all.filter(({arguments: input}) => input !== undefined).length,
			complete,
		});
		const of = async (count: number, input: Readonly<Record<string, unknown>>) =>
			summary((await run(count, input)).result?.nestedCalls ?? {calls: [], complete: true});
		expect(await of(256, {})).toEqual({count: 256, whole: 256, complete: true});
		expect(await of(257, {})).toEqual({count: 256, whole: 256, complete: false});
		expect(await of(1, big)).toEqual({count: 1, whole: 0, complete: false});
		expect(await of(5, medium)).toEqual({count: 5, whole: 4, complete: false});
	});

	it('can call no more after its end, and what is under way then is noted as unfinished', async () => {
		const late = Promise.withResolvers<unknown>();
		const {result, events} = await resultOf([
			script(async (_input: object, {call}) => {
				void call?.('never', {});
				setImmediate(() => late.resolve(call?.('echo', {})));
				return said('gone');
			}),
			tool('never', () => new Promise(() => undefined)),
			echo,
		]);
		expect(result).toMatchObject({
			content: said('gone').content,
			nestedCalls: {calls: [{name: 'never', status: 'unfinished'}]},
		});
		const ended = events.flatMap(event =>
			event.type === 'tool_execution_end' ? [event.toolCallId] : [],
		);
		expect(ended).toEqual(['call_1_0/1', 'call_1_0']);
		expect(await late.promise).toMatchObject({
			result: said('script has ended and can call no other tool.'),
			isError: true,
		});
	});
});
