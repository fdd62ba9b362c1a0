import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EntryBody} from '../../../source/harness/session/entries.ts';
import {forkSession} from '../../../source/harness/session/fork.ts';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
import {projectPath} from '../../../source/harness/session/projection.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const user = (text: string): EntryBody => ({
	type: 'message',
	message: {role: 'user', content: [{type: 'text', text}], timestamp: 1},
});
const texts = (tree: {entries(): readonly {readonly type: string}[]}) =>
	tree.entries().flatMap(entry => JSON.stringify(entry).match(/"text":"([^"]*)"/)?.[1] ?? []);

const written = (count: number) => {
	const folder = tempFolder();
	const tree = createSession({cwd: folder, sessions: folder});
	for (let index = 0; index < count; index += 1) tree.append(user(`message ${index}`));
	return {tree, file: tree.file ?? ''};
};

describe('a session file', () => {
	it('appears with the first thing that is said, in a private folder', () => {
		const folder = tempFolder();
		const tree = createSession({cwd: '/home/u/app', sessions: path.join(folder, 'sessions')});
		tree.append({type: 'thinking_level_change', thinkingLevel: 'off'});
		expect(fs.existsSync(tree.file ?? '')).toBe(false);
		tree.append(user('hi'));
		expect(path.dirname(tree.file ?? '')).toBe(path.join(folder, 'sessions', '--home-u-app--'));
		expect(fs.statSync(tree.file ?? '').mode & 0o777).toBe(0o600);
		expect(fs.statSync(path.dirname(tree.file ?? '')).mode & 0o777).toBe(0o700);
		expect(openSession(tree.file ?? '').entries()).toEqual(tree.entries());
	});

	it('loses nothing but the record it was cut in, wherever that is', () => {
		const {file} = written(4);
		const bytes = fs.readFileSync(file);
		const start = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
		for (let at = start; at <= bytes.length; at += 1) {
			const cut = path.join(path.dirname(file), `cut-${at}.jsonl`);
			fs.writeFileSync(cut, bytes.subarray(0, at));
			const tree = openSession(cut);
			tree.append(user('after'));
			const again = openSession(cut);
			const whole = at >= bytes.length - 1;
			expect(texts(again)).toEqual([
				'message 0',
				'message 1',
				'message 2',
				...(whole ? ['message 3'] : []),
				'after',
			]);
			expect(again.path()).toHaveLength(again.size());
			expect(tree.problems).toHaveLength(whole || at === start ? 0 : 1);
		}
	});

	it('keeps every readable line of a damaged file, connected, and the bytes as they were', () => {
		const {file} = written(6);
		const lines = fs.readFileSync(file, 'utf8').split('\n');
		lines[3] = `\0\0${lines[3]?.slice(0, 40)}`;
		lines[5] = `${lines[5]}${lines[6]}`;
		lines.splice(6, 1);
		fs.writeFileSync(file, lines.join('\n'));
		const tree = openSession(file);
		expect(texts(tree)).toEqual(['message 0', 'message 1', 'message 3', 'message 4', 'message 5']);
		expect(tree.path()).toHaveLength(5);
		expect(tree.problems.map(({line}) => line)).toEqual([4, 6]);
		expect(fs.readFileSync(`${file}.damaged`, 'utf8')).toBe(lines.join('\n'));
	});

	it('keeps records of kinds it does not know, in their place', () => {
		const {file, tree} = written(1);
		const strange = {
			type: 'future_thing',
			id: 'abcd1234',
			parentId: tree.leafId(),
			timestamp: 'x',
			payload: [1],
		};
		fs.appendFileSync(file, `${JSON.stringify(strange)}\n`);
		const opened = openSession(file);
		opened.append(user('on'));
		expect(opened.path().map(({type}) => type)).toEqual(['message', 'future_thing', 'message']);
		expect(openSession(file).entries()[1]).toEqual(strange);
	});

	it('says that a file is no session, and leaves it alone', () => {
		const folder = tempFolder({'x.jsonl': '{"hello":1}\n'});
		expect(() => openSession(path.join(folder, 'x.jsonl'))).toThrow(
			'x.jsonl is not a session file',
		);
		expect(fs.readFileSync(path.join(folder, 'x.jsonl'), 'utf8')).toBe('{"hello":1}\n');
	});

	it('is as before when it cannot be written', () => {
		const {tree, file} = written(2);
		fs.rmSync(file);
		fs.mkdirSync(file);
		const before = {leaf: tree.leafId(), size: tree.size()};
		expect(() => tree.append(user('lost?'))).toThrow(file);
		expect({leaf: tree.leafId(), size: tree.size()}).toEqual(before);
	});

	it('brings a list of version 1 to the tree of version 3', () => {
		const rows = [
			{type: 'session', id: 's', timestamp: 't', cwd: '/x'},
			{type: 'message', timestamp: 't', message: {role: 'user', content: 'a', timestamp: 1}},
			{
				type: 'message',
				timestamp: 't',
				message: {role: 'hookMessage', content: 'b', customType: 'c', display: true, timestamp: 1},
			},
			{type: 'compaction', timestamp: 't', summary: 'sum', firstKeptEntryIndex: 2, tokensBefore: 5},
		];
		const folder = tempFolder({'old.jsonl': rows.map(row => `${JSON.stringify(row)}\n`).join('')});
		const tree = openSession(path.join(folder, 'old.jsonl'));
		expect(tree.header.version).toBe(3);
		expect(tree.path()).toHaveLength(3);
		expect(projectPath(tree.path()).messages.map(({role}) => role)).toEqual([
			'compactionSummary',
			'custom',
		]);
	});
});

