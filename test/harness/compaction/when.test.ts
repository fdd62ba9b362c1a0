import {expect, test} from 'vitest';
import {
	automaticStop,
	hasShrunk,
	isFull,
	limitsFor,
	noteFailure,
} from '../../../source/harness/compaction/when.ts';
import type {EntryBody} from '../../../source/harness/session/entries.ts';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
import {assistant, compaction, fileOf, newTree, user} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const usual = {reserveTokens: 16_384, keepRecentTokens: 20_000};
const model = {provider: 'p', id: 'm'};

test('each number of an override counts by itself, and only for its model', () => {
	const overrides = {'p/m': {reserveTokens: 0}, 'p/other': {keepRecentTokens: 5}};
	expect(limitsFor(usual, overrides, model)).toEqual({reserveTokens: 0, keepRecentTokens: 20_000});
	expect(limitsFor(usual, overrides, {provider: 'q', id: 'm'})).toEqual(usual);
	expect(limitsFor(usual, undefined, undefined)).toEqual(usual);
});

test.each([-1, 1.5, Number.NaN, Number.MAX_VALUE])('%d is no number of tokens', reserveTokens => {
	expect(limitsFor(usual, {'p/m': {reserveTokens}}, model)).toEqual(usual);
});

test.each([
	[{tokens: 83_616, window: 100_000, reserveTokens: 16_384}, false],
	[{tokens: 83_617, window: 100_000, reserveTokens: 16_384}, true],
	[{tokens: null, window: 100_000, reserveTokens: 0}, false],
	[{tokens: 5, window: 0, reserveTokens: 0}, false],
	[{tokens: 4000, window: 8192, reserveTokens: 16_384}, false],
	[{tokens: 4097, window: 8192, reserveTokens: 16_384}, true],
])('%o is full: %s', (fullness, expected) => {
	expect(isFull(fullness)).toBe(expected);
});

test('a summary must shorten the request by a tenth at least', () => {
	expect([hasShrunk(1000, 900), hasShrunk(1000, 901), hasShrunk(1000, 2000)]).toEqual([
		true,
		false,
		false,
	]);
});

const after = (...bodies: readonly EntryBody[]) => {
	const tree = createSession({cwd: '/', sessions: undefined});
	for (const body of bodies) tree.append(body);
	return automaticStop(tree);
};

const hi = user('hi');
const good = assistant('good');
const bad = assistant('', {stopReason: 'error'});
const cut = compaction('notes');
const failure: EntryBody = {
	type: 'custom',
	customType: 'bough.compaction-failed',
	data: {reason: 'busy'},
};

const allowed: readonly (readonly [string, readonly EntryBody[]])[] = [
	['nothing', []],
	['two compactions in a row', [hi, cut, cut]],
	['compactions with answers between', [hi, cut, good, cut, good, cut, good, cut]],
	['one failure', [hi, failure]],
	['failures before a compaction', [hi, failure, failure, cut]],
	['failures before an answer', [hi, failure, failure, good]],
];

test.each(allowed)('after %s a compaction may start by itself', (_what, bodies) => {
	expect(after(...bodies)).toBe(undefined);
});

const stopped: readonly (readonly [string, readonly EntryBody[], string])[] = [
	['two failures', [hi, failure, failure], 'Compaction failed 2 times in a row: busy'],
	[
		'failures over several turns',
		[hi, failure, bad, hi, failure, hi],
		'Compaction failed 2 times in a row: busy',
	],
	[
		'three compactions with an answer between',
		[hi, cut, bad, cut, good, cut, bad],
		'The conversation was compacted 3 times with 1 answers in between, and still does not fit.',
	],
];

test.each(stopped)('after %s none starts by itself any more', (_what, bodies, reason) => {
	expect(after(...bodies)).toBe(reason);
});

test('a restart does not begin the attempts anew, and another branch is another matter', () => {
	const tree = newTree(tempFolder());
	const first = tree.append(hi);
	noteFailure(tree, 'busy');
	noteFailure(tree, 'no headings');
	const opened = openSession(fileOf(tree));
	expect(automaticStop(opened)).toBe('Compaction failed 2 times in a row: no headings');
	opened.moveTo(first.id);
	expect(automaticStop(opened)).toBe(undefined);
});
