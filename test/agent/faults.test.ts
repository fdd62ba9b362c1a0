import {describe, expect, it} from 'vitest';
import type {Agent, AgentEvent, AgentMessage, AgentTool} from '../../source/agent/index.ts';
import {toolCallsOf} from '../../source/ai/index.ts';
import {agentRig, type Rig, said, tool, user} from '../helpers/agent-rig.ts';
import {calls, type FakeModel, fakeModel, says, together} from '../helpers/fake-model.ts';

/**
 * A conversation of which every await is a numbered step. At one of them something happens; the laws below hold
 * whatever it is.
 */
type Stage = {
	readonly rig: Rig;
	/** Steps at which a queued message was in no place or in two. */
	readonly lawless: readonly string[];
	/** How many steps there were. */
	steps(): number;
	/** Where the fault was put. */
	place(): string | undefined;
};

type Fault = (agent: Agent) => Promise<unknown> | undefined;

const script = () =>
	fakeModel(
		together(says('I look'), calls(['first', {n: 1}], ['second', {}])),
		calls('third', {}),
		says('done'),
		says('and that'),
		says('and that too'),
	);

const queued = {
	steering: ['use the other file', 'be brief'],
	followUp: ['then test it', 'then stop'],
};
const allQueued = [...queued.steering, ...queued.followUp];

const textsOf = (messages: readonly AgentMessage[]): readonly string[] =>
	messages.flatMap(message =>
		message.role === 'user' && typeof message.content === 'string' ? [message.content] : [],
	);

const inQueue = ({agent}: Rig): readonly string[] => {
	const {steering, followUp} = agent.queue();
	return [...textsOf(steering), ...textsOf(followUp)];
};

/** Every text that was queued is in one place and no more. */
function expectQueueLaw(rig: Rig, taken: readonly string[] = []): void {
	const found = [...textsOf(rig.transcript), ...inQueue(rig), ...taken];
	expect(found.filter(text => text !== 'go').sort()).toEqual([...allQueued].sort());
}

const isLawful = (rig: Rig): boolean => {
	const found = [...textsOf(rig.transcript), ...inQueue(rig)];
	return allQueued.every(text => found.filter(other => other === text).length === 1);
};

function stage(at: number, fault: Fault): Stage {
	let count = 0;
	let place: string | undefined;
	const lawless: string[] = [];

	async function step(name: string): Promise<void> {
		count += 1;
		if (count === at) {
			place = name;
			await fault(rig.agent);
		}

		await Promise.resolve();
		if (!isLawful(rig)) lawless.push(name);
	}

	const model: FakeModel = script();
	const noted = (name: string, part: Partial<AgentTool> = {}) =>
		tool(
			name,
			async (_input: object, {update}) => {
				await step(`${name} starts`);
				update(said('half'));
				await step(`${name} works`);
				return said(name);
			},
			part,
		);
	const rig = agentRig(model, {
		graceMs: 5,
		tools: [noted('first'), noted('second'), noted('third', {executionMode: 'sequential'})],
		hooks: {
			async *stream(request, options) {
				for await (const event of model.stream(request, options)) {
					await step(`stream ${event.type}`);
					yield event;
				}
			},
			async transformContext(messages) {
				await step('transformContext');
				return messages;
			},
			async beforeToolCall({name}) {
				await step(`before ${name}`);
				return undefined;
			},
			async afterToolCall({name}) {
				await step(`after ${name}`);
				return undefined;
			},
			async finishTurn() {
				await step('finishTurn');
				return undefined;
			},
			async prepareNextTurn() {
				await step('prepareNextTurn');
			},
		},
		emit: event => step(`emit ${event.type}`),
	});
	for (const text of queued.steering) rig.agent.steer(user(text));
	for (const text of queued.followUp) rig.agent.followUp(user(text));
	return {rig, lawless, steps: () => count, place: () => place};
}

/** A whole answer is followed at once by one result for each call, in order; a failed one by none. */
function expectPairingLaw(transcript: readonly AgentMessage[]): void {
	const wanted: string[] = [];
	const found: string[] = [];
	for (const [index, message] of transcript.entries()) {
		if (message.role === 'toolResult') found.push(`${message.toolCallId}@${index}`);
		if (message.role !== 'assistant') continue;
		expect(['stop', 'toolUse', 'error', 'aborted']).toContain(message.stopReason);
		if (message.stopReason !== 'toolUse') continue;
		wanted.push(...toolCallsOf(message).map(({id}, place) => `${id}@${index + 1 + place}`));
	}

	expect(found).toEqual(wanted);
}

