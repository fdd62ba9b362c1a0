import path from 'node:path';
import {isRecord} from '../lib/is-record.ts';
import {changeConfigFile, problemText, readConfigFile} from './config-file.ts';
import {inspectProject, type ProjectResource} from './inspect-project.ts';
import {ancestors, realPath} from './resources/project-root.ts';
import type {UserInterface} from './user-interface.ts';

export type TrustOptions = {
	readonly cwd: string;
	readonly userHome: string;
	/** Holds trust.json, out of reach of any project. */
	readonly home: string;
	/** From the command line, for this run. */
	readonly flag: boolean | undefined;
	readonly setting: 'ask' | 'always' | 'never';
	/** Instructions such as AGENTS.md need trust as well. */
	readonly contextFilesNeedTrust: boolean;
	readonly ui: UserInterface;
};

export type Trust = {
	readonly isTrusted: boolean;
	/** What is there and stays unused, for the person. */
	readonly notice?: string;
};

type Json = Readonly<Record<string, unknown>>;

/** Hashes of what was trusted, by path from the folder of the entry. */
type Saved =
	| {readonly kind: 'no'}
	/** Written by hand as a bare `true`: whatever the folder holds, now and later. */
	| {readonly kind: 'all'}
	| {readonly kind: 'these'; readonly folder: string; readonly hashes: Json};

function toSaved(folder: string, value: unknown): Saved | undefined {
	if (typeof value === 'boolean') return {kind: value ? 'all' : 'no'};
	if (!isRecord(value)) return undefined;
	if (value.trusted === false) return {kind: 'no'};
	return value.trusted === true && isRecord(value.resources)
		? {kind: 'these', folder, hashes: value.resources}
		: undefined;
}

const trustFile = (home: string): string => path.join(home, 'trust.json');

/** The decision for the nearest folder upwards that has one. */
function savedFor({home, ui}: TrustOptions, cwd: string): Saved | undefined {
	const {value, problems} = readConfigFile(trustFile(home));
	for (const problem of problems) ui.notify(problemText(problem), 'warning');
	for (const folder of ancestors(cwd).toReversed()) {
		const saved = Object.hasOwn(value, folder) ? toSaved(folder, value[folder]) : undefined;
		if (saved) return saved;
	}

	return undefined;
}

type Change = 'new' | 'changed';

function changesSince(saved: Saved | undefined, resource: ProjectResource): Change | undefined {
	if (saved?.kind !== 'these' || resource.hash === undefined) return undefined;
	const before = saved.hashes[path.relative(saved.folder, resource.path)];
	if (before === resource.hash) return undefined;
	return before === undefined ? 'new' : 'changed';
}

const mostLines = 24;

function listed(resources: readonly ProjectResource[], saved: Saved | undefined): string {
	const lines = resources.map(resource => {
		const change = changesSince(saved, resource);
		return `  ${resource.kind}: ${resource.name}${change ? ` (${change})` : ''}`;
	});
	const rest = lines.length - mostLines;
	return (rest > 0 ? [...lines.slice(0, mostLines), `  and ${rest} more`] : lines).join('\n');
}

function ignored(resources: readonly ProjectResource[]): string {
	const names = resources.map(({kind, name}) => `${kind} ${name}`);
	const shown = names.slice(0, 8).join(', ');
	const more = names.length > 8 ? ` and ${names.length - 8} more` : '';
	return `This project is not trusted, so its own files are not used: ${shown}${more}. Open bough here to decide, or trust it for one run with --approve.`;
}

const answers = ['Trust these files', 'Not now', 'Never in this folder'] as const;

type Keeping = Pick<TrustOptions, 'cwd' | 'home' | 'ui'>;

async function save(options: Keeping, value: unknown): Promise<void> {
	const folder = realPath(options.cwd) ?? options.cwd;
	try {
		await changeConfigFile(trustFile(options.home), [{path: [folder], value}], {mode: 0o600});
	} catch (error) {
		// The answer holds for this run; it will be asked for again.
		options.ui.notify(error instanceof Error ? error.message : String(error), 'error');
	}
}

function saveTrust(options: Keeping, resources: readonly ProjectResource[]): Promise<void> {
	const folder = realPath(options.cwd) ?? options.cwd;
	const hashes = resources.flatMap(({path: file, hash}) =>
		hash === undefined ? [] : [[path.relative(folder, file), hash] as const],
	);
	return save(options, {trusted: true, resources: Object.fromEntries(hashes)});
}

/** The person made the project's files what they are: it is trusted with exactly these. */
export function rememberTrust(options: Keeping & Pick<TrustOptions, 'userHome'>): Promise<void> {
	const cwd = realPath(options.cwd) ?? options.cwd;
	return saveTrust(options, inspectProject({...options, cwd, contextFiles: false}));
}

async function ask(
	options: TrustOptions,
	resources: readonly ProjectResource[],
	saved: Saved | undefined,
): Promise<Trust> {
	const {ui, cwd} = options;
	const title =
		saved === undefined
			? 'Do you trust this project?'
			: 'This project changed since you trusted it. Do you still?';
	const answer = await ui.ask({
		kind: 'select',
		title,
		message: `These files of ${cwd} can run code and give orders to the model:\n${listed(resources, saved)}`,
		options: answers,
	});
	if (answer === answers[0]) {
		await saveTrust(options, resources);
		return {isTrusted: true};
	}

	if (answer === answers[2]) await save(options, {trusted: false});
	return {isTrusted: false, notice: ignored(resources)};
}

/**
 * Whether a project's own files count. Decided before any of them is used, from what the person said: for this run,
 * for this folder and exactly this content, or for all projects. Nobody there to ask means no.
 */
export async function decideTrust(options: TrustOptions): Promise<Trust> {
	const {cwd, userHome, flag, setting, contextFilesNeedTrust, ui} = options;
	if (flag === true) return {isTrusted: true};
	const place = realPath(cwd) ?? cwd;
	const saved = savedFor(options, place);
	if (flag === undefined && saved?.kind === 'all') return {isTrusted: true};
	const resources = inspectProject({cwd: place, userHome, contextFiles: contextFilesNeedTrust});
	// Nothing is there that could do harm, and nothing is lost by not looking.
	if (resources.length === 0) return {isTrusted: false};
	const refused: Trust = {isTrusted: false, notice: ignored(resources)};
	if (flag === false) return refused;
	// The person said never: no need to hear of it at each start.
	if (saved?.kind === 'no') return ui.canAsk ? {isTrusted: false} : refused;
	const isUnchanged =
		saved?.kind === 'these' && resources.every(each => changesSince(saved, each) === undefined);
	if (isUnchanged || setting === 'always') return {isTrusted: true};
	return setting === 'ask' && ui.canAsk ? ask(options, resources, saved) : refused;
}
