import type {AgentMessage} from '../agent/index.ts';
import type {SessionEvent} from './events.ts';
import type {SessionTree} from './session/tree.ts';
import {createPersonalShell, type PersonalShell} from './session-bash.ts';
import {createFollower} from './session-follower.ts';
import {createInspection, type Inspection} from './session-inspection.ts';
import {createMarks, type Marks} from './session-marks.ts';
import {createNavigation, type Navigation, recordChoices} from './session-navigation.ts';
import type {SessionStoreOptions} from './session-options.ts';
import {createSessionParts} from './session-parts.ts';
import {createReplacement, type Replacement} from './session-replacement.ts';
import {createRuns, type Runs} from './session-runs.ts';
import {createSelection, type Selection} from './session-selection.ts';
import type {HarnessState} from './session-state.ts';
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

	/** Ends what was started. */
	dispose(): Promise<void>;
} & Runs &
	Selection &
	Marks &
	Inspection &
	Navigation &
	Replacement &
	PersonalShell;

export function createSessionStore(options: SessionStoreOptions): SessionStore {
	const parts = createSessionParts(options);
	const runs = createRuns(parts);
	const shell = createPersonalShell(parts, options.shell);
	const follower = createFollower(parts);
	follower.look();
	if (options.tree.size() === 0) recordChoices(parts);
	parts.refresh();
	return {
		getState: parts.state.get,
		subscribe: parts.state.subscribe,
		onEvent: parts.hub.on,
		tree: parts.tree,
		get tools() {
			return options.tools;
		},
		messages: () => parts.projection().messages,
		...runs,
		...createSelection(parts),
		...createMarks(parts),
		...createInspection(parts),
		...createNavigation(parts, runs),
		...createReplacement(parts, {runs, follower}),
		...shell,
		async dispose() {
			shell.abortBash();
			follower.stop();
			await runs.abort();
			await parts.hooks.end('quit');
			await options.access.settled?.();
			parts.release();
		},
	};
}
