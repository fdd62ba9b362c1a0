// A provider that no file knows of, asked with and without a session.
import {createAgentSession, ModelRuntime, SessionManager} from 'bough';

const modelRuntime = await ModelRuntime.create();
await modelRuntime.registerProvider('house', {
	baseUrl: process.env.HOUSE_URL ?? 'http://127.0.0.1:8080/v1',
	api: 'openai-completions',
	apiKey: 'not needed',
	models: [{id: 'house-model', name: 'House model', contextWindow: 32_768, maxTokens: 4096}],
});
const model = modelRuntime.getModel('house', 'house-model');
if (!model) throw new Error('The model is not there.');

const answer = await modelRuntime.complete(model, {
	systemPrompt: 'Answer in one word.',
	messages: [{role: 'user', content: 'What is the capital of France?', timestamp: Date.now()}],
});
console.log(answer.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(''));

const {session} = await createAgentSession({
	model,
	modelRuntime,
	sessionManager: SessionManager.inMemory(),
});
await session.prompt('And of Italy?');
console.log(session.getLastAssistantText());
await session.dispose();