/** What begins ends, once and in order. */
function expectOrder(events: readonly AgentEvent[]): void {
	const types = events.map(({type}) => type);
	expect(types.filter(type => type === 'agent_start')).toHaveLength(1);
	expect(types.filter(type => type === 'agent_end')).toHaveLength(1);
	expect([types[0], types.at(-1)]).toEqual(['agent_start', 'agent_end']);
	const open: string[] = [];
	for (const event of events) {
		if (event.type === 'message_start') open.push(event.message.role);
		if (event.type === 'message_end') expect(open.pop()).toBe(event.message.role);
	}

	expect(open).toEqual([]);
	const ids = (wanted: AgentEvent['type']) =>
		events.flatMap(event =>
			event.type === wanted && 'toolCallId' in event ? [event.toolCallId] : [],
		);
	expect(ids('tool_execution_end').sort()).toEqual(ids('tool_execution_start').sort());
}

const quiet = () => new Promise(resolve => setTimeout(resolve, 0));

/** Runs the conversation once for every step, with the fault at that step. */
async function everywhere(fault: Fault, check: (stage: Stage) => Promise<void>): Promise<void> {
	const whole = stage(0, () => undefined);
	await whole.rig.agent.run([user('go')]);
	expect(whole.steps()).toBeGreaterThan(100);
	for (let at = 1; at <= whole.steps(); at += 1) {
		const faulty = stage(at, fault);
		await check(faulty).catch(error => {
			throw new Error(`At step ${at} (${faulty.place()}): ${error.message}`, {cause: error});
		});
	}
}

describe('at every step of a run', () => {
	it('an abort leaves each queued message in one place and each call with one result', async () => {
		await everywhere(
			agent => {
				agent.abort();
				return undefined;
			},
			async ({rig, lawless}) => {
				expect((await rig.agent.run([user('go')])).outcome).toBe('aborted');
				expect(lawless).toEqual([]);
				expectQueueLaw(rig);
				expectPairingLaw(rig.transcript);
				expectOrder(rig.events);
				expect(textsOf(rig.transcript)[0]).toBe('go');
				const count = rig.events.length;
				await quiet();
				expect(rig.events).toHaveLength(count);
			},
		);
	});

	it('an abort with the queue taken back loses nothing and doubles nothing', async () => {
		let taken: readonly string[] = [];
		await everywhere(
			agent => {
				const {steering, followUp} = agent.clearQueue();
				taken = [...textsOf(steering), ...textsOf(followUp)];
				agent.abort();
				return undefined;
			},
			async ({rig}) => {
				taken = [];
				await rig.agent.run([user('go')]);
				expectQueueLaw(rig, taken);
				expectPairingLaw(rig.transcript);
				expectOrder(rig.events);
			},
		);
	});

	it('messages taken back are not delivered, and the run goes on without them', async () => {
		let taken: readonly string[] = [];
		await everywhere(
			agent => {
				const {steering, followUp} = agent.clearQueue();
				taken = [...textsOf(steering), ...textsOf(followUp)];
				return undefined;
			},
			async ({rig}) => {
				taken = [];
				expect((await rig.agent.run([user('go')])).outcome).toBe('completed');
				expectQueueLaw(rig, taken);
				expectPairingLaw(rig.transcript);
				expectOrder(rig.events);
			},
		);
	});

	it('a fault is a failed answer, an error result or the end of the run, and never a message lost', async () => {
		const boom = new Error('boom');
		const endAfter = (at: string) => {
			if (/^(emit|finishTurn|prepareNextTurn)/.test(at)) return boom;
			return /^(stream|transform)/.test(at) ? 'error' : 'completed';
		};
		const isLost = (message: AgentMessage, rig: Rig) =>
			message.role === 'user' && inQueue(rig).includes(textsOf([message])[0] ?? '');
		await everywhere(
			() => Promise.reject(boom),
			async ({rig, place}) => {
				const ended = await rig.agent.run([user('go')]).then(
					({outcome}) => outcome,
					error => error,
				);
				expect(ended).toBe(endAfter(place() ?? ''));
				expect(rig.events.at(-1)?.type).toBe('agent_end');
				expect(rig.agent.isRunning()).toBe(false);
				// Told as kept, but the record failed: it has come back to the queue.
				const last = rig.transcript.at(-1);
				if (ended === boom && last && isLost(last, rig)) rig.transcript.pop();
				expectQueueLaw(rig);
				if (ended !== boom) expectPairingLaw(rig.transcript);
			},
		);
	});

	it('silence there ends soon after an abort', async () => {
		await everywhere(
			agent => {
				queueMicrotask(agent.abort);
				return new Promise(() => undefined);
			},
			async ({rig, place}) => {
				const going = rig.agent.run([user('go')]);
				// A record that never answers is waited for: nobody knows whether it holds the message.
				const isRecord = new Promise<'record'>(resolve => {
					const look = () => {
						if (place()?.startsWith('emit')) resolve('record');
						else if (rig.agent.isRunning()) setImmediate(look);
					};
					look();
				});
				const ended = await Promise.race([going.then(({outcome}) => outcome), isRecord]);
				if (ended === 'record') return;
				expect(ended).toBe('aborted');
				expectQueueLaw(rig);
				expectPairingLaw(rig.transcript);
				expectOrder(rig.events);
			},
		);
	});
});
