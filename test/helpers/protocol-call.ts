import type {Model} from '../../source/ai/index.ts';
import type {ProtocolCall} from '../../source/ai/protocols/protocol.ts';
import {testModel} from './model.ts';

/** What a protocol is asked, with plain properties; a test says what it needs otherwise. */
export const testCall = ({
	model = {},
	...changes
}: Partial<Omit<ProtocolCall, 'model'>> & {
	readonly model?: Partial<Model>;
} = {}): ProtocolCall => ({
	model: testModel({baseUrl: 'https://models.example/v1', ...model}),
	systemPrompt: '',
	tools: [],
	messages: [{role: 'user', content: 'hi', timestamp: 1}],
	level: 'off',
	maxTokens: 1000,
	cacheRetention: 'none',
	...changes,
});
