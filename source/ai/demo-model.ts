import type {Model} from './model.ts';

/** A fixed script that understands a few plain requests and really runs the tools. It says what it is. */
export const demoModel: Model = {
	id: 'script',
	name: 'Demo (scripted, no AI)',
	api: 'demo',
	provider: 'demo',
	baseUrl: 'demo:',
	reasoning: false,
	input: ['text'],
	cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0},
	contextWindow: 128_000,
	maxTokens: 8192,
};
