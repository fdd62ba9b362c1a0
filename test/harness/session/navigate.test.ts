import {expect, test} from 'vitest';
import {hiddenBranches, setHidden} from '../../../source/harness/session/hidden.ts';
import {commonAncestor, planJump, rememberLeaf} from '../../../source/harness/session/navigate.ts';
import {openSession} from '../../../source/harness/session/open.ts';
import {projectTree} from '../../../source/harness/session/projection.ts';
import {assistant, fileOf, newTree, user} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

/** one - two - three - four, and five beside three. */
const branched = () => {
	const tree = newTree(tempFolder());
	const one = tree.append(user('one'));
	const two = tree.append(assistant('two'));
	const three = tree.append(user('three'));
	const four = tree.append(assistant('four'));
	tree.moveTo(two.id);
	const five = tree.append(user('five'));
	return {tree, one, two, three, four, five};
};

test('choosing something that was said leads before it and gives its text back', () => {
	const {tree, two, three, five} = branched();
	expect(planJump(tree, three.id)).toEqual({
		from: five.id,
		to: two.id,
		ancestor: two.id,
		leftBehind: [five.id],
		editorText: 'three',
	});
});

test('choosing anything else leads to it, and tells what the new way lacks', () => {
	const {tree, two, three, four, five} = branched();
	expect(planJump(tree, four.id)).toEqual({
		from: five.id,
		to: four.id,
		ancestor: two.id,
		leftBehind: [five.id],
		editorText: undefined,
	});
	tree.moveTo(four.id);
	expect(planJump(tree, five.id).leftBehind).toEqual([three.id, four.id]);
});

test('before the first entry everything is left behind', () => {
	const {tree, one, two, five} = branched();
	expect(planJump(tree, one.id)).toEqual({
		from: five.id,
		to: null,
		ancestor: null,
		leftBehind: [one.id, two.id, five.id],
		editorText: 'one',
	});
	tree.moveTo(null);
	expect(planJump(tree, five.id)).toMatchObject({from: null, to: two.id, leftBehind: []});
	expect(() => planJump(tree, 'nowhere')).toThrow('There is no entry nowhere');
});

test('ways that have nothing in common have no common ancestor', () => {
	const {tree, one, five} = branched();
	tree.moveTo(null);
	const other = tree.append(user('other root'));
	expect(commonAncestor(tree, five.id, other.id)).toBe(null);
	expect(commonAncestor(tree, five.id, one.id)).toBe(one.id);
	expect(commonAncestor(tree, null, one.id)).toBe(null);
});

test('a place that is remembered is where the session opens, and shows the model the same', () => {
	const {tree, four} = branched();
	tree.moveTo(four.id);
	const shown = projectTree(tree);
	rememberLeaf(tree);
	const opened = openSession(fileOf(tree));
	expect([tree.leafId(), opened.leafId()]).toEqual([four.id, four.id]);
	expect(projectTree(opened)).toEqual(shown);
	// Other programs go to the last record of the file.
	expect(projectTree(opened, opened.heads().at(-1)?.id)).toEqual(shown);

	opened.moveTo(null);
	rememberLeaf(opened);
	expect(openSession(fileOf(tree)).leafId()).toBe(null);
	opened.append(user('from the start'));
	expect(openSession(fileOf(tree)).leafId()).toBe(opened.leafId());
});

test('a branch can be taken out of sight and brought back, and nothing is lost by it', () => {
	const {tree, three, five} = branched();
	const size = tree.size();
	setHidden(tree, three.id, true);
	setHidden(tree, five.id, true);
	setHidden(tree, five.id, false);
	const opened = openSession(fileOf(tree));
	expect(hiddenBranches(opened)).toEqual(new Set([three.id]));
	expect(opened.size()).toBe(size + 3);
	expect(projectTree(opened).messages.length).toBe(3);
});
