import {
	appendFileSync,
	chmodSync,
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
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

const cwd = '/home/u/app';
const open = (file: string) => openSession(file, {cwd, now: ticking()});
const textsOf = (tree: {path(): readonly unknown[]}) =>
	tree.path().map(entry => JSON.stringify(entry).match(/"text":"([^"]*)"/)?.[1]);

test('a session leaves no file before somebody says something, and then holds all that was before', () => {
	const folder = tempFolder();
	const tree = newTree(path.join(folder, 'new'), 'a.b-c');
	tree.append({type: 'model_change', provider: 'local', modelId: 'small'});
	tree.append({
		type: 'message',
		message: {role: 'system', content: 'You help.', timestamp: startOfTime},
	});
	expect(existsSync(fileOf(tree))).toBe(false);

	tree.append(user('hello'));
	tree.append(assistant('hi'));
	expect(fileOf(tree)).toBe(path.join(folder, 'new/2026-11-30T12-00-00-000Z_a.b-c.jsonl'));
	expect(linesOf(fileOf(tree))).toEqual([
		{type: 'session', version: 3, id: 'a.b-c', timestamp: '2026-11-30T12:00:00.000Z', cwd},
		...tree.entries(),
	]);
	expect(readFileSync(fileOf(tree), 'utf8').endsWith('}\n')).toBe(true);
});

test('files and folders of sessions are private', () => {
	const folder = tempFolder();
	const tree = newTree(path.join(folder, 'a/b'));
	tree.append(user('hello'));
	const modes = [fileOf(tree), path.join(folder, 'a/b'), path.join(folder, 'a')].map(
		name => statSync(name).mode & 0o777,
	);
	expect(modes).toEqual([0o600, 0o700, 0o700]);
});

test('what was written is there after opening, and the leaf is the last record', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const first = tree.append(user('one'));
	tree.append(assistant('two'));
	tree.moveTo(first.id);
	const last = tree.append(assistant('other two'));
	tree.append({type: 'label', targetId: first.id, label: 'start'});
	tree.append({type: 'session_info', name: ' A\r\nname '});

	const again = open(fileOf(tree));
	expect(again.header).toEqual(tree.header);
	expect(again.entries()).toEqual(tree.entries());
	expect(again.leafId()).toBe(tree.leafId());
	expect(again.path().map(entry => entry.id)).toEqual(tree.path().map(entry => entry.id));
	expect(again.childrenOf(first.id)).toContain(last.id);
	expect([again.label(first.id), again.name(), again.problems]).toEqual(['start', 'A name', []]);
	expect(again.heads()).toEqual(tree.heads());
});

test('labels and names can be taken back, and the last one counts on any branch', () => {
	const tree = createSession({cwd, sessions: undefined});
	const {id} = tree.append(user('one'));
	tree.append({type: 'label', targetId: id, label: 'a'});
	tree.append({type: 'session_info', name: 'x'});
	tree.moveTo(null);
	tree.append({type: 'label', targetId: id, label: ''});
	tree.append({type: 'session_info', name: '\n'});
	expect([tree.label(id), tree.name()]).toEqual([undefined, undefined]);
});

test('the leaf can only be moved to what is there; before the first entry grows another root', () => {
	const tree = createSession({cwd, sessions: undefined});
	const one = tree.append(user('one'));
	expect(() => tree.moveTo('nowhere')).toThrow('There is no entry nowhere in this session.');
	tree.moveTo(null);
	expect(tree.path()).toEqual([]);
	const two = tree.append(user('two'));
	expect(two.parentId).toBe(null);
	expect(tree.childrenOf(null)).toEqual([one.id, two.id]);
});

test('records of types we do not know are kept, chained and can be the leaf', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	const foreign = {
		future: {a: [1]},
		type: 'hologram',
		id: 'zz',
		parentId: one.id,
		timestamp: '2026-11-30T13:00:00.000Z',
	};
	appendFileSync(fileOf(tree), `${JSON.stringify(foreign)}\n`);
	const again = open(fileOf(tree));
	const two = again.append(user('two'));
	expect(again.path()).toEqual([one, foreign, two]);
	expect(again.path()[1]).toEqual(foreign);
});

