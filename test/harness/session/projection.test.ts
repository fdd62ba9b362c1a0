import {expect, test} from 'vitest';
import type {AgentMessage} from '../../../source/agent/index.ts';
import type {EntryBody, SessionEntry} from '../../../source/harness/session/entries.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {settingsAt} from '../../../source/harness/session/path-settings.ts';
import {
	extendProjection,
	projectPath,
	projectTree,
} from '../../../source/harness/session/projection.ts';
import type {SessionTree} from '../../../source/harness/session/tree.ts';
import {
	assistant,
	call,
	compaction,
	startOfTime,
	ticking,
	toolResult,
	user,
} from '../../helpers/session-builder.ts';

const grow = (...bodies: readonly EntryBody[]): SessionTree => {
	const tree = createSession({cwd: '/', sessions: undefined, now: ticking()});
	for (const body of bodies) tree.append(body);
	return tree;
};

const at = (tree: SessionTree, index: number): SessionEntry => {
	const entry = tree.entries()[index];
	if (!entry) throw new Error(`no entry ${index}`);
	return entry;
};

/** Both ways to project must agree everywhere. */
const messagesOf = (tree: SessionTree): readonly AgentMessage[] => {
	const projection = projectTree(tree);
	expect(projectPath(tree.path())).toEqual(projection);
	expect(projection.ids.length).toBe(projection.messages.length);
	return projection.messages;
};

const system: EntryBody = {
	type: 'message',
	message: {role: 'system', content: 'You help.', timestamp: startOfTime},
};

test('a path is shown as its messages, in order, and nothing of what is no message', () => {
	const tree = grow(
		{type: 'model_change', provider: 'local', modelId: 'small'},
		{type: 'thinking_level_change', thinkingLevel: 'high'},
		system,
		user('one'),
		assistant('two', {calls: [call('c', 'bash')]}),
		toolResult('c', 'three'),
		{type: 'custom', customType: 'x', data: 1},
		{type: 'label', targetId: 'x', label: 'l'},
		{type: 'session_info', name: 'n'},
		{type: 'custom_message', customType: 'note', content: 'hm', display: false, details: {a: 1}},
		{type: 'branch_summary', fromId: 'root', summary: 'went there'},
		{type: 'branch_summary', fromId: 'root', summary: ''},
	);
	const time = (index: number) => Date.parse(at(tree, index).timestamp);
	expect(messagesOf(tree)).toEqual([
		...tree.path().flatMap(entry => (entry.type === 'message' ? [entry.message] : [])),
		{
			role: 'custom',
			customType: 'note',
			content: 'hm',
			display: false,
			details: {a: 1},
			timestamp: time(9),
		},
		{role: 'branchSummary', summary: 'went there', fromId: 'root', timestamp: time(10)},
	]);
	expect(settingsAt(tree)).toEqual({level: 'high', model: {provider: 'local', id: 'small'}});
});

test('only the way from the root to the leaf is shown', () => {
	const tree = grow(user('one'), assistant('two'));
	tree.append(user('left behind'));
	tree.moveTo(at(tree, 1).id);
	tree.append(user('three'));
	expect(projectTree(tree).ids).toEqual([at(tree, 0).id, at(tree, 1).id, at(tree, 3).id]);
	tree.moveTo(null);
	expect(messagesOf(tree)).toEqual([]);
});

test('the latest compaction stands for what came before the first entry that it kept', () => {
	const tree = grow(user('one'), compaction('first'), user('two'), system, assistant('three'));
	const systemMessage = {role: 'system', content: 'state', timestamp: 5} as const;
	tree.append({...compaction('second', at(tree, 2).id), systemMessage});
	tree.append(user('four'));
	const [summary] = [tree.path()[5]];
	expect(messagesOf(tree)).toEqual([
		systemMessage,
		{
			role: 'compactionSummary',
			summary: 'second',
			tokensBefore: 1000,
			timestamp: Date.parse(summary?.timestamp ?? ''),
		},
		user('two').message,
		assistant('three').message,
		user('four').message,
	]);
	expect(projectTree(tree).ids.slice(0, 2)).toEqual([summary?.id, summary?.id]);
});

