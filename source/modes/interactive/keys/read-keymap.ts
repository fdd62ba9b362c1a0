import fs from 'node:fs';
import path from 'node:path';
import {createKeymap, type Keymap, toPlatform} from './keymap.ts';

function readOverrides(folder: string): {overrides: unknown; problem?: string} {
	const file = path.join(folder, 'keybindings.json');
	if (!fs.existsSync(file)) return {overrides: {}};
	try {
		return {overrides: JSON.parse(fs.readFileSync(file, 'utf8'))};
	} catch (error) {
		return {overrides: {}, problem: `${file}: ${String(error)}; the usual keys are used`};
	}
}

/** The keys, with those of `keybindings.json`; and what is wrong with that file. */
export function readKeymap(folder: string): {keymap: Keymap; problems: readonly string[]} {
	const {overrides, problem} = readOverrides(folder);
	const keymap = createKeymap({platform: toPlatform(process.platform, process.env), overrides});
	return {keymap, problems: [...(problem === undefined ? [] : [problem]), ...keymap.problems]};
}
