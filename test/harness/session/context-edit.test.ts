import {expect, test} from 'vitest';
import {editContext} from '../../../source/harness/session/context-edit.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {projectTree} from '../../../source/harness/session/projection.ts';
import {assistant, user} from '../../helpers/session-builder.ts';

const grown = () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	const one = tree.append(user('one'));
	const two = tree.append(assistant('two'));
	const name = tree.append({type: 'session_info', name: 'n'});
	return {tree, one, two, name};
};

test('an entry is hidden or given other content, in the shape that its role has', () => {
	const {tree, one, two} = grown();
	expect(editContext(tree, one.id, 'ONE')).toMatchObject({replacement: {content: 'ONE'}});
	expect(editContext(tree, two.id, 'TWO')).toMatchObject({
		replacement: {content: [{type: 'text', text: 'TWO'}]},
	});
	editContext(tree, one.id, null);
	expect(projectTree(tree).messages).toEqual([
		{...assistant('').message, content: [{type: 'text', text: 'TWO'}]},
	]);
});

test('what is not on the way, or holds nothing to edit, is refused and nothing is written', () => {
	const {tree, one, two, name} = grown();
	expect(() => editContext(tree, name.id, null)).toThrow('has no content that could be edited');
	tree.moveTo(one.id);
	expect(() => editContext(tree, two.id, null)).toThrow(`no entry ${two.id} on the way`);
	expect(tree.size()).toBe(3);
});
