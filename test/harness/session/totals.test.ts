import {appendFileSync} from 'node:fs';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {emptyUsage, type Usage} from '../../../source/ai/index.ts';
import type {EntryBody} from '../../../source/harness/session/entries.ts';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
import {addUsage, createTotals} from '../../../source/harness/session/totals.ts';
import {
	assistant,
	compaction,
	fileOf,
	newTree,
	toolResult,
	usageOf,
	user,
} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

/** A usage of n tokens that cost n parts of 64 dollars, which add up without rounding. */
const paid = (tokens: number): Usage =>
	usageOf({
		input: tokens,
		totalTokens: tokens,
		cost: {...emptyUsage.cost, input: tokens / 64, total: tokens / 64},
	});

const result = toolResult('c', 'text');
const withUsage: EntryBody = {
	type: 'message',
	message: {...toolResult('c', 'says "usage":{"input":5}').message, ...{usage: paid(4)}},
};
const everything: readonly EntryBody[] = [
	user('"usage":{"input":1,"output":1,"cost":{}}'),
	assistant('one', {usage: paid(1)}),
	assistant('failed', {stopReason: 'error', usage: paid(2)}),
	result,
	withUsage,
	{...compaction('sum'), usage: paid(8)},
	{type: 'branch_summary', fromId: 'root', summary: 'x', usage: paid(16)},
	{type: 'usage', kind: 'cache_warm', provider: 'local', model: 'other', usage: paid(32)},
];

test('everything that was paid counts, whatever kind of entry holds it', () => {
	const tree = newTree(tempFolder());
	for (const body of everything) tree.append(body);
	for (const one of [tree, openSession(fileOf(tree))]) {
		const totals = createTotals(one);
		expect(totals.totals()).toEqual({branch: paid(63), file: paid(63)});
		expect(Object.fromEntries(totals.byModel())).toEqual({
			'local/small': paid(3),
			'local/other': paid(32),
			'': paid(28),
		});
	}
});

test('an abandoned branch stays in the total of the file and leaves that of the branch', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	const totals = createTotals(tree);
	const one = tree.append(assistant('one', {usage: paid(1)}));
	const two = tree.append(assistant('two', {usage: paid(2)}));
	expect(totals.totals()).toEqual({branch: paid(3), file: paid(3)});
	tree.moveTo(one.id);
	expect(totals.totals()).toEqual({branch: paid(1), file: paid(3)});
	totals.appended(tree.append(assistant('three', {usage: paid(4)})));
	expect(totals.totals()).toEqual({branch: paid(5), file: paid(7)});
	expect(totals.branchTo(two.id)).toEqual(paid(3));
	expect(totals.branchTo(null)).toEqual(emptyUsage);
});

test('what another process paid is counted as well', () => {
	const tree = newTree(tempFolder());
	const one = tree.append(assistant('one', {usage: paid(1)}));
	const totals = createTotals(tree);
	expect(totals.totals().file).toEqual(paid(1));
	const theirs = {...one, id: 'ffff0000', parentId: one.id};
	appendFileSync(fileOf(tree), `${JSON.stringify(theirs)}\n`);
	totals.appended(tree.append(assistant('two', {usage: paid(2)})));
	expect(totals.totals()).toEqual({branch: paid(3), file: paid(4)});
});

test('numbers that are missing count as nothing, and a missing sum is made', () => {
	const partial: Usage = JSON.parse('{"input":1,"output":2,"cost":{"total":0.5}}');
	expect(addUsage(partial, emptyUsage)).toEqual(
		usageOf({input: 1, output: 2, totalTokens: 3, cost: {...emptyUsage.cost, total: 0.5}}),
	);
	expect(addUsage(usageOf({reasoning: 1}), usageOf({cacheWrite1h: 2}))).toEqual(
		usageOf({reasoning: 1, cacheWrite1h: 2}),
	);
});

test('a branch never costs more than the file, and equals the sum of its entries', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(30), fc.boolean())), steps => {
			const tree = createSession({cwd: '/', sessions: undefined});
			const totals = createTotals(tree);
			for (const [cost, jump, tell] of steps) {
				if (jump < tree.size()) tree.moveTo(tree.heads()[jump]?.id ?? null);
				const entry = tree.append(assistant('x', {usage: paid(cost)}));
				if (tell) totals.appended(entry);
				const {branch, file} = totals.totals();
				const costs = tree.path().map(one => one.type === 'message' && one.message);
				const sum = costs.reduce(
					(total, message) =>
						total + (message && message.role === 'assistant' ? message.usage.input : 0),
					0,
				);
				expect(branch.input).toBe(sum);
				expect(branch.input).toBeLessThanOrEqual(file.input);
			}
		}),
	);
});