test('a failed write leaves memory, leaf and file as they were and says where', () => {
	const folder = tempFolder();
	let room = Number.POSITIVE_INFINITY;
	const tree = createSession({
		sessions: folder,
		cwd,
		write(fd, bytes) {
			const part = bytes.subarray(0, room);
			appendFileSync(fd, part);
			return part.length;
		},
	});
	const one = tree.append(user('one'));
	const before = readFileSync(fileOf(tree), 'utf8');

	room = 25;
	expect(() => tree.append(user('two'))).toThrow(
		`${tree.file} could not be written; nothing was added: the disk is full.`,
	);
	expect([tree.leafId(), tree.entries()]).toEqual([one.id, [one]]);
	expect(readFileSync(fileOf(tree), 'utf8')).toBe(before);

	room = Number.POSITIVE_INFINITY;
	const two = tree.append(user('two'));
	expect(open(fileOf(tree)).path()).toEqual([one, two]);
});

test('a session whose first write fails can be saved later', () => {
	const folder = tempFolder();
	const blocked = path.join(folder, 'sessions');
	writeFileSync(blocked, '');
	const tree = newTree(blocked);
	const model = tree.append({type: 'model_change', provider: 'local', modelId: 'small'});
	expect(() => tree.append(user('one'))).toThrow(`${tree.file} could not be created`);
	expect(tree.entries()).toEqual([model]);

	rmSync(blocked);
	const one = tree.append(user('one'));
	expect(open(fileOf(tree)).entries()).toEqual([model, one]);
});

test('a file that is there is never written over by a new session', () => {
	const folder = tempFolder();
	const tree = newTree(folder, 'twice');
	const other = newTree(folder, 'twice');
	tree.append(user('first'));
	expect(() => other.append(user('second'))).toThrow('the file exists already');
	expect(open(fileOf(tree)).path()).toEqual(tree.path());
});

test('a path that is not there becomes a new session with that path', () => {
	const folder = tempFolder();
	const file = path.join(folder, 'x/mine.jsonl');
	const tree = open(file);
	expect([tree.file, tree.header.cwd, existsSync(file)]).toEqual([file, cwd, false]);
	tree.append(user('one'));
	expect(open(file).path()).toEqual(tree.path());
});

test('an empty file becomes a session in place', () => {
	const folder = tempFolder();
	const file = path.join(folder, 'empty.jsonl');
	writeFileSync(file, '');
	const tree = open(file);
	expect(linesOf(file)).toEqual([tree.header]);
	const one = tree.append(user('one'));
	expect(open(file).path()).toEqual([one]);
});

test.each([
	['{"a":1}\n', 'no header'],
	[
		'{"type":"message","id":"1","parentId":null,"timestamp":"t","message":{"role":"user"}}\n',
		'entry',
	],
	['# notes\nmore\n', 'prose'],
])('what is no session is refused and left alone: %s', content => {
	const folder = tempFolder();
	const file = path.join(folder, 'notes.jsonl');
	writeFileSync(file, content);
	expect(() => open(file)).toThrow(`${file} is not a session: it has no header.`);
	expect(readdirSync(folder)).toEqual(['notes.jsonl']);
	expect(readFileSync(file, 'utf8')).toBe(content);
});

test('a folder is not a session', () => {
	const folder = tempFolder();
	expect(() => open(folder)).toThrow(`${folder} is not a file.`);
});

test('a header from the future is read as it is', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	tree.append(user('one'));
	const header = {...tree.header, version: 9, galaxy: 'm31'};
	const file = path.join(folder, 'future.jsonl');
	const text = [header, ...tree.entries()].map(record => `${JSON.stringify(record)}\n`).join('');
	writeFileSync(file, text);
	expect([open(file).header, open(file).path()]).toEqual([header, tree.path()]);
	expect(readFileSync(file, 'utf8')).toBe(text);
});

