import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {EntryBody, SessionEntry} from '../../../source/harness/session/entries.ts';
import {rememberLeaf} from '../../../source/harness/session/navigate.ts';
import {createSession, openSession} from '../../../source/harness/session/open.ts';
import type {SessionTree} from '../../../source/harness/session/tree.ts';
import {assistant, fileOf, ticking, user} from '../../helpers/session-builder.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

/** The plainest tree there can be: a list that is searched every time. */
class Model {
	readonly entries: SessionEntry[] = [];
	leaf: string | null = null;

	path(id: string | null): SessionEntry[] {
		const entry = this.entries.find(one => one.id === id);
		return entry ? [...this.path(entry.parentId), entry] : [];
	}

	children(id: string | null): SessionEntry[] {
		return this.entries.filter(entry => entry.parentId === id);
	}
}

/** Does everything to a real session and to the model. */
class Walk {
	readonly model = new Model();
	readonly now = ticking();
	tree: SessionTree;

	constructor(folder: string) {
		this.tree = createSession({sessions: folder, cwd: '/', now: this.now});
		this.add(user('start'));
	}

	add(body: EntryBody): void {
		const entry = this.tree.append(body);
		this.model.entries.push(entry);
		this.model.leaf = entry.id;
	}

	jump(id: string): void {
		this.tree.moveTo(id);
		this.model.leaf = id;
	}

	jumpForGood(id: string): void {
		this.jump(id);
		rememberLeaf(this.tree);
		this.model.entries.push(...this.tree.entries().slice(-1));
	}

	restart(): void {
		this.tree.close();
		this.tree = openSession(fileOf(this.tree), {cwd: '/', now: this.now});
		const last = this.model.entries.at(-1);
		const data = last?.type === 'custom' ? last.data : {leafId: last?.id};
		this.model.leaf = Object(data).leafId;
	}

	agree(): void {
		const {tree, model} = this;
		expect(tree.entries()).toEqual(model.entries);
		expect(tree.leafId()).toBe(model.leaf);
		expect(tree.path()).toEqual(model.path(model.leaf));
		for (const id of [null, ...model.entries.map(entry => entry.id)]) {
			expect(tree.childrenOf(id)).toEqual(model.children(id).map(one => one.id));
			expect(tree.path(id)).toEqual(model.path(id));
			expect(tree.pathHeads(id).map(head => head.id)).toEqual(model.path(id).map(one => one.id));
		}
	}
}

const steps: Readonly<Record<string, (walk: Walk, target: string) => void>> = {
	say: walk => walk.add(user('said')),
	answer: walk => walk.add(assistant('answered')),
	name: walk => walk.add({type: 'session_info', name: 'n'}),
	label: (walk, targetId) => walk.add({type: 'label', targetId, label: 'l'}),
	jump: (walk, target) => walk.jump(target),
	jumpForGood: (walk, target) => walk.jumpForGood(target),
	restart: walk => walk.restart(),
};

test('after any walk with restarts the tree is what the plainest model says', () => {
	const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat());
	fc.assert(
		fc.property(fc.array(step, {maxLength: 25}), taken => {
			const folder = tempFolder();
			const walk = new Walk(folder);
			for (const [kind, to] of taken) {
				const {entries} = walk.model;
				steps[kind]?.(walk, entries[to % entries.length]?.id ?? '');
			}

			walk.agree();
			walk.restart();
			walk.agree();
		}),
		{numRuns: 150},
	);
});
