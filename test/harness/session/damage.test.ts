import {isUtf8} from 'node:buffer';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openSession} from '../../../source/harness/session/open.ts';
import type {SessionTree} from '../../../source/harness/session/tree.ts';
import {parseJson} from '../../../source/lib/json-lines.ts';
import {
	assistant,
	call,
	fileOf,
	newTree,
	ticking,
	toolResult,
	user,
} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const open = (file: string) => openSession(file, {cwd: '/', now: ticking()});
const idsOf = (entries: readonly {readonly id: string}[]) => entries.map(entry => entry.id);

/** A session of the given bytes; its trees see the copy at `file`. */
let copies = 0;
const written = (folder: string, bytes: Uint8Array): string => {
	copies += 1;
	const file = path.join(folder, `copy-${copies}.jsonl`);
	writeFileSync(file, bytes);
	return file;
};

/** Four messages in a row; the third is a tool call, whose record has braces within. */
const fourMessages = (folder: string): SessionTree => {
	const tree = newTree(folder);
	tree.append(user('one'));
	tree.append(assistant('two 完了 👩‍👩‍👧‍👦'));
	tree.append(assistant('', {calls: [call('c1', 'bash', {command: 'echo {"a":{}}'})]}));
	tree.append(toolResult('c1', 'four'));
	return tree;
};

const linesOf = (file: string): Buffer[] =>
	readFileSync(file, 'utf8')
		.split('\n')
		.slice(0, -1)
		.map(line => Buffer.from(line));

const joined = (lines: readonly (Buffer | string)[]): Buffer =>
	Buffer.concat(lines.flatMap(line => [Buffer.from(line), Buffer.from('\n')]));

test.each([3, 4])('a file cut at any byte of its record %i goes on after the cut', last => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const lines = linesOf(fileOf(tree)).slice(0, last + 1);
	const earlier = idsOf(tree.entries()).slice(0, last - 1);
	const whole = joined(lines);
	const start = whole.length - (lines.at(-1)?.length ?? 0) - 1;
	for (let cut = start; cut < whole.length; cut += 1) {
		const file = written(folder, whole.subarray(0, cut));
		const opened = open(file);
		const isWhole = cut === whole.length - 1;
		const problems = cut === start || isWhole ? [] : [{line: last + 1, reason: 'cut off'}];
		expect(opened.problems).toEqual(problems);

		const added = opened.append(user('after'));
		const again = open(file);
		const kept = isWhole ? [...earlier, tree.entries()[last - 1]?.id] : earlier;
		expect(idsOf(again.path())).toEqual([...kept, added.id]);
		expect(again.path().at(-1)).toEqual(added);
		expect(again.problems).toEqual(problems.map(({line}) => ({line, reason: 'not whole'})));
		// What pi does with such a tail has the same outcome.
		const ended = written(folder, Buffer.concat([whole.subarray(0, cut), Buffer.from('\n')]));
		expect(idsOf(open(ended).path())).toEqual(kept);
	}
});

test('a record glued to a half-written one is found, wherever the first one broke', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const lines = linesOf(fileOf(tree));
	const [header = '', one = '', two = '', three = Buffer.of(), four = ''] = lines;
	const ids = idsOf(tree.entries());
	for (let cut = 1; cut < three.length; cut += 1) {
		const glued = Buffer.concat([three.subarray(0, cut), Buffer.from(four)]);
		const opened = open(written(folder, joined([header, one, two, glued])));
		expect(idsOf(opened.path())).toEqual([ids[0], ids[1], ids[3]]);
		expect(opened.problems).toEqual([{line: 4, reason: 'not whole'}]);
	}
});

test('whole records on one line are separated', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const [header = '', ...rest] = linesOf(fileOf(tree));
	const glued = open(written(folder, joined([header, Buffer.concat(rest)])));
	expect(glued.entries()).toEqual(tree.entries());
	expect(glued.problems).toEqual([{line: 2, reason: 'records glued together'}]);
});

test('runs of NUL bytes cost only the record that they cover', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const [header = '', one = '', two = Buffer.of(), three = '', four = ''] = linesOf(fileOf(tree));
	const ids = idsOf(tree.entries());
	const nul = Buffer.alloc(5000);
	const halved = Buffer.concat([two.subarray(0, 150), Buffer.alloc(two.length - 150)]);

	const before = open(
		written(folder, joined([header, one, Buffer.concat([nul, two]), three, four])),
	);
	expect([before.entries(), before.problems]).toEqual([
		tree.entries(),
		[{line: 3, reason: 'NUL bytes around a record'}],
	]);

	const inside = open(written(folder, joined([header, one, halved, three, four])));
	expect([idsOf(inside.path()), inside.problems]).toEqual([
		[ids[0], ids[2], ids[3]],
		[{line: 3, reason: 'not whole'}],
	]);

	const file = written(folder, Buffer.concat([joined([header, one]), nul]));
	expect(open(file).problems).toEqual([{line: 3, reason: 'NUL bytes'}]);
	const added = open(file).append(user('after'));
	expect(idsOf(open(file).path())).toEqual([ids[0], added.id]);
});

