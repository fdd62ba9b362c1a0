import {expect, it} from 'vitest';
import {createKeymap} from '../../../source/modes/interactive/keys/keymap.ts';
import {tipTexts, welcomeText} from '../../../source/modes/interactive/onboarding.ts';

const keymap = createKeymap({platform: 'linux'});
const nothing = {model: undefined, providers: [], instructions: [], skills: 0, prompts: 0};

it('tells a newcomer without a model how to connect one, and takes them on a tour', () => {
	const text = welcomeText(nothing, keymap);
	for (const part of ['/login', 'ANTHROPIC_API_KEY', 'Ollama', 'Take a tour', '1. ', '3. '])
		expect(text).toContain(part);
	expect(text).toContain('Found here: nothing yet');
});

it('says what was found', () => {
	const found = {
		model: 'Some model',
		providers: ['openai'],
		instructions: ['AGENTS.md'],
		skills: 1,
		prompts: 3,
	};
	const text = welcomeText(found, keymap);
	expect(text).toContain('Some model answers');
	expect(text).toContain('access to openai · AGENTS.md · 1 skill · 3 slash prompts');
	expect(text).not.toContain('demo');
});

it('leaves out tips about keys that a person took away', () => {
	const own = createKeymap({platform: 'linux', overrides: {'app.history.search': []}});
	expect(tipTexts(own)).toHaveLength(tipTexts(keymap).length - 1);
});
