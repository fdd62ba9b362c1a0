import os from 'node:os';
import {openSettings, placesFor} from '../harness/index.ts';
import type {Mode} from './pick-mode.ts';
import type {Surroundings} from './set-up.ts';

/** Where and for whom this process runs; settings as far as they are the person's own. */
export function surroundingsOf(mode: Mode, isOffline = false): Surroundings {
	// Children see it as well.
	if (isOffline) process.env.BOUGH_OFFLINE = '1';
	const cwd = process.cwd();
	const userHome = os.homedir();
	const places = placesFor(cwd, process.env, userHome);
	const settings = openSettings(places.home, places.pi);
	return {mode, cwd, environment: process.env, userHome, places, settings};
}
