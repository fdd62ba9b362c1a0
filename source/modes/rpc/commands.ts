import {
	exportHtml,
	exportJsonl,
	findSession,
	type Harness,
	levelsFor,
	type SessionEntry,
	type SessionStore,
	sessionStats,
	settingProblem,
	type ThinkingLevel,
	thinkingLevels,
	userTexts,
} from '../../harness/index.ts';
import {nextOf} from '../../lib/next-of.ts';
import {flag, InputError, images, type Json, optionalText, queueMode, text} from './input.ts';

export type RpcContext = {
	readonly harness: Harness;
	readonly session: SessionStore;
	/** Tells the client without being asked. */
	send(record: Json): void | Promise<void>;
};

type Command = (input: Json, context: RpcContext) => unknown;

const queue =
	(whileRunning: 'steer' | 'followUp'): Command =>
	async (input, {session}) => ({
		disposition: await session.queue(text(input, 'message'), whileRunning, images(input)),
	});

const promptCommand: Command = async (input, {session}) => {
	const behaviour = optionalText(input, 'streamingBehavior');
	const whileRunning = behaviour === 'steer' || behaviour === 'followUp' ? behaviour : undefined;
	const disposition = await session.prompt(text(input, 'message'), {
		images: images(input),
		...(whileRunning ? {whileRunning} : {}),
	});
	return {disposition};
};

const unknownModel = {id: 'unknown', name: 'unknown', provider: 'unknown', api: 'unknown'};

const getState: Command = (_input, {session}) => {
	const state = session.getState();
	const {steeringMode, followUpMode, compaction} = session.settings();
	return {
		model: state.model ?? unknownModel,
		thinkingLevel: state.level,
		isStreaming: state.activity === 'running' || state.activity === 'retrying',
		isCompacting: state.activity === 'compacting',
		steeringMode,
		followUpMode,
		...(state.sessionFile === undefined ? {} : {sessionFile: state.sessionFile}),
		sessionId: state.sessionId,
		...(state.sessionName === undefined ? {} : {sessionName: state.sessionName}),
		autoCompactionEnabled: compaction.enabled,
		messageCount: session.messages().length,
		pendingMessageCount: state.queue.steering.length + state.queue.followUp.length,
	};
};

const setModel: Command = async (input, {harness, session}) => {
	const provider = text(input, 'provider');
	const id = text(input, 'modelId');
	const usable = harness.registry.available().includes(provider);
	const model = usable ? await harness.registry.find(provider, id) : undefined;
	if (!model) throw new Error(`Model not found: ${provider}/${id}`);
	session.setModel(model);
	return model;
};

const cycleModel: Command = async (_input, {harness: {selection}, session}) => {
	const next = await selection.cycle(1);
	if (!next) return null;
	const isScoped = selection.scope().length > 0;
	return {model: next.model, thinkingLevel: session.getState().level, isScoped};
};

function level(input: Json): ThinkingLevel {
	const name = text(input, 'level');
	const found = thinkingLevels.find(known => known === name);
	if (found) return found;
	throw new InputError(`"level" must be one of ${thinkingLevels.join(', ')}`);
}

const cycleLevel: Command = (_input, {session}) => {
	const state = session.getState();
	const next = nextOf(levelsFor(state.model), other => other === state.level);
	if (!next) return null;
	session.setThinkingLevel(next);
	return {level: next};
};

const getEntries: Command = (input, {session}) => {
	const since = optionalText(input, 'since');
	const entries = session.tree().entries();
	const at = since === undefined ? -1 : entries.findIndex(({id}) => id === since);
	if (since !== undefined && at < 0) throw new Error(`Entry not found: ${since}`);
	return {entries: entries.slice(at + 1), leafId: session.tree().leafId()};
};

const getRequest: Command = async (input, {session}) => {
	const {payload, ...report} = await session.inspectRequest();
	// It may be large: images and all.
	return input.payload === true ? {...report, payload} : report;
};

type Node = {
	readonly entry: SessionEntry;
	readonly children: Node[];
	readonly label?: string;
	readonly labelTimestamp?: string;
};

const getTree: Command = (_input, {session}) => {
	const tree = session.tree();
	const nodes = new Map<string, Node>();
	const roots: Node[] = [];
	for (const entry of tree.entries()) {
		const mark = tree.labels().get(entry.id);
		const label = mark ? {label: mark.label, labelTimestamp: mark.timestamp} : {};
		const node: Node = {entry, children: [], ...label};
		nodes.set(entry.id, node);
		const parent = entry.parentId === null ? undefined : nodes.get(entry.parentId);
		(parent?.children ?? roots).push(node);
	}

	return {tree: roots, leafId: tree.leafId()};
};

const lastAnswer: Command = (_input, {session}) => {
	const answer = session.messages().findLast(message => message.role === 'assistant');
	if (answer?.role !== 'assistant') return {};
	const said = answer.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
	return said === '' ? {} : {text: said};
};

/** `key` names a setting, with dots where one lies in another; null goes back to what is usual. */
const setSetting: Command = async (input, {harness}) => {
	const keys = text(input, 'key').split('.');
	const {value} = input;
	const scope = optionalText(input, 'scope') ?? 'person';
	if (value === undefined) throw new InputError('"value" is missing; null takes the setting back');
	if (scope !== 'person' && scope !== 'project')
		throw new InputError('"scope" must be "person" or "project"');
	const [first = '', ...inner] = keys;
	const change = {
		[first]: inner.reduceRight<unknown>((below, key) => ({[key]: below}), value ?? undefined),
	};
	const problem = settingProblem(change, scope);
	if (problem !== undefined) throw new InputError(problem);
	await harness.settings.save(change, scope);
};

