import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {emptyUsage} from '../../../source/ai/index.ts';
import {sessionFolderName} from '../../../source/harness/paths.ts';
import {
	findSession,
	listAllSessions,
	listSessions,
	locateSession,
	newestSession,
	type SessionInfo,
} from '../../../source/harness/session/list.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {
	assistant,
	fileOf,
	startOfTime,
	ticking,
	toolResult,
	usageOf,
	user,
} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const cwd = '/home/u/app';

const session = (folder: string, id: string, options: {cwd?: string; said?: number} = {}) => {
	const tree = createSession({cwd, sessions: folder, id, now: ticking(), ...options});
	tree.append(user(`prompt of ${id}`, options.said ?? startOfTime));
	return tree;
};

const ids = (sessions: readonly SessionInfo[]) => sessions.map(one => one.id);
const indexOf = (folder: string) => path.join(folder, 'sessions.index.json');

test('a session is listed with all that a person knows it by', async () => {
	const folder = tempFolder();
	const tree = session(folder, 'one');
	const usage = usageOf({totalTokens: 7, cost: {...emptyUsage.cost, total: 0.25}});
	tree.append(assistant('first\n answer', {usage, timestamp: startOfTime + 900}));
	tree.append(toolResult('c', 'not said by anybody'));
	tree.append(user('second prompt', startOfTime + 500));
	tree.append({type: 'usage', kind: 'cache_warm', provider: 'p', model: 'm', usage});
	tree.append({type: 'session_info', name: 'old name'});
	tree.append({type: 'session_info', name: 'its\nname'});
	const [info] = await listSessions(folder, cwd);
	expect(info).toEqual({
		id: 'one',
		cwd,
		name: 'its name',
		created: startOfTime,
		said: startOfTime + 900,
		modified: startOfTime + 900,
		messageCount: 4,
		title: 'its name',
		firstMessage: 'prompt of one',
		lastMessage: 'second prompt',
		text: 'prompt of one first answer second prompt',
		tokens: 14,
		cost: 0.5,
		path: tree.file,
		size: readFileSync(fileOf(tree)).length,
	});
	tree.append({type: 'session_info', name: ''});
	expect((await listSessions(folder, cwd))[0]?.title).toBe('prompt of one');
});

test('the session last spoken in comes first, whatever was touched', async () => {
	const folder = tempFolder();
	session(folder, 'old', {said: startOfTime + 1});
	session(folder, 'new', {said: startOfTime + 3});
	const middle = session(folder, 'middle', {said: startOfTime + 2});
	const later = new Date(Date.now() + 60_000);
	utimesSync(fileOf(middle), later, later);
	expect(ids(await listSessions(folder, cwd))).toEqual(['new', 'middle', 'old']);
	expect(await newestSession(folder, cwd)).toBe(middle.file);
});

test('what is listed from the index is what a look at the files would tell', async () => {
	const folder = tempFolder();
	const tree = session(folder, 'one');
	session(folder, 'two');
	const first = await listSessions(folder, cwd);
	expect(await listSessions(folder, cwd)).toEqual(first);
	tree.append(assistant('more'));
	tree.append(user('and more'));
	const second = await listSessions(folder, cwd);
	rmSync(indexOf(folder));
	expect(await listSessions(folder, cwd)).toEqual(second);
	expect(second.find(one => one.id === 'one')?.messageCount).toBe(3);

	rmSync(fileOf(tree));
	expect(ids(await listSessions(folder, cwd))).toEqual(['two']);
	expect(readFileSync(indexOf(folder), 'utf8')).not.toContain('prompt of one');
});

test('files that did not change are not opened again', async () => {
	const folder = tempFolder();
	const tree = session(folder, 'one');
	await listSessions(folder, cwd);
	const index = readFileSync(indexOf(folder), 'utf8');
	writeFileSync(indexOf(folder), index.replaceAll('prompt of one', 'as in the index'));
	expect((await listSessions(folder, cwd))[0]?.title).toBe('as in the index');
	appendFileSync(fileOf(tree), '\n');
	expect((await listSessions(folder, cwd))[0]?.title).toBe('as in the index');
});

test.each(['', 'garbage', '{"version":0}', '{"version":1,"files":{"x.jsonl":{}}}'])(
	'a damaged index is made anew: %s',
	async content => {
		const folder = tempFolder();
		session(folder, 'one');
		writeFileSync(indexOf(folder), content);
		expect(ids(await listSessions(folder, cwd))).toEqual(['one']);
		expect(readFileSync(indexOf(folder), 'utf8')).toContain('prompt of one');
	},
);

test('a file that became shorter is looked through from its beginning', async () => {
	const folder = tempFolder();
	const tree = session(folder, 'one');
	tree.append(assistant('a long answer '.repeat(50)));
	await listSessions(folder, cwd);
	const file = fileOf(tree);
	writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n').concat('\n'));
	expect((await listSessions(folder, cwd))[0]).toMatchObject({
		messageCount: 1,
		title: 'prompt of one',
	});
});

test('a half-written line is counted once it is whole', async () => {
	const folder = tempFolder();
	const tree = session(folder, 'one');
	const line = JSON.stringify({...user('two'), id: 'aa', parentId: null, timestamp: 't'});
	appendFileSync(fileOf(tree), line.slice(0, 40));
	expect((await listSessions(folder, cwd))[0]?.messageCount).toBe(1);
	appendFileSync(fileOf(tree), `${line.slice(40)}\n`);
	expect((await listSessions(folder, cwd))[0]?.messageCount).toBe(2);
});