describe('a tree', () => {
	it('equals a plain model under any walk', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(30)), {maxLength: 40}), steps => {
				const tree = createSession({cwd: '/', sessions: undefined});
				const parents = new Map<string, string | null>();
				let leaf: string | null = null;
				for (const [jumps, pick] of steps) {
					const ids = [...parents.keys()];
					if (jumps && ids.length > 0) {
						leaf = ids[pick % ids.length] ?? null;
						tree.moveTo(leaf);
					} else {
						const {id} = tree.append(user('x'));
						parents.set(id, leaf);
						leaf = id;
					}
				}

				const expected: string[] = [];
				for (let at = leaf; at !== null; at = parents.get(at) ?? null) expected.unshift(at);
				expect(tree.path().map(({id}) => id)).toEqual(expected);
				for (const id of parents.keys()) {
					expect(tree.childrenOf(id)).toEqual(
						[...parents].filter(([, parent]) => parent === id).map(([child]) => child),
					);
				}
			}),
		);
	});

	it('shows labels and names as they were given last', () => {
		const {tree, file} = written(1);
		const target = tree.leafId() ?? '';
		tree.append({type: 'label', targetId: target, label: 'here'});
		tree.append({type: 'session_info', name: ' My\nwork '});
		const opened = openSession(file);
		expect([opened.label(target), opened.name()]).toEqual(['here', 'My work']);
		opened.append({type: 'label', targetId: target});
		expect(openSession(file).label(target)).toBeUndefined();
	});

	it('forks a path with its ids and labels, and names its parent', () => {
		const {tree, file} = written(3);
		const [first, second] = tree.entries();
		tree.append({type: 'label', targetId: first?.id ?? '', label: 'start'});
		const folder = tempFolder();
		const fork = forkSession(tree, second?.id ?? null, {cwd: '/y', sessions: folder});
		expect(
			fork
				.entries()
				.slice(0, 2)
				.map(({id}) => id),
		).toEqual([first?.id, second?.id]);
		expect(fork.label(first?.id ?? '')).toBe('start');
		expect(fork.header.parentSession).toBe(file);
		expect(openSession(fork.file ?? '').size()).toBe(3);
	});

	it('projects edits and the latest compaction', () => {
		const tree = createSession({cwd: '/', sessions: undefined});
		const a = tree.append(user('a'));
		const b = tree.append(user('b'));
		tree.append(user('c'));
		tree.append({type: 'context_edit', targetId: b.id, replacement: {content: 'B'}});
		tree.append({type: 'context_edit', targetId: a.id, replacement: null});
		expect(
			JSON.stringify(
				projectPath(tree.path()).messages.map(message => 'content' in message && message.content),
			),
		).toBe('["B",[{"type":"text","text":"c"}]]');
		tree.append({type: 'compaction', summary: 'S', firstKeptEntryId: b.id, tokensBefore: 9});
		tree.append(user('d'));
		expect(projectPath(tree.path()).ids.slice(1, 2)).toEqual([b.id]);
		expect(projectPath(tree.path()).messages.map(({role}) => role)).toEqual([
			'compactionSummary',
			'user',
			'user',
			'user',
		]);
	});
});
