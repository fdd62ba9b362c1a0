import {
	type Agent,
	type AgentEvent,
	type CustomMessage,
	createAgent,
	type RunOutcome,
} from '../agent/index.ts';
import type {AssistantMessage, ImageContent, SystemMessage, UserMessage} from '../ai/index.ts';
import {wait} from '../lib/deadline.ts';
import type {CompactionResult} from './events.ts';
import {beforeSettle, endTurn} from './hooked-boundary.ts';
import {addedMessages, hooksOf, keptMessage, takeIn} from './hooked-run.ts';
import {hideFailedAnswer} from './recorder.ts';
import {createRequestFit} from './request-fit.ts';
import {pendingPatch, prepareRequest} from './request-source.ts';
import {createRunDriver, type RunDriver} from './run-driver.ts';
import {isCutShort, isKept, showRetry} from './run-facts.ts';
import {convertToLlm} from './session/convert-to-llm.ts';
import {refusal} from './session/owned-tree.ts';
import {type Compactor, createCompactor} from './session-compaction.ts';
import {createDelivery, type Delivery, type DeliveryParts, keepAll} from './session-delivery.ts';
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
	readonly compactor: Compactor;
	readonly waiting: DeliveryParts['waiting'];
	/** Of the run that is going. */
	turns: number;
	/** An extension wants the model to be asked again. */
	goesOn: boolean;
};

const toUserMessage = (
	text: string,
	images: readonly ImageContent[],
	timestamp: number,
): UserMessage => ({role: 'user', content: [{type: 'text', text}, ...images], timestamp});

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

const isQueued = (agent: Agent): boolean => {
	const {steering, followUp} = agent.queue();
	return steering.length + followUp.length > 0;
};

/** One more request, and no more for that. */
function takeWish(going: Going): boolean {
	const {goesOn} = going;
	going.goesOn = false;
	return goesOn;
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
			prepareRequest: signal => {
				parts.hooks.running(signal);
				return prepareRequest(parts, fit, tell);
			},
			convertToLlm,
			...hooksOf(parts),
			async finishTurn(turn) {
				going.goesOn = await endTurn(parts, turn, going.turns);
				await keepAll(parts, going.waiting.forTurn);
				going.turns += 1;
				return undefined;
			},
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
		hasQueued: () => takeWish(going) || isQueued(agent),
		beforeSettle: outcome => beforeSettle(parts, outcome),
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
	const waiting = {forPrompt: [], forTurn: []};
	const going: Going = {
		...{parts, agent, driver, compactor, waiting},
		turns: 0,
		goesOn: false,
	};
	return going;
}

type Opening = UserMessage | CustomMessage;

/** The messages wait in the queue meanwhile: what is aborted now can be taken back. */
async function makeRoom(
	going: Going,
	messages: readonly Opening[],
	signal: AbortSignal,
): Promise<RunOutcome> {
	for (const message of messages) await enqueue(going, message, 'steer');
	await going.compactor.byItself('threshold', signal);
	return signal.aborted ? {outcome: 'aborted', messages: []} : going.agent.continue();
}

async function start(going: Going, message: Opening, signal: AbortSignal): Promise<void> {
	const {parts, agent, driver, compactor, waiting} = going;
	going.turns = 0;
	const run = async () => {
		const added = await addedMessages(parts, message);
		const messages = [message, ...waiting.forPrompt.splice(0), ...added];
		if (compactor.isDue()) return makeRoom(going, messages, signal);
		const patch = pendingPatch(parts);
		return agent.run([...(patch ? [patch] : []), ...messages]);
	};
	try {
		await driver.drive(run);
	} catch (error) {
		// What could not be written down, as on a full disk, is not lost either.
		if (!isKept(parts, message)) parts.options.ui.setEditorText(toQueued(message).text);
		throw error;
	} finally {
		// A turn that was broken off has no end of its own.
		await keepAll(parts, waiting.forTurn);
	}
}

async function enqueue(
	{parts, agent}: Going,
	message: Opening,
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
async function startWith(going: Going, message: Opening): Promise<void> {
	const {parts} = going;
	requireOwnership(parts);
	const {model} = parts.state.get();
	if (!model) throw new Error('No model is chosen: /model lists what can be used.');
	await parts.options.access.authorise(model);
	parts.patch({activity: 'running'});
	void parts.work.begin(signal => start(going, message, signal));
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
