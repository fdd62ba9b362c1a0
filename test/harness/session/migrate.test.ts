import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {migrateRecords} from '../../../source/harness/session/migrate.ts';
import {openSession} from '../../../source/harness/session/open.ts';
import {linesOf, user} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const time = '2025-11-30T12:00:00.000Z';
const header = {type: 'session', id: 'old', timestamp: time, cwd: '/p', extra: 1};
const said = (text: string) => ({...user(text), timestamp: time});

test('a list of version 1 becomes a chain, and the first kept entry gets a name', () => {
	const records = [
		header,
		said('one'),
		said('two'),
		{type: 'compaction', timestamp: time, summary: 's', firstKeptEntryIndex: 2, tokensBefore: 9},
		said('three'),
	];
	const [newHeader, one, two, cut, three] = migrateRecords(records);
	expect(newHeader).toEqual({...header, version: 3});
	expect([one, two, cut, three]).toEqual([
		{...said('one'), id: one?.id, parentId: null},
		{...said('two'), id: two?.id, parentId: one?.id},
		{
			type: 'compaction',
			timestamp: time,
			summary: 's',
			tokensBefore: 9,
			firstKeptEntryId: two?.id,
			id: cut?.id,
			parentId: two?.id,
		},
		{...said('three'), id: three?.id, parentId: cut?.id},
	]);
	for (const record of [one, two, cut, three]) expect(record?.id).toMatch(/^[0-9a-f]{8}$/);
});

test.each([0, 99, -1])(
	'index %i of a first kept entry keeps nothing earlier',
	firstKeptEntryIndex => {
		const cut = {type: 'compaction', timestamp: time, summary: 's', firstKeptEntryIndex};
		const [, , migrated] = migrateRecords([header, said('one'), cut]);
		expect(Object.keys(migrated ?? {})).toEqual(['type', 'id', 'parentId', 'timestamp', 'summary']);
	},
);

test('version 2 only renames the role of hook messages', () => {
	const hook = {
		type: 'message',
		id: 'h',
		parentId: null,
		timestamp: time,
		message: {role: 'hookMessage', customType: 'x', content: 'y', display: true},
	};
	const foreign = {type: 'zzz', id: 'f', parentId: 'h', timestamp: time};
	expect(migrateRecords([{...header, version: 2}, hook, foreign])).toEqual([
		{...header, version: 3},
		{...hook, message: {...hook.message, role: 'custom'}},
		foreign,
	]);
});

test.each([3, 4])('version %i is left as it is', version => {
	const records = [{...header, version}, said('one')];
	expect(migrateRecords(records)).toEqual(records);
});

test('an old file is rewritten once when it is opened, and what cannot be read is kept beside it', () => {
	const folder = tempFolder();
	const file = path.join(folder, 'old.jsonl');
	const lines = [header, said('one'), '{"half', said('two')].map(line =>
		typeof line === 'string' ? line : JSON.stringify(line),
	);
	writeFileSync(file, lines.join('\n'));
	const tree = openSession(file, {cwd: '/'});
	expect(tree.problems).toEqual([]);
	expect(tree.header).toEqual({...header, version: 3});
	expect(linesOf(file)).toEqual([tree.header, ...tree.path()]);
	expect(tree.path().map(({id, parentId}) => [id, parentId])).toEqual([
		[expect.any(String), null],
		[tree.leafId(), tree.path()[0]?.id],
	]);
	expect(readdirSync(folder)).toEqual(['old.jsonl', 'old.jsonl.unreadable-3']);
	expect(readFileSync(`${file}.unreadable-3`, 'utf8')).toBe('{"half\n');

	const {ino} = statSync(file);
	expect(openSession(file, {cwd: '/'}).entries()).toEqual(tree.entries());
	expect(statSync(file).ino).toBe(ino);
});
