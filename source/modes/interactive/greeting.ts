import path from 'node:path';
import type {Harness} from '../../harness/index.ts';
import {noteStart} from './app-state.ts';
import type {InteractiveOptions} from './interactive-options.ts';
import type {Keymap} from './keys/keymap.ts';
import {type Found, tipTexts, welcomeText} from './onboarding.ts';

function lookAround({session, registry, resources}: Harness): Found {
	const {model} = session.getState();
	const {contextFiles, skills, templates} = resources();
	return {
		model: model && model.provider !== 'demo' ? model.name : undefined,
		providers: registry.available().filter(id => id !== 'demo'),
		instructions: contextFiles.map(file => path.basename(file.path)),
		skills: skills.length,
		prompts: templates.length,
	};
}

export type GreetingParts = {
	readonly options: InteractiveOptions;
	readonly keymap: Keymap;
	readonly harness: Harness;
	notice(text: string): void;
};

/** A first word to a newcomer, one after an update, and otherwise a tip. */
export async function greet({options, keymap, harness, notice}: GreetingParts): Promise<void> {
	const {configHome, version, isQuiet, settings} = options;
	if (isQuiet) return;
	try {
		const {before, tipsShown} = await noteStart(configHome, version);
		const tips = tipTexts(keymap);
		const tip = tips[tipsShown % tips.length];
		if (before === undefined) notice(welcomeText(lookAround(harness), keymap));
		else if (before !== version) notice(`bough is now ${version}; /changelog says what is new.`);
		else if (settings.get().tips && tip !== undefined) notice(`Tip: ${tip}`);
	} catch {
		// A home that cannot be written is reported when something has to be kept there.
	}
}
