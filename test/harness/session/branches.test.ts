import {expect, test} from 'vitest';
import {branchesOf} from '../../../source/harness/session/branches.ts';
import {rememberLeaf} from '../../../source/harness/session/navigate.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {createTotals} from '../../../source/harness/session/totals.ts';
import {assistant, usageOf, user} from '../../helpers/session-builder.ts';

const paid = (text: string, total: number) =>
	assistant(text, {
		usage: usageOf({
			totalTokens: 1,
			cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total},
		}),
	});

test('each end of the tree is a branch with what the way to it cost; what only annotates is none', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	tree.append(user('first'));
	const fork = tree.append(paid('one', 1));
	tree.append(user('left'));
	const left = tree.append(paid('two', 2));
	tree.append({type: 'label', targetId: left.id, label: 'l'});
	tree.moveTo(fork.id);
	rememberLeaf(tree);
	tree.append(user('right  way'));
	const right = tree.append(paid('three', 4));
	tree.append({type: 'session_info', name: 'n'});
	const {branches, count} = branchesOf(tree, createTotals(tree), 5);
	expect(count).toBe(2);
	expect(branches.map(({usage, ...rest}) => ({...rest, cost: usage.cost.total}))).toEqual([
		{tip: right.id, isCurrent: true, prompt: 'right way', cost: 5},
		{tip: left.id, isCurrent: false, prompt: 'left', cost: 3},
	]);
	expect(branchesOf(tree, createTotals(tree), 1).branches).toHaveLength(1);
});

test('a session in which nothing was said has no branches', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	tree.append({type: 'session_info', name: 'n'});
	expect(branchesOf(tree, createTotals(tree), 5)).toEqual({branches: [], count: 0});
});
