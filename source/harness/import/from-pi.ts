import fs from 'node:fs';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {FileProblem} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import {changeConfigFile, readConfigFile} from '../config-file.ts';
import type {Places} from '../paths.ts';
import {settingProblem} from '../resources/check-settings.ts';
import {settingsSchema} from '../resources/settings-schema.ts';
import {linkSessions, type SessionLink, sessionsToLink} from './link-sessions.ts';

type Json = Readonly<Record<string, unknown>>;

/** One file of pi as far as it would be taken. */
export type ImportedFile = {
	readonly name: string;
	readonly from: string;
	readonly to: string;
	/** Entries that are not among ours yet. */
	readonly taken: Json;
	/** Ours say something themselves, and that stays. */
	readonly kept: readonly string[];
	/** With the reason. */
	readonly refused: readonly string[];
};

export type PiImport = {
	readonly settings: ImportedFile;
	readonly models: ImportedFile;
	readonly keys: ImportedFile;
	readonly credentials: ImportedFile;
	/** Instructions and prompts of the person: files that are copied whole. */
	readonly texts: readonly string[];
	readonly sessions: readonly SessionLink[];
	readonly problems: readonly FileProblem[];
};

export type ImportPlaces = Pick<Places, 'home' | 'pi'>;

/** Read where they are; and what pi notes about itself. */
const stays = new Set([
	...['packages', 'extensions', 'skills', 'prompts', 'themes'],
	...['lastChangelogVersion', 'npmCommand', 'selfUpdateCommand'],
]);

const texts = ['AGENTS.md', 'SYSTEM.md', 'APPEND_SYSTEM.md'];

type Source = {
	readonly name: string;
	/** The key under which the entries stand; undefined: they are the file. */
	readonly below?: string;
	problem?(name: string, value: unknown): string | undefined;
};

const entriesOf = (value: Json, below: string | undefined): Json => {
	const inner = below === undefined ? value : value[below];
	return isRecord(inner) ? inner : {};
};

function compare({home, pi}: ImportPlaces, source: Source, problems: FileProblem[]): ImportedFile {
	const {name, below, problem = () => undefined} = source;
	const from = path.join(pi.home, name);
	const to = path.join(home, name);
	const theirs = readConfigFile(from);
	const ours = readConfigFile(to);
	problems.push(...theirs.problems, ...ours.problems);
	const existing = entriesOf(ours.value, below);
	const taken: Record<string, unknown> = {};
	const kept: string[] = [];
	const refused: string[] = [];
	for (const [key, value] of Object.entries(entriesOf(theirs.value, below))) {
		const why = problem(key, value);
		if (why !== undefined) {
			if (why !== '') refused.push(`${key}: ${why}`);
		} else if (!Object.hasOwn(existing, key)) taken[key] = value;
		else if (!isDeepStrictEqual(existing[key], value)) kept.push(key);
	}

	return {name, from, to, taken, kept, refused};
}

/** Empty: it is left where it is, and that is no news. */
function settingTrouble(key: string, value: unknown): string | undefined {
	if (stays.has(key)) return '';
	if (!Object.hasOwn(settingsSchema.properties, key)) return 'bough has no such setting';
	return settingProblem({[key]: value}, 'person');
}

/** What could be taken over from pi. Changes nothing. */
export function planPiImport(places: ImportPlaces): PiImport {
	const {home, pi} = places;
	const problems: FileProblem[] = [];
	const file = (source: Source) => compare(places, source, problems);
	return {
		settings: file({name: 'settings.json', problem: settingTrouble}),
		models: file({name: 'models.json', below: 'providers'}),
		keys: file({name: 'keybindings.json'}),
		credentials: file({name: 'auth.json'}),
		texts: texts.filter(
			name => fs.existsSync(path.join(pi.home, name)) && !fs.existsSync(path.join(home, name)),
		),
		sessions: sessionsToLink(places),
		problems,
	};
}

const copyEntries = ({to, taken}: ImportedFile, below: readonly string[], mode?: number) =>
	Object.keys(taken).length === 0
		? Promise.resolve()
		: changeConfigFile(
				to,
				Object.entries(taken).map(([key, value]) => ({path: [...below, key], value})),
				mode === undefined ? {} : {mode},
			);

/** Takes it over. Nothing of pi is changed or moved. */
export async function runPiImport(
	plan: PiImport,
	{home, pi}: ImportPlaces,
	options: {readonly credentials: boolean},
): Promise<void> {
	await copyEntries(plan.settings, []);
	await copyEntries(plan.models, ['providers'], 0o600);
	await copyEntries(plan.keys, []);
	if (options.credentials) await copyEntries(plan.credentials, [], 0o600);
	for (const name of plan.texts) {
		fs.copyFileSync(path.join(pi.home, name), path.join(home, name), fs.constants.COPYFILE_EXCL);
	}

	linkSessions(plan.sessions);
}
