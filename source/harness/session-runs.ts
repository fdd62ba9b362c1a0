import {
	type Agent,
	type AgentEvent,
	type AgentMessage,
	createAgent,
	type RunOutcome,
} from '../agent/index.ts';
import type {
	AssistantMessage,
	ImageContent,
	Model,
	SystemMessage,
	ToolCall,
	UserMessage,
} from '../ai/index.ts';
import {wait} from '../lib/deadline.ts';
import type {CompactionResult} from './events.ts';
import {hideFailedAnswer} from './recorder.ts';
import {createRequestFit} from './request-fit.ts';
import {pendingPatch, prepareRequest} from './request-source.ts';
import {createRunDriver, type PendingRetry, type RunDriver} from './run-driver.ts';
import {convertToLlm} from './session/convert-to-llm.ts';
import {refusal} from './session/owned-tree.ts';
import {tokensOf} from './session/totals.ts';
import {type Compactor, createCompactor} from './session-compaction.ts';
import type {SessionSettings} from './session-options.ts';
import type {SessionParts, SettingsChange} from './session-parts.ts';
import type {Disposition, HarnessState, PromptOptions, QueuedMessage} from './session-state.ts';
import {SessionBusyError} from './work.ts';

export type Runs = {
	prompt(text: string, options?: PromptOptions): Promise<Disposition>;
	/** Delivered with the run that is going, else with the next one. */
	queue(
		text: string,
		whileRunning: 'steer' | 'followUp',
		images?: readonly ImageContent[],
	): Promise<Disposition>;
	settings(): SessionSettings;
	abort(): Promise<void>;
	clearQueue(): HarnessState['queue'];
	/** Rejects when the session itself broke, such as on a full disk. */
	waitForIdle(): Promise<void>;
	compact(instructions?: string): Promise<CompactionResult>;
	override(change: SettingsChange): void;
	/** Ends the wait before another attempt, and with it the run. */
	abortRetry(): void;
};

/** What the functions below work on. */
type Going = {
	readonly parts: SessionParts;
	readonly agent: Agent;
	readonly driver: RunDriver;
	readonly compactor: Compactor;
};

const toQueued = (message: AgentMessage): QueuedMessage => {
	const content = 'content' in message ? message.content : '';
	if (typeof content === 'string') return {text: content, images: []};
	return {
		text: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n'),
		images: content.flatMap(part => (part.type === 'image' ? [part] : [])),
	};
};

const toUserMessage = (
	text: string,
	images: readonly ImageContent[],
	timestamp: number,
): UserMessage => ({role: 'user', content: [{type: 'text', text}, ...images], timestamp});

/** The answer was not as long as it may be, so there was no room for more. */
function isCutShort(
	{stopReason, usage, provider, model: id}: AssistantMessage,
	model: Model | undefined,
): boolean {
	const isOurs = model?.id === id && model.provider === provider;
	return stopReason === 'length' && isOurs && tokensOf(usage) > 0 && usage.output < model.maxTokens;
}

async function showQueue(parts: SessionParts, agent: Agent): Promise<void> {
	const {steering, followUp} = agent.queue();
	const shown = parts.state.get().queue;
	if (shown.steering.length === steering.length && shown.followUp.length === followUp.length)
		return;
	const queue = {steering: steering.map(toQueued), followUp: followUp.map(toQueued)};
	parts.patch({queue});
	await parts.hub.emit({
		type: 'queue_update',
		steering: queue.steering.map(({text}) => text),
		followUp: queue.followUp.map(({text}) => text),
	});
}

/** Stores first, then tells: who hears of a message can rely on its being kept. */
function onAgentEvent({parts, agent, driver}: Going, event: AgentEvent): void | Promise<void> {
	if (event.type === 'message_end') {
		parts.recordMessage(event.message);
		const told = parts.hub.emit(event);
		return Promise.resolve(told).then(() => showQueue(parts, agent));
	}

	if (event.type !== 'agent_end') return parts.hub.emit(event);
	const last = event.messages.findLast(
		(message): message is AssistantMessage => message.role === 'assistant',
	);
	return parts.hub.emit({...event, willRetry: last ? driver.willRetry(last) : false});
}

function showRetry(parts: SessionParts, retry: PendingRetry | undefined): void {
	const {retry: _old, ...rest} = parts.state.get();
	if (retry) {
		const {delayMs, ...shown} = retry;
		const until = parts.now() + delayMs;
		parts.state.set({...rest, activity: 'retrying', retry: {...shown, until}});
	} else parts.state.set({...rest, activity: 'running'});
}

async function gateVerdict({options}: SessionParts, call: ToolCall) {
	const tool = options.tools.find(({name}) => name === call.name);
	const reason = tool && (await options.gate?.(tool, call.arguments));
	return reason === undefined ? undefined : {block: true, reason};
}

