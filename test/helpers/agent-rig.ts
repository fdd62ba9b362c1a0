import {Type} from 'typebox';
import {
	type Agent,
	type AgentEvent,
	type AgentHooks,
	type AgentMessage,
	type AgentOptions,
	type AgentTool,
	createAgent,
	type ToolResult,
} from '../../source/agent/index.ts';
import type {Message} from '../../source/ai/index.ts';
import {type FakeModel, fakeModelRecord} from './fake-model.ts';

export const said = (text: string): ToolResult => ({content: [{type: 'text', text}]});

export const user = (content: string): AgentMessage => ({role: 'user', content, timestamp: 0});

/** A tool that takes an optional number `n`. */
export const tool = (
	name: string,
	execute: AgentTool['execute'],
	part: Partial<AgentTool> = {},
): AgentTool => ({
	name,
	description: name,
	parameters: Type.Object({n: Type.Optional(Type.Number())}),
	execute,
	...part,
});

const isForModels = (message: AgentMessage): message is Message =>
	['system', 'user', 'assistant', 'toolResult'].includes(message.role);

/** The time of every message that the loop writes. */
export const rigDate = 1_800_000_000_000;

export type Rig = {
	readonly agent: Agent;
	readonly events: AgentEvent[];
	/** What a session would hold: every message that was told as ended. */
	readonly transcript: AgentMessage[];
};

export type RigOptions = Omit<AgentOptions, 'hooks' | 'emit'> & {
	readonly tools?: readonly AgentTool[];
	readonly hooks?: Partial<AgentHooks>;
	/** Called after an event was noted. */
	readonly emit?: AgentOptions['emit'];
};

/** An agent whose surroundings are a list of messages and a clock that stands still. */
export function agentRig(model: FakeModel, options: RigOptions = {}): Rig {
	const {tools = [], hooks, emit, ...rest} = options;
	const transcript: AgentMessage[] = [];
	const events: AgentEvent[] = [];
	const agent = createAgent({
		now: () => 0,
		date: () => rigDate,
		graceMs: 20,
		...rest,
		hooks: {
			prepareRequest: async () => ({
				model: fakeModelRecord,
				level: 'off',
				messages: [...transcript],
				tools,
			}),
			convertToLlm: messages => messages.filter(isForModels),
			stream: model.stream,
			...hooks,
		},
		emit(event) {
			events.push(event);
			if (event.type === 'message_end') transcript.push(event.message);
			return emit?.(event);
		},
	});
	return {agent, events, transcript};
}
