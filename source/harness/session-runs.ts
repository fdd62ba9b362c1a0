import {type Agent, type AgentEvent, type CustomMessage, createAgent} from '../agent/index.ts';
import type {AssistantMessage, ImageContent, SystemMessage, UserMessage} from '../ai/index.ts';
import {wait} from '../lib/deadline.ts';
import {type CompactionRequest, compactSession} from './compaction/compact.ts';
import type {CompactionResult} from './events.ts';
import {addedMessages, hooksOf, keptMessage, takeIn} from './hooked-run.ts';
import {hideFailedAnswer} from './recorder.ts';
import {pendingPatch, prepareRequest} from './request-source.ts';
import {createRunDriver, type PendingRetry, type RunDriver} from './run-driver.ts';
import {convertToLlm} from './session/convert-to-llm.ts';
import {createDelivery, type Delivery, type DeliveryParts} from './session-delivery.ts';
import type {SessionSettings} from './session-options.ts';
import type {SessionParts, SettingsChange} from './session-parts.ts';
import {showQueue, toQueued} from './session-queue.ts';
import type {Disposition, HarnessState, PromptOptions} from './session-state.ts';
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
} & Delivery;

/** What the functions below work on. */
type Going = {
	readonly parts: SessionParts;
	readonly agent: Agent;
	readonly driver: RunDriver;
	readonly waiting: DeliveryParts['waiting'];
};

const toUserMessage = (
	text: string,
	images: readonly ImageContent[],
	timestamp: number,
): UserMessage => ({role: 'user', content: [{type: 'text', text}, ...images], timestamp});

export function contextIsFull(parts: SessionParts): boolean {
	const {tokens, window} = parts.state.get().context;
	const {enabled, reserveTokens} = parts.settings().compaction;
	return enabled && tokens !== null && window > 0 && tokens > window - reserveTokens;
}

/** Stores first, then tells: who hears of a message can rely on its being kept. */
function onAgentEvent({parts, agent, driver}: Going, event: AgentEvent): void | Promise<void> {
	if (event.type === 'message_end') {
		return keptMessage(parts, event.message).then(async message => {
			parts.recordMessage(message);
			await parts.hub.emit({...event, message});
			await showQueue(parts, agent);
		});
	}

	if (event.type !== 'agent_end') return parts.hub.emit(event);
	const last = event.messages.findLast(
		(message): message is AssistantMessage => message.role === 'assistant',
	);
	return parts.hub.emit({...event, willRetry: last ? driver.willRetry(last) : false});
}

async function compactNow(
	parts: SessionParts,
	request: CompactionRequest,
): Promise<CompactionResult | undefined> {
	const before = parts.state.get().activity;
	parts.patch({activity: 'compacting'});
	try {
		return await compactSession(parts, request);
	} finally {
		parts.patch({activity: before});
	}
}

function showRetry(parts: SessionParts, retry: PendingRetry | undefined): void {
	const {retry: _old, ...rest} = parts.state.get();
	if (retry) {
		const {delayMs, ...shown} = retry;
		const until = parts.now() + delayMs;
		parts.state.set({...rest, activity: 'retrying', retry: {...shown, until}});
	} else parts.state.set({...rest, activity: 'running'});
}

function connect(parts: SessionParts): Going {
	const tell = async (message: SystemMessage) => {
		await onAgentEvent(going, {type: 'message_start', message});
		await onAgentEvent(going, {type: 'message_end', message});
	};
	const {steeringMode, followUpMode} = parts.settings();
	const {stream} = parts.options;
	const agent = createAgent({
		hooks: {
			prepareRequest: signal => {
				parts.hooks.running(signal);
				return prepareRequest(parts, tell);
			},
			convertToLlm,
			...hooksOf(parts),
			prepareNextTurn: async signal => {
				if (contextIsFull(parts))
					await compactNow(parts, {reason: 'threshold', signal, willRetry: false});
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
		contextIsFull: () => contextIsFull(parts),
		compact: async (reason, signal) =>
			(await compactNow(parts, {reason, signal, willRetry: reason === 'overflow'})) !== undefined,
		showRetry: retry => showRetry(parts, retry),
		wait,
	});
	const waiting = {forPrompt: [], forTurn: []};
	const going: Going = {parts, agent, driver, waiting};
	return going;
}

async function start(going: Going, message: UserMessage | CustomMessage): Promise<void> {
	const {parts, agent, driver, waiting} = going;
	await driver.drive(async () => {
		if (contextIsFull(parts)) {
			const {signal} = new AbortController();
			await compactNow(parts, {reason: 'threshold', signal, willRetry: false});
		}

		const patch = pendingPatch(parts);
		const added = await addedMessages(parts, message);
		const asides = waiting.forPrompt.splice(0);
		return agent.run([...(patch ? [patch] : []), message, ...asides, ...added]);
	});
}

async function enqueue(
	{parts, agent}: Going,
	message: UserMessage | CustomMessage,
	whileRunning: 'steer' | 'followUp',
): Promise<void> {
	if (whileRunning === 'steer') agent.steer(message);
	else agent.followUp(message);
	await showQueue(parts, agent);
}

async function prompt(going: Going, text: string, options: PromptOptions): Promise<Disposition> {
	const {parts} = going;
	const taken = await takeIn(parts, text, options);
	if (!taken) return 'handled';
	const {activity} = parts.state.get();
	const expanded = options.expand === false ? taken.text : parts.options.expand(taken.text);
	const message = toUserMessage(expanded, taken.images, parts.now());
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

	await startWith(going, message);
	return 'started';
}

/** Resolves as soon as the run is going. */
async function startWith(going: Going, message: UserMessage | CustomMessage): Promise<void> {
	const {parts} = going;
	const {model} = parts.state.get();
	if (!model) throw new Error('No model is chosen: /model lists what can be used.');
	await parts.options.access.authorise(model);
	parts.patch({activity: 'running'});
	void parts.work.begin(() => start(going, message));
}

async function compact(
	parts: SessionParts,
	instructions: string | undefined,
): Promise<CompactionResult> {
	const focus = instructions === undefined ? {} : {instructions};
	const result = await parts.work.run('compacting', signal =>
		compactSession(parts, {reason: 'manual', signal, willRetry: false, ...focus}),
	);
	if (result) return result;
	throw new Error('Compaction was cancelled');
}

/** Prompts in, runs out: starts them, queues what comes meanwhile, ends them. */
export function createRuns(parts: SessionParts): Runs {
	const going = connect(parts);
	return {
		...createDelivery({
			parts,
			agent: going.agent,
			waiting: going.waiting,
			isBusy: parts.work.isGoing,
			enqueue: (message, how) => enqueue(going, message, how),
			start: message => startWith(going, message),
		}),
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
		compact: instructions => compact(parts, instructions),
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
