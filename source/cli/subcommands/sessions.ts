import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {
	exportName,
	exportPath,
	importSession,
	listAllSessions,
	listSessions,
	moveSession,
	openSession,
	type SessionInfo,
	sessionsFor,
	sessionsRoot,
} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {exitCodes} from '../exit-codes.ts';
import {sessionFile} from '../open-flags.ts';
import {sessionsFolder} from '../sessions-folder.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {say} from './package-set-up.ts';

type Work = {
	readonly words: readonly string[];
	readonly flags: {readonly all?: boolean; readonly json?: boolean; readonly named?: boolean};
	readonly cwd: string;
	/** Folder of the sessions of `cwd`. */
	readonly sessions: string;
};

function required({words}: Work, usage: string): string {
	const [word] = words;
	if (word !== undefined) return word;
	throw new UsageError(`bough sessions ${usage}`);
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

const rowOf = (all: boolean) => (one: SessionInfo) =>
	[
		day(one.modified),
		one.id.padEnd(36),
		`${one.messageCount}`.padStart(5),
		`$${one.cost.toFixed(2)}`.padStart(8),
		one.problem === undefined ? one.title.slice(0, 60) : `${one.title}: ${one.problem}`,
		...(all ? [`  ${one.cwd}`] : []),
	].join('  ');

async function list({cwd, sessions, flags}: Work): Promise<number> {
	const all = flags.all === true;
	const root = sessionsRoot(sessions, cwd) ?? sessions;
	const found = all ? await listAllSessions(root) : await listSessions(sessions, cwd);
	const shown = flags.named ? found.filter(({name}) => name !== undefined) : found;
	if (flags.json) for (const {text: _text, ...rest} of shown) say(JSON.stringify(rest));
	else for (const one of shown) say(rowOf(all)(one));
	if (shown.length === 0 && !flags.json) say(`There are no sessions in ${all ? root : sessions}.`);
	return exitCodes.ok;
}

async function move(work: Work): Promise<number> {
	const wanted = required(work, 'move <session> [folder]');
	const {cwd, sessions, words} = work;
	const target = path.resolve(cwd, words[1] ?? '.');
	if (!fs.statSync(target, {throwIfNoEntry: false})?.isDirectory())
		throw new UsageError(`There is no folder ${target}.`);
	const file = await sessionFile(wanted, sessions, cwd);
	const place = sessionsFor(sessions, cwd, target);
	say(`Moved to ${moveSession(file, {cwd: target, sessions: place})}`);
	return exitCodes.ok;
}

async function exportJsonLines(work: Work): Promise<number> {
	const wanted = required(work, 'export <session> [file.jsonl]');
	const {cwd, sessions, words} = work;
	const tree = openSession(await sessionFile(wanted, sessions, cwd));
	const file = path.resolve(cwd, words[1] ?? exportName());
	exportPath(tree, file);
	tree.close();
	say(`Wrote the way to where the session stands to ${file}`);
	return exitCodes.ok;
}

function importJsonLines(work: Work): number {
	const file = path.resolve(work.cwd, required(work, 'import <file.jsonl>'));
	say(`Imported as ${importSession(file, work.sessions)}`);
	return exitCodes.ok;
}

/** Reads every record; says what is damaged. */
function verifyOne(file: string): boolean {
	const tree = openSession(file);
	const count = tree.entries().length;
	tree.close();
	for (const {line, reason} of tree.problems) say(`${file}, line ${line}: ${reason}`);
	if (tree.problems.length === 0) say(`${file}: ${count} records, all sound`);
	return tree.problems.length === 0;
}

async function verify({words, cwd, sessions}: Work): Promise<number> {
	const named = await Promise.all(words.map(word => sessionFile(word, sessions, cwd)));
	const files = words.length > 0 ? named : (await listSessions(sessions, cwd)).map(one => one.path);
	let areSound = true;
	for (const file of files) {
		try {
			areSound = verifyOne(file) && areSound;
		} catch (error) {
			areSound = false;
			say(`${file}: ${reasonOf(error)}`);
		}
	}

	return areSound ? exitCodes.ok : exitCodes.modelError;
}

const verbs: Readonly<Record<string, (work: Work) => number | Promise<number>>> = {
	list,
	move,
	export: exportJsonLines,
	import: importJsonLines,
	verify,
};

function parse(argv: readonly string[]) {
	try {
		return parseArgs({
			args: [...argv],
			allowPositionals: true,
			options: {
				all: {type: 'boolean'},
				named: {type: 'boolean'},
				json: {type: 'boolean'},
				'session-dir': {type: 'string'},
			},
		});
	} catch (error) {
		throw new UsageError(`bough sessions: ${reasonOf(error)}`, {cause: error});
	}
}

export const sessions: RunSubcommand = async (argv, surroundings) => {
	const {values, positionals} = parse(argv);
	const [verb = 'list', ...words] = positionals;
	const act = verbs[verb];
	if (!act)
		throw new UsageError(`bough sessions ${Object.keys(verbs).join('|')}: "${verb}" is none.`);
	const folder = sessionsFolder(values['session-dir'], surroundings);
	return act({words, flags: values, cwd: surroundings.cwd, sessions: folder});
};
