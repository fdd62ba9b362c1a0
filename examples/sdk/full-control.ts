// Nothing is looked for: settings, keys, instructions, tools and the session are all given.
import path from 'node:path';
import {
	createAgentSession,
	ModelRuntime,
	type ResourceLoader,
	SessionManager,
	SettingsManager,
} from 'bough';

const agentDir = process.env.AGENT_DIR ?? '/tmp/my-agent';
const modelRuntime = await ModelRuntime.create({
	authPath: path.join(agentDir, 'auth.json'),
	modelsPath: path.join(agentDir, 'models.json'),
});
const [model] = await modelRuntime.getAvailable();
if (!model) throw new Error(`No model can be used: describe one in ${agentDir}/models.json.`);

const resourceLoader: ResourceLoader = {
	getSkills: () => ({skills: [], diagnostics: []}),
	getPrompts: () => ({prompts: [], diagnostics: []}),
	getThemes: () => ({themes: [], diagnostics: []}),
	getAgentsFiles: () => ({agentsFiles: []}),
	getSystemPrompt: () => 'You read files and answer in one sentence.',
	getAppendSystemPrompt: () => [],
	reload: async () => {},
};

const cwd = process.cwd();
const {session} = await createAgentSession({
	cwd,
	agentDir,
	model,
	thinkingLevel: 'off',
	modelRuntime,
	resourceLoader,
	tools: ['read', 'ls'],
	sessionManager: SessionManager.create(cwd, path.join(agentDir, 'sessions')),
	settingsManager: SettingsManager.inMemory({
		compaction: {enabled: false},
		retry: {maxRetries: 1},
	}),
});
await session.prompt(process.argv[2] ?? 'What is here?');
console.log(session.getLastAssistantText());
console.log(session.getSessionStats().tokens);
console.log(session.sessionFile);
await session.dispose();
