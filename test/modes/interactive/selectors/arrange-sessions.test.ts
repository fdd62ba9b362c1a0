import {expect, test} from 'vitest';
import type {SessionInfo} from '../../../../source/harness/index.ts';
import {
	type SessionView,
	toSessionRows,
} from '../../../../source/modes/interactive/selectors/arrange-sessions.ts';
import {filterRows} from '../../../../source/modes/interactive/selectors/filter.ts';

const hour = 3_600_000;

const session = (path: string, fields: Partial<SessionInfo> = {}): SessionInfo => ({
	id: `id-of-${path}`,
	path,
	size: 100,
	cwd: '/home/u/app',
	created: 0,
	said: 0,
	modified: 0,
	messageCount: 4,
	firstMessage: '',
	lastMessage: '',
	text: '',
	tokens: 0,
	cost: 0,
	title: path,
	...fields,
});

const usual: SessionView = {
	order: 'recent',
	isNamedOnly: false,
	showsFolders: false,
	current: 'b',
	now: 3 * hour,
};

const sessions = [
	session('d', {parentSession: 'b', modified: 2 * hour, title: 'deep fork', cost: 2}),
	session('b', {parentSession: 'a', title: 'Branch', name: 'Branch', cost: 1}),
	session('c', {parentSession: 'gone', text: 'the parser fails on "half a line" of input'}),
	session('a', {title: 'about it', lastMessage: 'It is done.', cost: 0.5}),
];

const labels = (view: Partial<SessionView>) =>
	toSessionRows(sessions, {...usual, ...view}).map(({label}) => label);

test('a row tells when something was said, how much, and what it cost; the end of the talk is a closer look', () => {
	const rows = toSessionRows(sessions, {...usual, showsFolders: true});
	expect(rows.map(({hint}) => hint)).toEqual([
		'1 h ago · 4 messages · $2.00 · /home/u/app',
		'this one · 4 messages · $1.00 · /home/u/app',
		'3 h ago · 4 messages · /home/u/app',
		'3 h ago · 4 messages · $0.50 · /home/u/app',
	]);
	expect(rows[3]?.about).toBe('It is done.');
});

test('the order is by time, by origin, by name or by cost', () => {
	expect(labels({})).toEqual(['deep fork', 'Branch', 'c', 'about it']);
	expect(labels({order: 'threads'})).toEqual(['c', 'about it', '└ Branch', '  └ deep fork']);
	expect(labels({order: 'name'})).toEqual(['about it', 'Branch', 'c', 'deep fork']);
	expect(labels({order: 'cost'})).toEqual(['deep fork', 'Branch', 'about it', 'c']);
});

test('named ones can be shown alone', () => {
	expect(labels({isNamedOnly: true})).toEqual(['Branch']);
});

test('sessions that name each other as their origin are shown all the same', () => {
	const circle = [session('x', {parentSession: 'y'}), session('y', {parentSession: 'x'})];
	expect(toSessionRows(circle, {...usual, order: 'threads'})).toHaveLength(2);
});

test.each([
	['words in any order, also of what was said', 'input parser', ['c']],
	['the beginning of an id', 'id-of-a', ['about it']],
	['a phrase', '"half a line"', ['c']],
	['a phrase that does not occur', '"line half"', []],
	['a regular expression', 're:^b.*h', ['Branch']],
	['a regular expression that is still being typed', 're:[', []],
	['letters of a title with one left out', 'brnch', ['Branch']],
	['nothing', '  ', ['deep fork', 'Branch', 'c', 'about it']],
])('sessions are found by %s', (_what, query, expected) => {
	const found = filterRows(toSessionRows(sessions, usual), query);
	expect(found.map(({label}) => label)).toEqual(expected);
});

test('two thousand sessions are arranged and searched while one types', () => {
	const many = Array.from({length: 2000}, (_, index) =>
		session(`s${index}`, {text: 'word '.repeat(300), parentSession: `s${index - 1}`}),
	);
	const rows = toSessionRows(many, {...usual, order: 'threads'});
	expect(rows).toHaveLength(2000);
	expect(filterRows(rows, 's1999 word')).toHaveLength(1);
});
