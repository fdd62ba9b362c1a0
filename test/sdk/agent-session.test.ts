import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	type AgentSessionEvent,
	createAgentSession,
	createCodingTools,
	createReadTool,
	ModelRuntime,
	SessionManager,
	SettingsManager,
} from '../../source/index.ts';
import {setUpModel} from '../helpers/model-server.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

type Plans = Parameters<typeof setUpModel>[1];

async function open(plans: Plans, options: Parameters<typeof createAgentSession>[0] = {}) {
	const {home, cwd, server} = await setUpModel('openai-completions', plans);
	const modelRuntime = await ModelRuntime.create({agentDir: home, environment: {}});
	const created = await createAgentSession({
		...{cwd, agentDir: home, modelRuntime},
		sessionManager: SessionManager.inMemory(cwd),
		...options,
	});
	const events: AgentSessionEvent[] = [];
	created.session.subscribe(event => {
		events.push(event);
	});
	return {...created, modelRuntime, events, home, cwd, server};
}

describe('a session of a program', () => {
	it('tells the answer as it grows, with the whole so far', async () => {
		const {session, events} = await open([{text: 'Hello'}]);
		await session.prompt('hi');
		const updates = events.flatMap(event => (event.type === 'message_update' ? [event] : []));
		expect(updates.map(({assistantMessageEvent: {type}}) => type)).toEqual([
			'text_start',
			'text_delta',
			'text_end',
		]);
		expect(updates.at(-1)?.message.content).toEqual([{type: 'text', text: 'Hello'}]);
		expect(events.at(-1)).toEqual({type: 'agent_settled', aborted: false});
		expect([session.isIdle, session.getLastAssistantText()]).toEqual([true, 'Hello']);
		expect(session.state.messages.map(({role}) => role)).toEqual(['system', 'user', 'assistant']);
	});

	it('reads nothing of a project that nobody trusts', async () => {
		const {home} = await setUpModel('openai-completions', []);
		const cwd = tempFolder({
			'AGENTS.md': 'FOREIGN',
			'.bough/settings.json': '{"defaultThinkingLevel": "max"}',
			'.bough/skills/lure/SKILL.md': '---\nname: lure\ndescription: a lure\n---\n',
		});
		const options = {cwd, agentDir: home, sessionManager: SessionManager.inMemory(cwd)};
		const {session, notices} = await createAgentSession(options);
		expect(session.resourceLoader.getSkills().skills.map(({name}) => name)).not.toContain('lure');
		expect(session.resourceLoader.getAgentsFiles().agentsFiles).toEqual([]);
		expect(notices.join()).toMatch(/trust/);
		const trusted = await createAgentSession({...options, trust: true});
		expect(trusted.session.resourceLoader.getSkills().skills.map(({name}) => name)).toContain(
			'lure',
		);
	});

	it('queues while it works, gives the queue back and stops', async () => {
		const {session} = await open([{call: ['bash', {command: 'sleep 5'}]}, {text: 'never'}]);
		const running = session.prompt('go');
		await new Promise<void>(resolve => {
			session.subscribe(event => {
				if (event.type === 'tool_execution_start') resolve();
			});
		});
		await expect(session.prompt('too soon')).rejects.toThrow(/work|run/);
		await session.steer('now');
		await session.followUp('later');
		expect(session.pendingMessageCount).toBe(2);
		expect(session.clearQueue()).toEqual({steering: ['now'], followUp: ['later']});
		await session.abort();
		await running;
		expect(session.isStreaming).toBe(false);
	});

	it('refuses a tool that there is not, and offers those that were named', async () => {
		await expect(open([], {tools: ['reed']})).rejects.toThrow(
			/There is no tool reed\. These can be had: read, /,
		);
		const {session} = await open([], {tools: ['read', 'ls'], excludeTools: ['ls']});
		expect(session.getActiveToolNames()).toEqual(['read']);
		session.setActiveToolsByName(['grep', 'nonsense']);
		expect(session.getActiveToolNames()).toEqual(['grep']);
	});

	it('opens without a model and says how to connect one', async () => {
		const home = tempFolder();
		const cwd = tempFolder();
		const {session, modelFallbackMessage} = await createAgentSession({
			...{cwd, agentDir: home},
			modelRuntime: await ModelRuntime.create({agentDir: home, environment: {}}),
			settingsManager: SettingsManager.inMemory({localServers: false}),
			sessionManager: SessionManager.inMemory(cwd),
		});
		expect(modelFallbackMessage).toMatch(/No model is configured\./);
		await expect(session.prompt('hi')).rejects.toThrow(/No model/);
	});

	it('goes on with what a session had', async () => {
		const {session, home, cwd} = await open([{text: 'one'}], {
			sessionManager: SessionManager.create('/w', tempFolder()),
		});
		await session.prompt('hi');
		session.setThinkingLevel('high');
		await session.dispose();
		const again = await createAgentSession({
			...{cwd, agentDir: home},
			sessionManager: SessionManager.open(session.sessionFile ?? ''),
		});
		expect(again.session.messages.length).toBe(3);
		expect(again.session.sessionId).toBe(session.sessionId);
	});
});

describe('tools without a session', () => {
	it('work in their folder and share what they saw', async () => {
		const cwd = tempFolder({'a.txt': 'one\n'});
		const [read, , edit] = createCodingTools(cwd);
		const change = {path: 'a.txt', edits: [{oldText: 'one', newText: 'two'}]};
		await read?.execute('1', {path: 'a.txt'}, undefined, undefined);
		await edit?.execute('2', change, undefined, undefined);
		expect(fs.readFileSync(path.join(cwd, 'a.txt'), 'utf8')).toBe('two\n');
	});

	it('say what is wrong with their arguments', async () => {
		const read = createReadTool(tempFolder());
		await expect(read.execute('1', {file: 3}, undefined, undefined)).rejects.toThrow(/path/);
	});
});

describe('models without a session', () => {
	it('answer, with events that carry what there is so far', async () => {
		const {modelRuntime} = await open([{text: 'Paris'}]);
		const [model] = await modelRuntime.getAvailable();
		if (!model) throw new Error('no model');
		const stream = modelRuntime.stream(model, {
			messages: [{role: 'user', content: 'Capital of France?', timestamp: 1}],
		});
		const types: string[] = [];
		for await (const event of stream) types.push(event.type);
		expect(types).toEqual(['start', 'text_start', 'text_delta', 'text_end', 'done']);
		expect((await stream.result()).content).toEqual([{type: 'text', text: 'Paris'}]);
	});

	it('are refused with a sentence when there is no key, and described by a program', async () => {
		const modelRuntime = await ModelRuntime.create({agentDir: tempFolder(), environment: {}});
		const claude = modelRuntime.getModels('anthropic')[0];
		if (!claude) throw new Error('no model');
		expect(modelRuntime.hasConfiguredAuth('anthropic')).toBe(false);
		const asked = modelRuntime.complete(claude, {messages: []});
		await expect(asked).rejects.toThrow(/There is no key for anthropic/);
		await modelRuntime.setRuntimeApiKey('anthropic', 'k');
		expect((await modelRuntime.getAuth(claude)).apiKey).toBe('k');
		await modelRuntime.removeRuntimeApiKey('anthropic');
		expect(modelRuntime.hasConfiguredAuth('anthropic')).toBe(false);
		await expect(modelRuntime.registerProvider('x', {models: [{}]})).rejects.toThrow(
			/The provider x: /,
		);
	});
});