test('bytes that are not UTF-8 are replaced, and that is said', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const [header = '', one = '', two = Buffer.of()] = linesOf(fileOf(tree));
	const at = two.indexOf('完') + 2;
	const cut = Buffer.concat([two.subarray(0, at), two.subarray(at + 1)]);
	const opened = open(written(folder, joined([header, one, cut])));
	expect(JSON.stringify(opened.path()[1])).toContain('two \ufffd了');
	expect(opened.problems).toEqual([{line: 3, reason: 'some bytes are not UTF-8'}]);
});

test('the children of lost records go to the nearest ancestor that can be read', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const a = tree.append(user('a'));
	const lost1 = tree.append(assistant('lost 1'));
	const b = tree.append(user('b'));
	tree.moveTo(lost1.id);
	const c = tree.append(user('c'));
	const lost2 = tree.append(assistant('lost 2'));
	tree.moveTo(b.id);
	const d = tree.append(assistant('d'));
	tree.moveTo(lost2.id);
	const e = tree.append(user('e'));
	const lines = linesOf(fileOf(tree));

	// lost 1 still shows its names; lost 2 shows nothing, and stood behind c.
	lines[2] = lines[2]?.subarray(0, 140) ?? Buffer.of();
	lines[5] = Buffer.from('garbage');
	const opened = open(written(folder, joined(lines)));
	expect(Object.fromEntries(opened.heads().map(head => [head.id, head.parentId]))).toEqual({
		[a.id]: null,
		[b.id]: a.id,
		[c.id]: a.id,
		[d.id]: b.id,
		[e.id]: c.id,
	});
	expect(opened.problems.map(problem => problem.line)).toEqual([3, 6]);
	expect(opened.entry(e.id)?.parentId).toBe(c.id);
});

test('damage inside a text is found when the entry is read, and the tree closes over it', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	const two = tree.append(assistant('two QUOTE'));
	const three = tree.append(user('three'));
	const text = readFileSync(fileOf(tree), 'utf8').replace('QUOTE', 'QU"TE');
	const opened = open(written(folder, Buffer.from(text)));
	expect(opened.problems).toEqual([]);
	expect(opened.path()).toEqual([one, {...three, parentId: one.id}]);
	expect(opened.childrenOf(one.id)).toEqual([three.id]);
	expect(opened.problems).toEqual([{line: 3, reason: 'damaged'}]);
	expect(opened.entry(two.id)).toBe(undefined);
});

test('a leaf that proves to be damaged gives way to its parent', () => {
	const folder = tempFolder();
	const tree = newTree(folder);
	const one = tree.append(user('one'));
	tree.append(assistant('two QUOTE'));
	tree.append(assistant('three QUOTE'));
	const text = readFileSync(fileOf(tree), 'utf8').replaceAll('QUOTE', 'QU"TE');
	const opened = open(written(folder, Buffer.from(text)));
	expect(opened.path()).toEqual([one]);
	expect(opened.append(user('four')).parentId).toBe(one.id);
});

test('a header that was destroyed does not take the session with it', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const [header = Buffer.of(), ...rest] = linesOf(fileOf(tree));
	const file = path.join(folder, '2026_the-id.jsonl');
	writeFileSync(file, joined([header.subarray(0, 20), ...rest]));
	const opened = open(file);
	expect(opened.header).toEqual({
		type: 'session',
		version: 3,
		id: 'the-id',
		timestamp: tree.entries()[0]?.timestamp,
	});
	expect(opened.path()).toEqual(tree.path());
	expect(opened.problems).toEqual([{line: 1, reason: 'not whole'}]);
});

test('what cannot be read is copied beside the session, once', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const lines = linesOf(fileOf(tree));
	lines[2] = Buffer.from([0x7b, 0xff, 0x00, 0x41]);
	lines[4] = Buffer.from('{"half');
	const file = path.join(folder, 'x.jsonl');
	writeFileSync(file, joined(lines));
	open(file);
	const copy = `${file}.unreadable-5`;
	expect(readFileSync(copy)).toEqual(joined([lines[2], lines[4]]));
	writeFileSync(copy, 'looked at');
	open(file);
	expect(readFileSync(copy, 'utf8')).toBe('looked at');
	expect(readdirSync(folder).length).toBe(3);
});

