import path from 'node:path';
import {expandHome, type Places, type SettingsStore} from '../harness/index.ts';

type Around = {
	readonly cwd: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly userHome: string;
	readonly places: Places;
	readonly settings: SettingsStore;
};

/** The flag, else the environment, else the setting, else the folder of this working directory. */
export function sessionsFolder(flag: string | undefined, surroundings: Around): string {
	const {cwd, environment, userHome, places, settings} = surroundings;
	const setting = environment.BOUGH_SESSION_DIR ? '' : settings.get().sessionDir;
	const folder = flag ?? setting;
	return folder === '' ? places.sessions : path.resolve(cwd, expandHome(folder, userHome));
}