function connect(parts: SessionParts): Going {
	const tell = async (message: SystemMessage) => {
		await onAgentEvent(going, {type: 'message_start', message});
		await onAgentEvent(going, {type: 'message_end', message});
	};
	const {steeringMode, followUpMode} = parts.settings();
	const {stream} = parts.options;
	const fit = createRequestFit(parts);
	const compactor = createCompactor(parts);
	const agent = createAgent({
		hooks: {
			prepareRequest: () => prepareRequest(parts, fit, tell),
			convertToLlm,
			beforeToolCall: call => gateVerdict(parts, call),
			prepareNextTurn: async signal => {
				if (compactor.isDue()) await compactor.byItself('threshold', signal);
			},
			...(stream ? {stream} : {}),
		},
		emit: event => onAgentEvent(going, event),
		steeringMode,
		followUpMode,
	});
	const driver = createRunDriver({
		emit: parts.hub.emit,
		settings: parts.settings,
		resume: () => agent.continue(),
		hasQueued: () => agent.queue().steering.length + agent.queue().followUp.length > 0,
		hideFailedAnswer: () => {
			for (const entry of hideFailedAnswer(parts.tree())) {
				void parts.hub.emit({type: 'entry_appended', entry});
			}
			parts.refresh();
		},
		contextIsFull: compactor.isDue,
		isCutShort: answer => isCutShort(answer, parts.state.get().model),
		hasImages: fit.canDropImages,
		dropImages: fit.dropImages,
		mayCompact: compactor.isAllowed,
		compact: compactor.byItself,
		showRetry: retry => showRetry(parts, retry),
		wait,
	});
	const going: Going = {parts, agent, driver, compactor};
	return going;
}

/** The message waits in the queue meanwhile: what is aborted now can be taken back. */
async function makeRoom(
	going: Going,
	message: UserMessage,
	signal: AbortSignal,
): Promise<RunOutcome> {
	await enqueue(going, message, 'steer');
	await going.compactor.byItself('threshold', signal);
	return signal.aborted ? {outcome: 'aborted', messages: []} : going.agent.continue();
}

const isKept = (parts: SessionParts, message: UserMessage): boolean =>
	parts
		.tree()
		.path()
		.some(
			entry =>
				entry.type === 'message' &&
				entry.message.role === 'user' &&
				entry.message.timestamp === message.timestamp,
		);

async function start(going: Going, message: UserMessage, signal: AbortSignal): Promise<void> {
	const {parts, agent, driver, compactor} = going;
	const run = () => {
		if (compactor.isDue()) return makeRoom(going, message, signal);
		const patch = pendingPatch(parts);
		return agent.run(patch ? [patch, message] : [message]);
	};
	try {
		await driver.drive(run);
	} catch (error) {
		// What could not be written down, as on a full disk, is not lost either.
		if (!isKept(parts, message)) parts.options.ui.setEditorText(toQueued(message).text);
		throw error;
	}
}

async function enqueue(
	{parts, agent}: Going,
	message: UserMessage,
	whileRunning: 'steer' | 'followUp',
): Promise<void> {
	if (whileRunning === 'steer') agent.steer(message);
	else agent.followUp(message);
	await showQueue(parts, agent);
}

/** The state is looked up every second: what the other process wrote is shown before anything follows it. */
function requireOwnership({state}: SessionParts): void {
	const {otherWriter} = state.get();
	if (otherWriter) throw refusal(otherWriter);
}

async function prompt(going: Going, text: string, options: PromptOptions): Promise<Disposition> {
	const {parts} = going;
	const {activity, model} = parts.state.get();
	const expanded = options.expand === false ? text : parts.options.expand(text);
	const message = toUserMessage(expanded, options.images ?? [], parts.now());
	if (parts.work.isGoing()) {
		if (!options.whileRunning) {
			throw new SessionBusyError(
				activity === 'compacting' || activity === 'summarising'
					? 'The session is being summarised; wait for it or abort it.'
					: 'The agent is at work: steer it, queue a follow-up or abort it.',
			);
		}

		await enqueue(going, message, options.whileRunning);
		return 'queued';
	}

	requireOwnership(parts);
	if (!model) throw new Error('No model is chosen: /model lists what can be used.');
	await parts.options.access.authorise(model);
	parts.patch({activity: 'running'});
	void parts.work.begin(signal => start(going, message, signal));
	return 'started';
}

/** Prompts in, runs out: starts them, queues what comes meanwhile, ends them. */
export function createRuns(parts: SessionParts): Runs {
	const going = connect(parts);
	return {
		prompt: (text, options = {}) => prompt(going, text, options),
		async queue(text, whileRunning, images = []) {
			const message = toUserMessage(parts.options.expand(text), images, parts.now());
			await enqueue(going, message, whileRunning);
			return 'queued';
		},
		settings: parts.settings,
		async abort() {
			going.driver.abort();
			going.agent.abort();
			await parts.work.abort();
		},
		clearQueue() {
			const {steering, followUp} = going.agent.clearQueue();
			void showQueue(parts, going.agent);
			return {steering: steering.map(toQueued), followUp: followUp.map(toQueued)};
		},
		waitForIdle: parts.work.settled,
		compact: going.compactor.byHand,
		override(change) {
			parts.override(change);
			const {steeringMode, followUpMode} = parts.settings();
			going.agent.setQueueModes(steeringMode, followUpMode);
		},
		abortRetry: () => {
			if (parts.state.get().activity === 'retrying') going.driver.abort();
		},
	};
}
