import type {AgentMessage, ToolResult} from '../../agent/index.ts';
import type {Model, ModelEvent, ThinkingLevel, ToolResultMessage} from '../../ai/index.ts';
import type {SessionEntry} from '../session/entries.ts';
import type {BashResult} from '../session-state.ts';
import {type BoundaryState, mergeProposal} from './boundary.ts';
import {blocks, boundary, chain, first, gate, last, mutate, notify} from './event-row.ts';
import {
	isHandled,
	mergeContext,
	mergeInput,
	mergeMessage,
	mergePayload,
	mergeStart,
	mergeToolResult,
	requireBashAnswer,
} from './merges.ts';
import type {Call, InputPayload, PromptSpan, StartPayload, ToolResultPayload} from './payloads.ts';
import type {ShellOperations} from './shapes.ts';

/** What happens in it: prompts, requests, answers, calls. */
export const runRows = {
	input: chain<InputPayload>(
		'a person, a client or an extension sent a text that is no command',
		['text', 'images', 'source', 'streamingBehavior'],
		{merge: mergeInput, ends: isHandled},
	),
	before_agent_start: chain<StartPayload>(
		'a prompt is about to be answered; answers add messages and set the system prompt',
		['messageType', 'prompt', 'images', 'message', 'systemPrompt', 'systemPromptOptions'],
		{merge: mergeStart},
	),
	agent_start: notify<object>('a run begins', []),
	agent_end: notify<{readonly messages: readonly AgentMessage[]}>(
		'a run ends; a retry or a queued message may follow',
		['messages'],
	),
	agent_before_settle: boundary<BoundaryState>(
		'nothing is left to do; a handler may add entries or ask the model again',
		['entries', 'continue', 'context', 'outcome'],
		{merge: mergeProposal},
	),
	agent_settled: notify<{readonly aborted: boolean}>('the work is over for good', ['aborted']),
	turn_start: notify<{readonly turnIndex: number; readonly timestamp: number}>('a turn begins', [
		'turnIndex',
		'timestamp',
	]),
	turn_end: boundary<
		BoundaryState & {
			readonly turnIndex: number;
			readonly message: AgentMessage;
			readonly toolResults: readonly ToolResultMessage[];
			readonly messageEntryId: string;
			readonly toolResultEntryIds: readonly string[];
		}
	>(
		'an answer and the results of its calls are there',
		[
			'turnIndex',
			'message',
			'toolResults',
			'messageEntryId',
			'toolResultEntryIds',
			'entries',
			'continue',
			'context',
			'outcome',
		],
		{merge: mergeProposal},
	),
	message_start: notify<{readonly message: AgentMessage}>('a message begins', ['message']),
	message_update: notify<{
		readonly message: AgentMessage;
		readonly assistantMessageEvent: ModelEvent;
	}>('a piece of an answer came', ['message', 'assistantMessageEvent']),
	message_end: chain<{readonly message: AgentMessage}>(
		'a message is about to be kept; an answer may replace it by one of the same role',
		['message'],
		{merge: mergeMessage},
	),
	tool_execution_start: notify<Call & {readonly args: unknown}>('a call is about to be checked', [
		'toolCallId',
		'toolName',
		'args',
		'parentToolCallId',
	]),
	tool_execution_update: notify<
		Call & {readonly args: unknown; readonly partialResult: ToolResult}
	>('a tool shows what it has so far', [
		'toolCallId',
		'toolName',
		'args',
		'partialResult',
		'parentToolCallId',
	]),
	tool_execution_end: notify<
		Call & {readonly result: ToolResult; readonly isError: boolean; readonly durationMs?: number}
	>('a call is over', [
		'toolCallId',
		'toolName',
		'result',
		'isError',
		'durationMs',
		'parentToolCallId',
	]),
	context: chain<{readonly messages: readonly AgentMessage[]}>(
		'a request is made; the messages without the system prompt may be changed for it',
		['messages'],
		{merge: mergeContext},
	),
	context_with_system: chain<{readonly messages: readonly AgentMessage[]}>(
		'as context, with the system prompt at the head',
		['messages'],
		{merge: mergeContext},
	),
	before_provider_headers: mutate<{readonly headers: Record<string, string | null>}>(
		'headers of a request may be changed in place; null takes one away',
		['headers'],
	),
	before_provider_request: chain<{readonly payload: unknown}>(
		'the body of a request is about to be sent; any answer but undefined replaces it',
		['payload'],
		{merge: mergePayload},
	),
	after_provider_response: notify<{
		readonly status: number;
		readonly headers: Readonly<Record<string, string>>;
	}>('a server has begun to answer', ['status', 'headers']),
	provider_stream_event: notify<{
		readonly provider: string;
		readonly api: string;
		readonly model: string;
		readonly data: unknown;
	}>('an event of the stream of an answer', ['provider', 'api', 'model', 'data']),
	cache_warming_decision: last<
		{
			readonly warmCost: number;
			readonly missCost: number;
			readonly continuationProbability: number;
			readonly action: 'warm' | 'stop';
		},
		{readonly action: 'warm' | 'stop'}
	>('never: bough does not warm caches', [
		'warmCost',
		'missCost',
		'continuationProbability',
		'action',
	]),
	model_select: notify<{
		readonly model: Model;
		readonly previousModel: Model | undefined;
		readonly source: 'set' | 'cycle' | 'restore';
	}>('another model was chosen', ['model', 'previousModel', 'source']),
	thinking_level_select: notify<{
		readonly level: ThinkingLevel;
		readonly previousLevel: ThinkingLevel;
	}>('the model is to think more or less', ['level', 'previousLevel']),
	tool_call: gate<
		Call & {input: Record<string, unknown>},
		{readonly block?: boolean; readonly reason?: string; readonly terminate?: boolean}
	>(
		'a tool is about to run; the input may be changed in place, and an error refuses the call',
		['toolCallId', 'toolName', 'input', 'parentToolCallId'],
		blocks,
	),
	tool_result: chain<ToolResultPayload>(
		'a tool has run; an answer replaces the fields it names',
		[
			'toolCallId',
			'toolName',
			'input',
			'content',
			'details',
			'structuredContent',
			'isError',
			'usage',
			'parentToolCallId',
		],
		{merge: mergeToolResult},
	),
	user_bash: first<
		{readonly command: string; readonly excludeFromContext: boolean; readonly cwd: string},
		{readonly operations?: ShellOperations; readonly result?: BashResult}
	>(
		'the person runs a command with !; an answer runs it elsewhere or brings the result',
		['command', 'excludeFromContext', 'cwd'],
		{ends: requireBashAnswer, failsClosed: true},
	),
	ui_prompt_start: notify<PromptSpan>('a question is shown', ['reason', 'kind', 'title']),
	ui_prompt_end: notify<PromptSpan>('the last open question is answered', [
		'reason',
		'kind',
		'title',
	]),
	entry_appended: notify<{readonly entry: SessionEntry}>('an entry was added to the session', [
		'entry',
	]),
};