const done = {cancelled: false};

const sourceInfo = (path: string) => ({
	path,
	source: 'local',
	scope: 'user',
	origin: 'top-level',
});

/** The commands of the protocol, by type. */
export const rpcCommands: Readonly<Record<string, Command>> = {
	prompt: promptCommand,
	steer: queue('steer'),
	follow_up: queue('followUp'),
	abort: (_input, {session}) => session.abort(),
	clear_queue: (_input, {session}) => {
		const {steering, followUp} = session.clearQueue();
		return {steering: steering.map(item => item.text), followUp: followUp.map(item => item.text)};
	},
	get_state: getState,
	get_messages: (_input, {session}) => ({messages: session.messages()}),
	set_model: setModel,
	cycle_model: cycleModel,
	get_available_models: async (_input, {harness}) => ({
		models: await harness.selection.available(),
	}),
	set_thinking_level: (input, {session}) => session.setThinkingLevel(level(input)),
	cycle_thinking_level: cycleLevel,
	get_available_thinking_levels: (_input, {session}) => ({
		levels: levelsFor(session.getState().model),
	}),
	set_steering_mode: (input, {session}) => session.override({steeringMode: queueMode(input)}),
	set_follow_up_mode: (input, {session}) => session.override({followUpMode: queueMode(input)}),
	compact: (input, {session}) => session.compact(optionalText(input, 'customInstructions')),
	set_auto_compaction: (input, {session}) =>
		session.override({autoCompaction: flag(input, 'enabled')}),
	set_auto_retry: (input, {session}) => session.override({autoRetry: flag(input, 'enabled')}),
	abort_retry: (_input, {session}) => session.abortRetry(),
	bash: (input, {session, send}) =>
		session.runBash(text(input, 'command'), {
			excludeFromContext: input.excludeFromContext === true,
			onDelta: delta =>
				void send({
					type: 'bash_execution_update',
					...(typeof input.id === 'string' ? {id: input.id} : {}),
					delta,
				}),
		}),
	abort_bash: (_input, {session}) => session.abortBash(),
	get_session_stats: (_input, {session}) => sessionStats(session),
	get_request: getRequest,
	new_session: async (_input, {session}) => ({cancelled: !(await session.newSession())}),
	switch_session: async (input, {session}) => ({
		cancelled: !(await session.openSession(text(input, 'sessionPath'))),
	}),
	fork: async (input, {session}) => {
		const said = await session.fork(text(input, 'entryId'));
		return said === undefined ? {cancelled: true} : {text: said, ...done};
	},
	clone: async (_input, {session}) => ({cancelled: !(await session.clone())}),
	navigate_tree: (input, {session}) => {
		const customInstructions = optionalText(input, 'customInstructions');
		const label = optionalText(input, 'label');
		return session.navigate(text(input, 'entryId'), {
			summarize: input.summarize === true,
			...(customInstructions === undefined ? {} : {customInstructions}),
			...(label === undefined ? {} : {label}),
		});
	},
	set_hidden: (input, {session}) =>
		session.setHidden(text(input, 'entryId'), flag(input, 'hidden')),
	edit_context: (input, {session}) =>
		session.editContext(text(input, 'entryId'), optionalText(input, 'content') ?? null),
	set_label: (input, {session}) =>
		session.setLabel(text(input, 'entryId'), optionalText(input, 'label')),
	export_html: (input, {session}) => ({
		path: exportHtml(session.tree(), session.getState().cwd, optionalText(input, 'outputPath')),
	}),
	export_jsonl: (input, {session}) => ({
		path: exportJsonl(session.tree(), session.getState().cwd, optionalText(input, 'outputPath')),
	}),
	reload: (_input, {harness}) => harness.reload(),
	get_settings: (_input, {harness}) => ({
		settings: harness.settings.get(),
		person: harness.settings.given('person'),
		project: harness.settings.given('project'),
	}),
	set_setting: setSetting,
	resume: async (input, {harness, session}) => {
		const id = text(input, 'sessionId');
		const {sessions} = harness;
		const file = sessions && (await findSession(sessions, session.getState().cwd, id));
		if (!file) throw new Error(`Session not found: ${id}`);
		await session.openSession(file);
		return done;
	},
	get_fork_messages: (_input, {session}) => ({messages: userTexts(session.tree().entries())}),
	get_entries: getEntries,
	get_tree: getTree,
	get_last_assistant_text: lastAnswer,
	set_session_name: (input, {session}) => {
		const name = text(input, 'name').trim();
		if (name === '') throw new Error('Session name cannot be empty');
		session.setName(name);
	},
	get_commands: (_input, {harness}) => ({
		commands: [
			...harness.resources().templates.map(({name, description, path}) => ({
				name,
				description,
				source: 'prompt',
				sourceInfo: sourceInfo(path),
			})),
			...harness.resources().skills.map(({name, description, path}) => ({
				name: `skill:${name}`,
				description,
				source: 'skill',
				sourceInfo: sourceInfo(path),
			})),
		],
	}),
};
