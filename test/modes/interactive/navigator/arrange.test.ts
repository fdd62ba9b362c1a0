import {describe, expect, it} from 'vitest';
import {setHidden} from '../../../../source/harness/session/hidden.ts';
import {createSession} from '../../../../source/harness/session/open.ts';
import type {SessionTree} from '../../../../source/harness/session/tree.ts';
import {
	type Arranging,
	arrange,
	type TreeFilter,
} from '../../../../source/modes/interactive/navigator/arrange.ts';
import {entryLine} from '../../../../source/modes/interactive/navigator/entry-line.ts';
import {endOfTurn, toOutline} from '../../../../source/modes/interactive/navigator/outline.ts';
import {assistant, call, ticking, toolResult, user} from '../../../helpers/session-builder.ts';

const plain: Arranging = {
	filter: 'default',
	folded: new Set(),
	showsHidden: false,
	matches: undefined,
};

/** The rows as text: two spaces a level, `+` where a branch begins, `*` where a part can be folded. */
function drawn(tree: SessionTree, arranging: Partial<Arranging> = {}): readonly string[] {
	const outline = toOutline(tree);
	const arrangement = arrange(outline, {...plain, ...arranging});
	return Array.from({length: arrangement.count}, (_, index) => {
		const row = arrangement.row(index);
		const entry = tree.entry(outline.heads[row?.node ?? -1]?.id ?? '');
		if (!row || !entry) return 'nothing';
		const {text, tools} = entryLine(entry);
		const marks = `${row.isBranch ? '+' : ''}${row.isStart ? '*' : ''}${row.isFolded ? `~${row.below}` : ''}`;
		return `${'  '.repeat(row.level)}${marks}${text || tools}`;
	});
}

const newTree = () => createSession({cwd: '/p', sessions: undefined, now: ticking()});

/** one → two, with two other answers to one, and a step with a tool in the line that was taken. */
function forked() {
	const tree = newTree();
	const one = tree.append(user('one')).id;
	const first = tree.append(assistant('first')).id;
	tree.moveTo(one);
	const second = tree.append(assistant('second')).id;
	tree.append(user('more'));
	tree.moveTo(one);
	const step = tree.append(assistant('', {calls: [call('c', 'read', {path: 'a.ts'})]})).id;
	const result = tree.append(toolResult('c', 'text of a', 'read')).id;
	const last = tree.append(assistant('third')).id;
	return {tree, one, first, second, step, result, last};
}

describe('the rows of a tree', () => {
	it('keep the way that was taken at its level, and put other branches before it one level in', () => {
		expect(drawn(forked().tree)).toEqual([
			'*one',
			'  +*first',
			'  +*second',
			'  more',
			'*read a.ts',
			'third',
		]);
	});

	it('follow where the session stands: another leaf is another straight line', () => {
		const {tree, first} = forked();
		tree.moveTo(first);
		expect(drawn(tree)).toEqual([
			'*one',
			'  +*second',
			'  more',
			'  +*read a.ts',
			'  third',
			'*first',
		]);
	});

	it('leave out what is folded, and say how much that is', () => {
		const {tree, second, one} = forked();
		expect(drawn(tree, {folded: new Set([second])})).toEqual([
			'*one',
			'  +*first',
			'  +*~1second',
			'*read a.ts',
			'third',
		]);
		expect(drawn(tree, {folded: new Set([one])})).toEqual(['*~5one']);
	});

	it.each([
		['no-tools', ['*one', '  +*first', '  +*second', '  more', '*third']],
		['user-only', ['*one', 'more']],
		['labeled-only', ['*second']],
	] satisfies [TreeFilter, string[]][])('show what the filter %s lets through', (filter, rows) => {
		const {tree, second, last} = forked();
		tree.append({type: 'label', targetId: second, label: 'good'});
		tree.moveTo(last);
		expect(drawn(tree, {filter})).toEqual(rows);
	});

	it('show every entry when all are asked for', () => {
		const {tree} = forked();
		tree.append({type: 'model_change', provider: 'a', modelId: 'b'});
		expect(drawn(tree, {filter: 'all'}).slice(4)).toEqual([
			'*read a.ts',
			'text of a',
			'third',
			'a/b',
		]);
	});

	it('keep hidden branches out of sight until they are asked for, but never the way one is on', () => {
		const {tree, second, step, last} = forked();
		setHidden(tree, second, true);
		tree.moveTo(last);
		setHidden(tree, step, true);
		tree.moveTo(last);
		expect(drawn(tree)).toEqual(['*one', '  +*first', '*read a.ts', 'third']);
		expect(drawn(tree, {showsHidden: true})).toHaveLength(6);
	});

	it('keep a search out of folds', () => {
		const {tree, one} = forked();
		const outline = toOutline(tree);
		const matches = (node: number) => {
			const entry = tree.entry(outline.heads[node]?.id ?? '');
			return entry !== undefined && entryLine(entry).text.includes('more');
		};
		expect(drawn(tree, {folded: new Set([one]), matches})).toEqual(['*more']);
	});

	it('find the row of an entry that has none by going up to one that has', () => {
		const {tree, result, step} = forked();
		const outline = toOutline(tree);
		const {rowOf} = arrange(outline, plain);
		expect(rowOf(outline.numberOf(result))).toBe(rowOf(outline.numberOf(step)));
		expect(rowOf(-1)).toBe(-1);
	});

	it('lay out thirty thousand entries in one line without running out of stack', () => {
		const tree = newTree();
		for (let count = 0; count < 30_000; count += 1) tree.append(user(`${count}`));
		const {count, row} = arrange(toOutline(tree), plain);
		expect([count, row(29_999)?.level]).toEqual([30_000, 0]);
	});

	it('are none for a session without entries', () => {
		expect(drawn(newTree())).toEqual([]);
	});
});

it('a turn ends with the last result of its calls', () => {
	const {tree, step, result, last} = forked();
	const outline = toOutline(tree);
	const end = (id: string) => outline.heads[endOfTurn(outline, outline.numberOf(id))]?.id;
	expect([end(step), end(last)]).toEqual([result, last]);
});
