import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {editable, forkSession} from '../../../source/harness/session/fork.ts';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
import {
	assistant,
	compaction,
	fileOf,
	linesOf,
	newTree,
	ticking,
	user,
} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const target = (sessions: string | undefined) => ({cwd: '/other', sessions, now: ticking()});

test('a fork is the path with its ids and times, and names the session that it comes from', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	const two = tree.append(assistant('two'));
	tree.append(user('three'));
	const fork = forkSession(tree, two.id, {...target(folder), id: 'mine'});
	expect(fork.header).toEqual({
		type: 'session',
		version: 3,
		id: 'mine',
		timestamp: '2026-11-30T12:00:00.000Z',
		cwd: '/other',
		parentSession: tree.file,
	});
	expect(fork.path()).toEqual([one, two]);
	expect(linesOf(fileOf(fork))).toEqual([fork.header, one, two]);
	const four = fork.append(user('four'));
	expect(openSession(fileOf(fork)).path()).toEqual([one, two, four]);
});

test('labels leave the path and come back behind it, one for each kept entry, with their own time', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	tree.append({type: 'label', targetId: one.id, label: 'old'});
	const two = tree.append(assistant('two'));
	const label = tree.append({type: 'label', targetId: two.id, label: 'kept'});
	const last = tree.append(user('three'));
	const renamed = tree.append({type: 'label', targetId: one.id, label: 'new'});
	tree.append({type: 'label', targetId: last.id, label: 'not kept'});

	const fork = forkSession(tree, two.id, target(folder));
	const [first, second] = fork.path().slice(2);
	expect(fork.path()).toEqual([
		one,
		{...two, parentId: one.id},
		{...renamed, id: first?.id, parentId: two.id},
		{...label, id: second?.id, parentId: first?.id},
	]);
	expect([fork.label(one.id), fork.label(two.id), fork.labels().size]).toEqual(['new', 'kept', 2]);
});

test('a compaction that kept from a label on keeps from the next entry that is none', () => {
	const tree = newTree(tempFolder());
	const one = tree.append(user('one'));
	const label = tree.append({type: 'label', targetId: one.id, label: 'x'});
	const two = tree.append(assistant('two'));
	const cut = tree.append(compaction('sum', label.id));
	const fork = forkSession(tree, cut.id, target(undefined));
	expect(fork.entry(cut.id)).toEqual({...cut, firstKeptEntryId: two.id});
});

test('a fork in which nothing was said leaves no file until something is', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const model = tree.append({type: 'model_change', provider: 'local', modelId: 'small'});
	tree.append(user('one'));
	const fork = forkSession(tree, model.id, target(folder));
	expect([fork.path(), existsSync(fileOf(fork))]).toEqual([[model], false]);
	const said = fork.append(user('otherwise'));
	expect(openSession(fileOf(fork)).path()).toEqual([model, said]);
	expect(forkSession(tree, null, target(folder)).size()).toBe(0);
});

test('a session that has no file yet cannot be forked; one without a file can', () => {
	const tree = newTree(tempFolder());
	tree.append({type: 'model_change', provider: 'local', modelId: 'small'});
	expect(() => forkSession(tree, tree.leafId(), target(undefined))).toThrow(
		'There is nothing to copy yet: send a message first.',
	);

	const memory = createSession({cwd: '/', sessions: undefined});
	memory.append(user('one'));
	const fork = forkSession(memory, memory.leafId(), target(undefined));
	expect(fork.path()).toEqual(memory.path());
	expect(fork.header.parentSession).toBe(undefined);
});

test('what a person or an extension said can be edited, and nothing else', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	const image = {type: 'image', data: '', mimeType: 'image/png'} as const;
	const content = [{type: 'text', text: 'a'}, image, {type: 'text', text: 'b'}] as const;
	const entries = [
		tree.append(user('said')),
		tree.append({type: 'message', message: {role: 'user', content: 'plain', timestamp: 0}}),
		tree.append({type: 'custom_message', customType: 'x', content, display: true}),
		tree.append(assistant('answered')),
		tree.append({type: 'session_info', name: 'n'}),
	];
	expect(entries.map(editable)).toEqual(['said', 'plain', 'a\nb', undefined, undefined]);
});
