import {describe, expect, test} from 'vitest';
import type {Message, SystemMessage} from '../../source/ai/messages.ts';
import {renderSystemPrompt, systemState, toConversation} from '../../source/ai/system-state.ts';

const system = (changes: Partial<SystemMessage>): SystemMessage => ({
	role: 'system',
	content: '',
	timestamp: 1,
	...changes,
});
const tool = (name: string, description = name) => ({name, description, parameters: {}});
const user: Message = {role: 'user', content: 'hi', timestamp: 2};

describe('system messages', () => {
	test('add up: text is joined, sections and tools are set, changed in their place or removed', () => {
		const state = systemState([
			system({
				content: 'Base.',
				sections: {preamble: 'You help.', tools: 'old', rules: 'be kind'},
				toolsAdded: [tool('read'), tool('bash')],
			}),
			user,
			system({content: [{type: 'text', text: 'More.'}], sections: {tools: 'new', rules: null}}),
			system({toolsRemoved: [{name: 'read'}], toolsAdded: [tool('read', 'better'), tool('grep')]}),
		]);
		expect(state).toEqual({
			content: 'Base.\n\nMore.',
			sections: [
				['preamble', 'You help.'],
				['tools', 'new'],
			],
			tools: [tool('bash'), tool('read', 'better'), tool('grep')],
		});
	});

	test('become one prompt: each section in a tag of its name, the preamble bare', () => {
		const sections = [
			['preamble', 'You help.'],
			['rules', 'be kind'],
			['empty', ' '],
		] as const;
		expect(renderSystemPrompt({content: 'Base.', sections, tools: []})).toBe(
			'Base.\n\nYou help.\n\n<rules>\nbe kind\n</rules>',
		);
	});

	test('are taken out of what is said', () => {
		expect(toConversation([user, system({content: 'Late.', toolsAdded: [tool('ls')]})])).toEqual({
			systemPrompt: 'Late.',
			tools: [tool('ls')],
			messages: [user],
		});
	});

	test('may be none at all, or have nothing in them', () => {
		const nothing: unknown = [{role: 'system', timestamp: 1}];
		expect(toConversation(nothing as readonly Message[])).toEqual({
			systemPrompt: '',
			tools: [],
			messages: [],
		});
	});
});
