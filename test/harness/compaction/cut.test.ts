import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {AgentMessage} from '../../../source/agent/index.ts';
import {findCut, withMetadata} from '../../../source/harness/compaction/cut.ts';
import type {EntryBody} from '../../../source/harness/session/entries.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {type Projection, projectTree} from '../../../source/harness/session/projection.ts';
import {assistant, call, compaction, toolResult, user} from '../../helpers/session-builder.ts';

const words = (count: number): string => 'word '.repeat(count);
const calls = (id: string) => assistant('', {calls: [call(id, 'bash')]});
const system: EntryBody = {
	type: 'message',
	message: {role: 'system', content: words(5000), timestamp: 0},
};

const project = (...bodies: readonly EntryBody[]): Projection => {
	const tree = createSession({cwd: '/', sessions: undefined});
	for (const body of bodies) tree.append(body);
	return projectTree(tree);
};

/** By place in the projection, which is easier to read than ids and messages. */
const cutOf = (projection: Projection, keep: number) => {
	const cut = findCut(projection, keep);
	if (!cut) return undefined;
	const places = (part: readonly AgentMessage[]) =>
		part.map(one => projection.messages.indexOf(one));
	return {
		summarised: places(cut.summarised),
		turnPrefix: places(cut.turnPrefix),
		kept: projection.ids.indexOf(cut.firstKeptId ?? ''),
	};
};

test('about as much as asked for is kept, from a place where it may begin', () => {
	const turns = [1, 2, 3, 4].flatMap(() => [user(words(100)), assistant(words(900))]);
	expect(cutOf(project(...turns), 1500)).toEqual({
		summarised: [0, 1, 2, 3],
		turnPrefix: [],
		kept: 4,
	});
});

test('a cut inside a long turn parts its beginning from what came before', () => {
	const steps = [1, 2, 3].flatMap(step => [
		assistant(words(400), {calls: [call(`c${step}`, 'bash')]}),
		toolResult(`c${step}`, words(600)),
	]);
	const projection = project(user('old'), assistant('done'), user(words(50)), ...steps);
	expect(cutOf(projection, 900)).toEqual({
		summarised: [0, 1],
		turnPrefix: [2, 3, 4, 5, 6],
		kept: 7,
	});
});

test('a turn with a short beginning stays whole', () => {
	const projection = project(
		user('old'),
		assistant(words(500)),
		user('new'),
		assistant(words(900)),
	);
	expect(cutOf(projection, 800)).toEqual({summarised: [0, 1], turnPrefix: [], kept: 2});
});

test('a result is never parted from its call, also when something was said in between', () => {
	const projection = project(
		user(words(600)),
		assistant(words(600), {calls: [call('a', 'bash'), call('b', 'bash')]}),
		toolResult('a', words(900)),
		{type: 'custom_message', customType: 'note', content: 'meanwhile', display: true},
		toolResult('b', words(900)),
		assistant('done'),
	);
	expect(cutOf(projection, 1000)?.kept).toBe(5);
	expect(cutOf(projection, 1500)?.kept).toBe(5);
});

test('when the last results alone are more than is to be kept, the cut goes before their call', () => {
	const projection = project(user(words(700)), calls('a'), toolResult('a', words(9000)));
	expect(cutOf(projection, 500)).toEqual({summarised: [], turnPrefix: [0], kept: 1});
});

test('there is nothing to cut in what is small, or in one message', () => {
	const small = project(user('one'), assistant('two'), user('three'));
	expect(findCut(small, 1000)).toBe(undefined);
	expect(findCut(project(user(words(9000))), 100)).toBe(undefined);
	expect(findCut(project(), 100)).toBe(undefined);
	expect(findCut(project(system, user('one'), assistant('two')), 1000)).toBe(undefined);
});

test('earlier notes and the state of the system are no part of a summary, what they kept is', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	tree.append(user('gone'));
	const kept = tree.append(user(words(50)));
	const systemMessage = {role: 'system', content: 'state', timestamp: 0} as const;
	tree.append({...compaction('notes', kept.id), systemMessage});
	tree.append(assistant(words(300)));
	tree.append(system);
	tree.append(user(words(300)));
	tree.append(assistant(words(900)));
	// state, notes, kept, answer, system, user, answer
	expect(cutOf(projectTree(tree), 1000)).toEqual({summarised: [2, 3], turnPrefix: [], kept: 5});
});

test('records that the model does not see stay with what follows them', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	tree.append(user('one'));
	const model = tree.append({type: 'model_change', provider: 'p', modelId: 'm'});
	tree.append({type: 'label', targetId: model.id, label: 'l'});
	const two = tree.append(user('two'));
	const three = tree.append(assistant('three'));
	const path = tree.pathHeads();
	expect(withMetadata(path, two.id)).toBe(model.id);
	expect(withMetadata(path, three.id)).toBe(three.id);
	expect(withMetadata(path, path[0]?.id ?? '')).toBe(path[0]?.id);
	expect(withMetadata(path, 'unknown')).toBe('unknown');
});

test('whatever is cut, pairs stay together, nothing is lost and nothing needless is kept', () => {
	const turn = fc.record({
		asked: fc.nat(300),
		steps: fc.array(
			fc.record({said: fc.nat(200), results: fc.array(fc.nat(800), {maxLength: 3})}),
			{maxLength: 3},
		),
	});
	fc.assert(
		fc.property(
			fc.array(turn, {minLength: 1, maxLength: 6}),
			fc.integer({min: 1, max: 3000}),
			(turns, keep) => {
				let id = 0;
				const bodies = turns.flatMap(({asked, steps}) => [
					user(words(asked)),
					...steps.flatMap(({said, results}) => {
						const ids = results.map(() => `c${id++}`);
						return [
							assistant(words(said), {calls: ids.map(one => call(one, 'bash'))}),
							...ids.map((one, index) => toolResult(one, words(results[index] ?? 0))),
						];
					}),
				]);
				const projection = project(...bodies);
				const cut = cutOf(projection, keep);
				if (!cut) return;
				const {messages} = projection;
				const kept = messages.slice(cut.kept);
				const called = new Set(
					kept.flatMap(one =>
						one.role === 'assistant'
							? one.content.flatMap(part => (part.type === 'toolCall' ? [part.id] : []))
							: [],
					),
				);
				const orphans = kept.filter(
					one => one.role === 'toolResult' && !called.has(one.toolCallId),
				);
				expect(orphans).toEqual([]);
				expect([...cut.summarised, ...cut.turnPrefix]).toEqual(
					messages.slice(0, cut.kept).map((_, at) => at),
				);
				expect(cut.kept).toBeGreaterThan(0);
				expect(kept[0]?.role).not.toBe('toolResult');
			},
		),
		{numRuns: 200},
	);
});