test('opening writes nothing: a half-written last line may be somebody else at work', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	tree.append(user('one'));
	appendFileSync(fileOf(tree), '{"type":"mess');
	const before = readFileSync(fileOf(tree));
	expect(open(fileOf(tree)).problems).toEqual([{line: 3, reason: 'cut off'}]);
	expect([readFileSync(fileOf(tree)), readdirSync(folder).length]).toEqual([before, 1]);
});

test('what another process adds is taken in, and the own leaf stays where it is', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	const other = open(fileOf(tree));
	const theirs = other.append(assistant('theirs'));
	const ours = tree.append(assistant('ours'));
	expect(tree.entries()).toEqual([one, theirs, ours]);
	expect(tree.path()).toEqual([one, ours]);
	expect(open(fileOf(tree)).entries()).toEqual([one, theirs, ours]);
});

test('a reader follows the end of a session that grows, and only from the end', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	const follower = open(fileOf(tree));
	expect(follower.refresh()).toBe(false);
	const two = tree.append(assistant('two'));
	expect([follower.refresh(), follower.leafId()]).toEqual([true, two.id]);

	follower.moveTo(one.id);
	tree.append(user('three'));
	expect([follower.refresh(), follower.leafId(), follower.size()]).toEqual([true, one.id, 3]);
});

test('a record that is completed by its writer after we looked is taken in whole', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	const record = {...user('two'), id: 'abcdef01', parentId: one.id, timestamp: one.timestamp};
	const line = JSON.stringify(record);
	appendFileSync(fileOf(tree), line.slice(0, 30));
	const follower = open(fileOf(tree));
	appendFileSync(fileOf(tree), `${line.slice(30)}\n`);
	follower.refresh();
	expect(follower.path()).toEqual([one, record]);
});

test.each([
	['deleted', (file: string) => rmSync(file)],
	['shortened', (file: string) => truncateSync(file, 10)],
	[
		'replaced',
		(file: string) => {
			writeFileSync(`${file}.new`, readFileSync(file));
			renameSync(`${file}.new`, file);
		},
	],
])('a file that was %s under our hands is not written to', (what, harm) => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	harm(fileOf(tree));
	expect(() => tree.append(user('two'))).toThrow(new RegExp(`${tree.file} was ${what}`));
	expect(tree.leafId()).toBe(one.id);
});

test('large entries are read from the file when they are asked for', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const texts = Array.from({length: 40}, (_, index) => `${index} ${'x'.repeat(1 << 20)}`);
	for (const text of texts) tree.append(user(text));
	const again = open(fileOf(tree));
	expect(textsOf(again)).toEqual(texts);
	expect(textsOf(tree)).toEqual(texts);
});

test('text that looks like the end of a line survives', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const text = 'a\u0085b\u2028c\u2029d\u0000e\r\nf\ud800g"}\n{"type":"session","id":"x"}';
	const entry = tree.append(user(text));
	const again = open(fileOf(tree));
	expect(again.path()).toEqual([entry]);
	expect(again.problems).toEqual([]);
});

test('lines may end with a carriage return, stand between blank ones and follow a byte order mark', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	tree.append(user('one'));
	tree.append(assistant('two'));
	const file = path.join(folder, 'dos.jsonl');
	const text = readFileSync(fileOf(tree), 'utf8').replaceAll('\n', '\r\n\r\n');
	writeFileSync(file, `\ufeff${text}`);
	const again = open(file);
	expect([again.path(), again.problems]).toEqual([tree.path(), []]);
});

test('an id is custom when it can name a file, else refused', () => {
	const ids = ['a', 'a.b_c-d', 'A9'];
	expect(ids.map(id => createSession({cwd, sessions: undefined, id}).header.id)).toEqual(ids);
	for (const id of ['', '.a', 'a-', 'a/b', 'ä', 'a b']) {
		expect(() => createSession({cwd, sessions: undefined, id})).toThrow('cannot be a session id');
	}

	expect(createSession({cwd, sessions: undefined}).header.id).toMatch(
		/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
	);
});

test('a folder that cannot be written lets a session be read', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	chmodSync(fileOf(tree), 0o400);
	chmodSync(folder, 0o500);
	expect(open(fileOf(tree)).path()).toEqual([one]);
	chmodSync(folder, 0o700);
});