test('an older compaction within what was kept shows nothing', () => {
	const tree = grow(user('one'), user('two'), compaction('old'), user('three'));
	tree.append(compaction('new', at(tree, 1).id));
	expect(messagesOf(tree).map(message => message.role)).toEqual([
		'compactionSummary',
		'user',
		'user',
	]);
});

test.each([['own id'], ['unknown'], [undefined]])(
	'a compaction whose first kept entry is %s keeps nothing earlier',
	first => {
		const tree = grow(user('one'), assistant('two'), compaction('all', first), user('three'));
		expect(messagesOf(tree).map(message => message.role)).toEqual(['compactionSummary', 'user']);
	},
);

test('the last edit of an entry counts, and only content is replaced', () => {
	const tree = grow(
		user('one'),
		assistant('two', {calls: [call('c', 'bash')]}),
		toolResult('c', 'three'),
		{type: 'custom_message', customType: 'note', content: 'four', display: true},
		user('five'),
	);
	const [one, two, three, four, five] = tree.entries();
	const edit = (target: SessionEntry | undefined, content: string | null) =>
		tree.append({
			type: 'context_edit',
			targetId: target?.id ?? '',
			replacement: content === null ? null : {content},
		});
	edit(one, null);
	edit(one, 'ONE');
	edit(two, 'TWO');
	edit(three, 'THREE');
	edit(four, 'FOUR');
	edit(five, null);
	const text = (content: string) => [{type: 'text', text: content}];
	expect(messagesOf(tree)).toEqual([
		{...user('').message, content: 'ONE'},
		{...assistant('', {calls: [call('c', 'bash')]}).message, content: text('TWO')},
		{...toolResult('c', '').message, content: text('THREE')},
		expect.objectContaining({role: 'custom', content: 'FOUR'}),
	]);
});

test('an edit counts on its own branch only', () => {
	const tree = grow(user('one'), assistant('two'));
	const [one, two] = tree.entries();
	tree.append({type: 'context_edit', targetId: one?.id ?? '', replacement: null});
	tree.moveTo(two?.id ?? null);
	tree.append(user('three'));
	expect(messagesOf(tree).length).toBe(3);
});

test('content that is missing becomes empty', () => {
	const bare = (role: string) => ({...user('').message, role, content: null});
	const tree = grow(
		...['system', 'user', 'assistant', 'toolResult'].map(role => {
			const body: EntryBody = JSON.parse(JSON.stringify({type: 'message', message: bare(role)}));
			return body;
		}),
	);
	expect(messagesOf(tree).map(message => 'content' in message && message.content)).toEqual([
		'',
		[],
		[],
		[],
	]);
});

test('a projection that grew is the one made anew, unless it cannot grow', () => {
	const tree = grow(user('one'), assistant('two'));
	const known = projectTree(tree);
	const leaf = tree.leafId();
	tree.append({type: 'custom', customType: 'x'});
	tree.append(user('three'));
	expect(extendProjection(known, tree, leaf)).toEqual(projectTree(tree));

	const before = tree.leafId();
	tree.append({type: 'context_edit', targetId: leaf ?? '', replacement: null});
	expect(extendProjection(projectTree(tree, before), tree, before)).toBe(undefined);
	tree.moveTo(null);
	expect(extendProjection(known, tree, leaf)).toBe(undefined);
});

test('the model is that of the last change or answer; one that stands for others is passed over', () => {
	const tree = grow(
		{type: 'model_change', provider: 'a', modelId: 'first'},
		assistant('x', {provider: 'b', model: 'second'}),
		assistant('x', {provider: 'pi', model: 'auto', api: 'pi-virtual'}),
	);
	expect(settingsAt(tree)).toEqual({level: undefined, model: {provider: 'b', id: 'second'}});
	tree.append({type: 'model_change', provider: 'c', modelId: 'third'});
	expect(settingsAt(tree).model).toEqual({provider: 'c', id: 'third'});
	expect(settingsAt(tree, at(tree, 0).id).model).toEqual({provider: 'a', id: 'first'});
	expect(settingsAt(tree, null)).toEqual({level: undefined, model: undefined});
});
