import {noteVersion} from './app-state.ts';
import type {InteractiveOptions} from './interactive-options.ts';

/** A first word to a newcomer, and one after an update; never twice. */
export async function greet(
	{configHome, version, isQuiet}: InteractiveOptions,
	notice: (text: string) => void,
): Promise<void> {
	if (isQuiet) return;
	try {
		const before = await noteVersion(configHome, version);
		if (before === undefined) {
			notice('Welcome to bough. Say what you want done; /help shows commands and keys.');
		} else if (before !== version)
			notice(`bough is now ${version}; CHANGELOG.md says what is new.`);
	} catch {
		// A home that cannot be written is reported when something has to be kept there.
	}
}