test('what cannot be read is shown as such; what is no session is not shown', async () => {
	const folder = tempFolder({
		'2026_broken.jsonl': '{"type":"sess\n{"half\n',
		'other.jsonl': '{"a":1}\n',
		'empty.jsonl': '',
		'notes.txt': 'x',
	});
	mkdirSync(path.join(folder, 'folder.jsonl'));
	session(folder, 'fine');
	const [unreadable, fine] = (await listSessions(folder, cwd)).toSorted((a, b) =>
		a.id.localeCompare(b.id),
	);
	expect(unreadable).toMatchObject({
		id: 'broken',
		title: '(unreadable)',
		problem: 'its header cannot be read',
	});
	expect(fine?.id).toBe('fine');
	expect((await listSessions(folder, cwd)).length).toBe(2);
	expect(await listSessions(path.join(folder, 'nowhere'), cwd)).toEqual([]);
});

test('of a very large file only both ends are read', async () => {
	const folder = tempFolder();
	const tree = session(folder, 'huge');
	const bulk = `${JSON.stringify({...user('y'.repeat(2 << 20)), id: 'aa', parentId: null, timestamp: 't'})}\n`;
	for (let index = 0; index < 36; index += 1) appendFileSync(fileOf(tree), bulk);
	tree.append({type: 'session_info', name: 'at the end'});
	const [info] = await listSessions(folder, cwd);
	expect(info).toMatchObject({name: 'at the end', firstMessage: 'prompt of huge', isPartial: true});
	expect(info?.messageCount).toBeLessThan(36);
});

test('in a folder that was chosen only sessions of the own working directory are listed', async () => {
	const shared = tempFolder();
	session(shared, 'ours');
	const theirs = session(shared, 'theirs', {cwd: '/elsewhere'});
	const later = new Date(Date.now() + 60_000);
	utimesSync(fileOf(theirs), later, later);
	expect(ids(await listSessions(shared, cwd))).toEqual(['ours']);
	expect(await newestSession(shared, cwd)).toContain('ours');
	expect(await locateSession(shared, cwd, 'theirs')).toEqual({
		path: theirs.file,
		isElsewhere: true,
	});
});

test('in the folder of a project all are listed, and those of all projects together', async () => {
	const root = tempFolder();
	const own = path.join(root, sessionFolderName(cwd));
	session(own, 'ours');
	session(own, 'moved', {cwd: '/renamed'});
	session(path.join(root, '--other--'), 'far', {cwd: '/other', said: startOfTime + 5});
	writeFileSync(path.join(root, 'stray.txt'), '');
	expect(ids(await listSessions(own, cwd)).toSorted()).toEqual(['moved', 'ours']);
	expect(ids(await listAllSessions(root)).toSorted()).toEqual(['far', 'moved', 'ours']);
	expect(ids(await listAllSessions(root))[0]).toBe('far');
});

test('a session is found by id, then by its beginning, first here and then everywhere', async () => {
	const root = tempFolder();
	const own = path.join(root, sessionFolderName(cwd));
	const other = path.join(root, '--other--');
	const abc = session(own, 'abc');
	const ab = session(own, 'ab');
	const far = session(other, 'abcdef');
	const imported = path.join(own, 'imported.jsonl');
	writeFileSync(imported, `${JSON.stringify({...abc.header, id: 'zz9'})}\n`);
	expect([
		await locateSession(own, cwd, 'ab'),
		await locateSession(own, cwd, 'abc'),
		await locateSession(own, cwd, 'abcd'),
		await locateSession(own, cwd, 'zz'),
		await locateSession(own, cwd, 'q'),
		await findSession(own, cwd, 'abcd'),
	]).toEqual([
		{path: ab.file, isElsewhere: false},
		{path: abc.file, isElsewhere: false},
		{path: far.file, isElsewhere: true},
		{path: imported, isElsewhere: false},
		undefined,
		far.file,
	]);
});

test('the newest session that is free can be asked for', async () => {
	const folder = tempFolder();
	const older = session(folder, 'older');
	const newer = session(folder, 'newer');
	const later = new Date(Date.now() + 60_000);
	utimesSync(fileOf(newer), later, later);
	writeFileSync(path.join(folder, 'no-session.jsonl'), '{"a":1}\n');
	expect(await newestSession(folder, cwd, {isFree: file => file !== newer.file})).toBe(older.file);
	expect(await newestSession(folder, cwd, {isFree: () => false})).toBe(undefined);
	expect(await newestSession(path.join(folder, 'nowhere'), cwd)).toBe(undefined);
});

test('listing can be stopped, and tells what it has on the way', async () => {
	const folder = tempFolder();
	for (const id of ['a', 'b', 'c']) session(folder, id);
	const told: number[] = [];
	await listSessions(folder, cwd, {onProgress: sessions => told.push(sessions.length)});
	expect(told).toEqual([1]);
	rmSync(indexOf(folder));
	const stopped = listSessions(folder, cwd, {signal: AbortSignal.abort(new Error('stopped'))});
	await expect(stopped).rejects.toThrow('stopped');
	expect(existsSync(indexOf(folder))).toBe(false);
});