test('parents in a circle and parents that come later do not stop anything', () => {
	const folder = tempFolder();
	const record = (id: string, parentId: string | null) => ({
		...user(id),
		id,
		parentId,
		timestamp: '2026-11-30T12:00:00.000Z',
	});
	const records = [
		{type: 'session', version: 3, id: 's', timestamp: '2026-11-30T12:00:00.000Z', cwd: '/'},
		record('a', 'c'),
		record('b', 'a'),
		record('c', 'b'),
		record('d', 'e'),
		record('e', 'self'),
		record('self', 'self'),
		record('gone', 'nobody'),
	];
	const file = written(folder, joined(records.map(value => JSON.stringify(value))));
	const opened = open(file);
	const parents = Object.fromEntries(opened.heads().map(head => [head.id, head.parentId]));
	expect(parents).toEqual({a: null, b: 'a', c: 'b', d: 'e', e: 'self', self: null, gone: null});
	expect(opened.childrenOf(null)).toEqual(['self', 'gone', 'a']);
	expect(idsOf(opened.path('d'))).toEqual(['self', 'e', 'd']);
});

test('of two records with one id the later one counts, and that is said', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const lines = linesOf(fileOf(tree));
	const twin = String(lines[2]).replace('two', 'too');
	const opened = open(written(folder, joined([...lines, twin])));
	expect(opened.size()).toBe(4);
	expect(JSON.stringify(opened.entry(tree.entries()[1]?.id ?? ''))).toContain('too');
	expect(opened.problems).toEqual([
		{line: 3, reason: `the id ${tree.entries()[1]?.id} is used twice`},
	]);
});

test('records that nobody could work with are skipped by name', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const extra = [
		'[1]',
		'"text"',
		'{"type":"message","id":"m","parentId":null,"timestamp":"t"}',
		'{"type":"constructor","id":"k","parentId":null,"timestamp":"2026-11-30T12:00:00.000Z"}',
	];
	const opened = open(written(folder, joined([...linesOf(fileOf(tree)), ...extra])));
	expect(opened.problems.map(problem => problem.line)).toEqual([6, 7, 8]);
	expect(opened.leafId()).toBe('k');
});

type Harm =
	| {readonly kind: 'set' | 'insert'; readonly at: number; readonly bytes: Uint8Array}
	| {readonly kind: 'cut'; readonly at: number; readonly length: number};

function harmed(bytes: Buffer, harm: Harm): Buffer {
	const added = harm.kind === 'cut' ? Buffer.of() : Buffer.from(harm.bytes);
	const removed = {set: added.length, insert: 0, cut: 'length' in harm ? harm.length : 0};
	const rest = bytes.subarray(harm.at + removed[harm.kind]);
	return Buffer.concat([bytes.subarray(0, harm.at), added, rest]);
}

/** The id of a line that holds an entry by itself; undefined when it holds nothing readable. */
function idOfLine(line: string): string | undefined {
	const value = parseJson(line);
	if (typeof value !== 'object' || value === null) return undefined;
	const {id, type, message, timestamp} = Object.fromEntries(Object.entries(value));
	if (![id, type, timestamp].every(field => typeof field === 'string')) return undefined;
	return type !== 'message' || typeof message?.role === 'string' ? id : undefined;
}

test('random damage never costs a line that can still be read, and no entry loses its way to a root', () => {
	const folder = tempFolder();
	const tree = fourMessages(folder);
	const first = tree.entries()[0]?.id ?? null;
	for (let index = 0; index < 8; index += 1) {
		if (index % 3 === 0) tree.moveTo(first);
		tree.append(user(`text ${index} {"a":[]} \\`));
	}

	const whole = readFileSync(fileOf(tree));
	const at = fc.integer({min: whole.indexOf('\n') + 1, max: whole.length - 1});
	const harm: fc.Arbitrary<Harm> = fc.oneof(
		fc.record({kind: fc.constant('set' as const), at, bytes: fc.uint8Array({maxLength: 4})}),
		fc.record({kind: fc.constant('cut' as const), at, length: fc.nat(200)}),
		fc.record({kind: fc.constant('insert' as const), at, bytes: fc.uint8Array({maxLength: 9})}),
	);
	fc.assert(
		fc.property(fc.array(harm, {minLength: 1, maxLength: 4}), harms => {
			const bytes = harms.reduce(harmed, whole);
			const lines = bytes
				.toString()
				.split('\n')
				.slice(1)
				.filter(line => line.trim() !== '');
			const readable = lines.map(idOfLine);
			const opened = open(written(folder, bytes));
			const ids = idsOf(opened.entries());
			expect(ids).toEqual(expect.arrayContaining(readable.filter(id => id !== undefined)));
			for (const {id} of opened.heads()) {
				const path = opened.pathHeads(id);
				expect([path[0]?.parentId, path.at(-1)?.id]).toEqual([null, id]);
			}

			expect(opened.problems.length > 0).toBe(
				readable.includes(undefined) || !isUtf8(bytes) || new Set(readable).size < readable.length,
			);
		}),
		{numRuns: 300},
	);
});
