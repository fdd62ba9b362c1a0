import type {Model} from '../../source/ai/index.ts';

/** A model with plain properties; a test says what it needs otherwise. */
export const testModel = (changes: Partial<Model> = {}): Model => ({
	id: 'm-1',
	name: 'Model One',
	api: 'openai-completions',
	provider: 'acme',
	baseUrl: 'http://127.0.0.1:9/v1',
	reasoning: false,
	input: ['text'],
	cost: {input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5},
	contextWindow: 100_000,
	maxTokens: 8000,
	...changes,
});
