import type {AgentMessage} from '../agent/index.ts';
import type {Model, ThinkingLevel} from '../ai/index.ts';
import type {CompactionResult, SessionEvent} from './events.ts';
import type {SessionTree} from './session/tree.ts';
import type {SessionStoreOptions} from './session-options.ts';
import {createSessionParts} from './session-parts.ts';
import {createReplacement, recordChoices} from './session-replacement.ts';
import {createRuns} from './session-runs.ts';
import {createSelection} from './session-selection.ts';
import type {Disposition, HarnessState, PromptOptions} from './session-state.ts';
import type {HarnessTool} from './tools/define-tool.ts';

/**
 * The one store that every mode drives: state, what is subscribed to, and what can be done.
 * It wires the agent loop, the session tree and compaction; it holds no logic of its own.
 */
export type SessionStore = {
	getState(): HarnessState;
	subscribe(listener: () => void): () => void;
	/** Events in order; an asynchronous listener is waited for, so it can hold the run back. */
	onEvent(listener: (event: SessionEvent) => void | Promise<void>): () => void;
	tree(): SessionTree;
	readonly tools: readonly HarnessTool[];
	/** What the model would be shown now. */
	messages(): readonly AgentMessage[];

	/** Resolves once accepted, not when the run is over (`waitForIdle`). Rejects when it cannot be taken. */
	prompt(text: string, options?: PromptOptions): Promise<Disposition>;
	/** Ends stream, tools, retry wait and compaction; resolves when idle. Queued messages stay queued. */
	abort(): Promise<void>;
	clearQueue(): HarnessState['queue'];
	waitForIdle(): Promise<void>;

	setModel(model: Model): void;
	setThinkingLevel(level: ThinkingLevel): void;
	setActiveTools(names: readonly string[]): void;
	setName(name: string): void;
	newSession(): Promise<void>;
	openSession(path: string): Promise<void>;
	compact(instructions?: string): Promise<CompactionResult>;
	/** Ends what was started. */
	dispose(): Promise<void>;
};

export function createSessionStore(options: SessionStoreOptions): SessionStore {
	const parts = createSessionParts(options);
	const runs = createRuns(parts);
	recordChoices(parts);
	parts.refresh();
	return {
		getState: parts.state.get,
		subscribe: parts.state.subscribe,
		onEvent: parts.hub.on,
		tree: parts.tree,
		tools: options.tools,
		messages: () => parts.projection().messages,
		...runs,
		...createSelection(parts),
		...createReplacement(parts, runs),
		dispose: () => runs.abort(),
	};
}
