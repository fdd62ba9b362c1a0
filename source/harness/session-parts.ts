import type {AgentMessage} from '../agent/index.ts';
import {emptyUsage} from '../ai/index.ts';
import {createStore, type Store} from '../lib/store.ts';
import {limitsFor} from './compaction/when.ts';
import {createEventHub, type EventHub} from './event-hub.ts';
import {record} from './recorder.ts';
import type {EntryBody, SessionEntry} from './session/entries.ts';
import {contextTokens} from './session/estimate.ts';
import type {Holder} from './session/lease.ts';
import {type OwnedTree, ownTree} from './session/owned-tree.ts';
import {extendProjection, type Projection, projectTree} from './session/projection.ts';
import {createTotals, type TotalsKeeper} from './session/totals.ts';
import type {SessionTree} from './session/tree.ts';
import {noHooks, type SessionHooks} from './session-hooks.ts';
import type {SessionSettings, SessionStoreOptions} from './session-options.ts';
import type {HarnessState} from './session-state.ts';
import {createWork, type Work} from './work.ts';

export type SettingsChange = {
	readonly steeringMode?: SessionSettings['steeringMode'];
	readonly followUpMode?: SessionSettings['followUpMode'];
	readonly autoCompaction?: boolean;
	readonly autoRetry?: boolean;
};

/** What the parts of one store share: the state, the events and the tree that is open now. */
export type SessionParts = {
	readonly options: SessionStoreOptions;
	readonly state: Store<HarnessState>;
	readonly hub: EventHub;
	readonly hooks: SessionHooks;
	readonly work: Work;
	readonly now: () => number;
	tree(): SessionTree;
	/** What was changed for this session only. */
	override(change: SettingsChange): void;
	/** Those that hold for the model that is chosen now. */
	settings(): SessionSettings;
	/** Who else writes the session; undefined: we may. */
	otherWriter(): Holder | undefined;
	/** Others may write it now. */
	release(): void;
	/** Another session is the open one from here on. */
	replaceTree(tree: SessionTree): void;
	patch(part: Partial<HarnessState>): void;
	/** Stores an entry and brings the numbers up to date. */
	append(body: EntryBody): SessionEntry;
	recordMessage(message: AgentMessage): SessionEntry;
	/** What the model would be shown now: always computed from the active path. */
	projection(): Projection;
	/** After the tree or the model changed under the store. */
	refresh(): void;
};

function initialState(options: SessionStoreOptions): HarnessState {
	return {
		sessionId: options.tree.header.id,
		cwd: options.cwd,
		level: options.level,
		activeTools: options.activeTools,
		activity: 'idle',
		queue: {steering: [], followUp: []},
		usage: {branch: emptyUsage, file: emptyUsage},
		context: {tokens: null, window: options.model?.contextWindow ?? 0},
		...(options.model ? {model: options.model} : {}),
	};
}

/** A projection grows by what was appended; anything else that happened to the tree makes a new one. */
function createProjector(tree: SessionTree): () => Projection {
	let known: {readonly leafId: string | null; readonly projection: Projection} | undefined;
	return () => {
		const leafId = tree.leafId();
		if (known?.leafId === leafId) return known.projection;
		const grown = known && extendProjection(known.projection, tree, known.leafId);
		known = {leafId, projection: grown ?? projectTree(tree)};
		return known.projection;
	};
}

type Open = {
	readonly tree: SessionTree;
	readonly owned: OwnedTree;
	readonly totals: TotalsKeeper;
	readonly projection: () => Projection;
};

function open(found: SessionTree): Open {
	const owned = ownTree(found);
	const {tree} = owned;
	return {owned, tree, totals: createTotals(tree), projection: createProjector(tree)};
}

/** A folder that cannot be written to is no reason not to read; whoever writes there hears of it. */
function writerOf({owned}: Open): Holder | undefined {
	try {
		return owned.otherWriter();
	} catch {
		return undefined;
	}
}

/** The numbers and names that the state shows of the open session. */
function sessionState(opened: Open, state: HarnessState): HarnessState {
	const {tree, totals, projection} = opened;
	const {sessionFile: _file, sessionName: _name, otherWriter: _writer, ...rest} = state;
	const otherWriter = writerOf(opened);
	const tokens = contextTokens(tree, state.model, projection);
	const name = tree.name();
	return {
		...rest,
		sessionId: tree.header.id,
		usage: totals.totals(),
		context: {tokens, window: state.model?.contextWindow ?? 0},
		...(tree.file === undefined ? {} : {sessionFile: tree.file}),
		...(name === undefined ? {} : {sessionName: name}),
		...(otherWriter ? {otherWriter} : {}),
	};
}

export function createSessionParts(options: SessionStoreOptions): SessionParts {
	const state = createStore(initialState(options));
	const hub = createEventHub(error => options.ui.notify(String(error), 'error'));
	let current = open(options.tree);
	let changes: SettingsChange = {};
	const settings = (): SessionSettings => {
		const own = options.settings();
		const {steeringMode = own.steeringMode, followUpMode = own.followUpMode} = changes;
		const {model} = state.get();
		const compaction = {
			...own.compaction,
			...limitsFor(own.compaction, own.compaction.modelOverrides, model),
			enabled: changes.autoCompaction ?? own.compaction.enabled,
		};
		const retry = {...own.retry, enabled: changes.autoRetry ?? own.retry.enabled};
		return {...own, steeringMode, followUpMode, compaction, retry};
	};
	const refresh = () => state.set(sessionState(current, state.get()));
	const appended = (entry: SessionEntry) => {
		current.totals.appended(entry);
		refresh();
		return entry;
	};

	const patch = (part: Partial<HarnessState>) => state.set({...state.get(), ...part});

	return {
		options,
		state,
		hub,
		hooks: options.hooks ?? noHooks,
		work: createWork({
			show: activity => patch({activity}),
			tell: failure => options.ui.notify(failure.message, 'error'),
		}),
		now: options.now ?? Date.now,
		override: change => {
			changes = {...changes, ...change};
		},
		settings,
		tree: () => current.tree,
		otherWriter: () => writerOf(current),
		release: () => current.owned.release(),
		replaceTree(tree) {
			current.owned.release();
			current = open(tree);
			refresh();
		},
		patch,
		append: body => appended(current.tree.append(body)),
		recordMessage: message => appended(record(current.tree, message)),
		projection: () => current.projection(),
		refresh,
	};
}
