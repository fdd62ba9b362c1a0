import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {
	exportName,
	exportPath,
	forkFile,
	importSession,
	rehomeSession,
} from '../../../source/harness/session/copy.ts';
import {openSession} from '../../../source/harness/session/open.ts';
import {removeSession} from '../../../source/harness/session/remove.ts';
import {
	assistant,
	fileOf,
	linesOf,
	newTree,
	startOfTime,
	ticking,
	user,
} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

/** Two branches, a name and a label. */
const source = () => {
	const tree = newTree(tempFolder());
	const one = tree.append(user('one'));
	tree.append(assistant('two'));
	tree.append({type: 'label', targetId: one.id, label: 'start'});
	tree.moveTo(one.id);
	tree.append(assistant('other two'));
	tree.append({type: 'session_info', name: 'named'});
	return tree;
};

test('a forked file has all entries, branches, labels and names, and the source stays as it is', () => {
	const tree = source();
	const sessions = path.join(tempFolder(), 'new');
	const before = readFileSync(fileOf(tree));
	const file = forkFile(fileOf(tree), {cwd: '/new', sessions, id: 'copy', now: ticking()});
	const fork = openSession(file);
	expect(fork.header).toEqual({
		type: 'session',
		version: 3,
		id: 'copy',
		timestamp: '2026-11-30T12:00:00.000Z',
		cwd: '/new',
		parentSession: tree.file,
	});
	expect([fork.entries(), fork.leafId(), fork.name()]).toEqual([
		tree.entries(),
		tree.leafId(),
		'named',
	]);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readFileSync(fileOf(tree))).toEqual(before);
});

test('an old session is brought up to date in the copy only', () => {
	const folder = tempFolder();
	const old = path.join(folder, 'old.jsonl');
	const records = [
		{type: 'session', id: 'old', timestamp: 't', cwd: '/'},
		{...user('one'), timestamp: 't'},
	];
	writeFileSync(old, records.map(record => `${JSON.stringify(record)}\n`).join(''));
	const fork = openSession(forkFile(old, {cwd: '/new', sessions: tempFolder()}));
	expect([fork.header.version, fork.path().length, fork.problems]).toEqual([3, 1, []]);
	expect(linesOf(old)).toEqual(records);
});

test('the damage of a session is not copied, and its branches stay connected', () => {
	const tree = source();
	const lines = readFileSync(fileOf(tree), 'utf8').split('\n');
	lines[1] = 'damaged';
	const file = path.join(tempFolder(), 'damaged.jsonl');
	writeFileSync(file, lines.join('\n'));
	const fork = openSession(forkFile(file, {cwd: '/new', sessions: tempFolder()}));
	expect(fork.problems).toEqual([]);
	expect(fork.size()).toBe(tree.size() - 1);
});

test('a large session is copied whole', () => {
	const tree = newTree(tempFolder());
	for (let index = 0; index < 30; index += 1) tree.append(user('x'.repeat(200_000)));
	const fork = openSession(forkFile(fileOf(tree), {cwd: '/', sessions: tempFolder()}));
	expect(fork.entries()).toEqual(tree.entries());
});

test('a session moves to another working directory and keeps its id', () => {
	const tree = source();
	const sessions = tempFolder();
	const file = rehomeSession(fileOf(tree), {sessions, cwd: '/renamed'});
	const moved = openSession(file);
	expect(moved.header).toEqual({...tree.header, cwd: '/renamed'});
	expect(moved.entries()).toEqual(tree.entries());
	expect(path.dirname(file)).toBe(sessions);
	expect(() => statSync(fileOf(tree))).toThrow('ENOENT');

	const again = rehomeSession(file, {sessions, cwd: '/again'});
	expect([again, openSession(again).header.cwd]).toEqual([
		file.replace('.jsonl', '-1.jsonl'),
		'/again',
	]);
});

test('an imported session keeps id and working directory, and never takes the place of another', () => {
	const tree = source();
	const sessions = path.join(tempFolder(), 'sessions');
	const files = [1, 2, 3].map(() => importSession(fileOf(tree), sessions));
	expect(files.map(file => path.basename(file))).toEqual(
		['', '-1', '-2'].map(suffix =>
			path.basename(fileOf(tree)).replace('.jsonl', `${suffix}.jsonl`),
		),
	);
	expect(readFileSync(files[2] ?? '')).toEqual(readFileSync(fileOf(tree)));
	expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600);
});

test('what is no session is neither imported nor copied', () => {
	const folder = tempFolder({'a.jsonl': '{"a":1}\n', 'empty.jsonl': ''});
	const at = (name: string) => path.join(folder, name);
	for (const copy of [
		(file: string) => importSession(file, tempFolder()),
		(file: string) => forkFile(file, {cwd: '/', sessions: tempFolder()}),
	]) {
		expect(() => copy(at('a.jsonl'))).toThrow('is not a session');
		expect(() => copy(at('empty.jsonl'))).toThrow('is empty');
		expect(() => copy(at('nothing.jsonl'))).toThrow(`There is no file ${at('nothing.jsonl')}.`);
	}

	expect(readFileSync(at('empty.jsonl'), 'utf8')).toBe('');
});

test('an export is the way to the leaf alone, with the same id and no parent', () => {
	const tree = source();
	const file = path.join(
		tempFolder(),
		'deep/er',
		exportName(() => startOfTime),
	);
	exportPath(tree, file, () => startOfTime + 5);
	expect(path.basename(file)).toBe('session-2026-11-30T12-00-00-000Z.jsonl');
	const header = {...tree.header, timestamp: '2026-11-30T12:00:00.005Z'};
	expect(linesOf(file)).toEqual([header, ...tree.path()]);
	expect(() => exportPath(tree, file)).toThrow('the file exists already');
});

test('a session is put in the trash where there is one, else deleted', async () => {
	const folder = tempFolder({'a.jsonl': 'a', 'b.jsonl': 'b', 'trash/x': ''});
	const at = (name: string) => path.join(folder, name);
	const none = ['bough-no-such-program'];
	const move = ['sh', '-c', `mv "$0" "${at('trash')}"`];
	expect(await removeSession(at('a.jsonl'), [none, move])).toBe('trash');
	expect(await removeSession(at('b.jsonl'), [none])).toBe('deleted');
	expect([readdirSync(folder), readdirSync(at('trash'))]).toEqual([['trash'], ['a.jsonl', 'x']]);
	await expect(removeSession(at('c.jsonl'), [])).rejects.toThrow('there is no such file');
});
