import {randomUUID} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {fetchFor} from '../../ai/index.ts';
import {makePrivateFolder} from '../config-file.ts';
import {type Credentials, createCredentials} from '../credentials.ts';
import type {Environment} from '../key-value.ts';
import type {Settings} from '../resources/settings-schema.ts';
import {builtInFlows} from './flows/index.ts';

/** A silent server is given up on by those who ask it. */
const idleMs = 60_000;

/** Tells services that this is the same installation as before; it says nothing about the person. */
function installationId(home: string): string {
	const file = path.join(home, 'installation-id');
	try {
		return fs.readFileSync(file, 'utf8').trim();
	} catch {
		// The first time.
		const id = randomUUID();
		makePrivateFolder(home);
		fs.writeFileSync(file, `${id}\n`, {mode: 0o600});
		return id;
	}
}

export type OpenCredentials = {
	readonly home: string;
	readonly environment: Environment;
	/** Default: auth.json in the home. */
	readonly file?: string;
	readonly settings?: {get(): Pick<Settings, 'signIn'>};
};

/** Keys and sign-ins of a home, with the ways to sign in that come with bough. */
export function openCredentials(options: OpenCredentials): Credentials {
	const {home, environment, settings} = options;
	const flows = builtInFlows({
		fetch: async (input, init) => (await fetchFor(environment, idleMs))(input, init),
		choiceFor: provider => settings?.get().signIn[provider] ?? {},
		installationId: () => installationId(home),
		now: Date.now,
	});
	return createCredentials({...options, flows});
}
