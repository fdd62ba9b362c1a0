import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {SessionManager} from '../../source/index.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const said = (text: string) => ({role: 'user', content: text, timestamp: 1}) as const;

const texts = (manager: SessionManager) =>
	manager
		.buildSessionContext()
		.messages.map(message => ('content' in message ? message.content : ''));

describe('a session manager', () => {
	it('appends, branches and tells what a model would be shown', () => {
		const manager = SessionManager.inMemory('/w');
		manager.appendModelChange('house', 'm');
		manager.appendThinkingLevelChange('high');
		const first = manager.appendMessage(said('one'));
		const second = manager.appendMessage(said('two'));
		manager.appendLabelChange(second, 'here');
		manager.branch(first);
		const third = manager.appendMessage(said('three'));
		expect(texts(manager)).toEqual(['one', 'three']);
		expect(manager.buildSessionContext()).toMatchObject({
			thinkingLevel: 'high',
			model: {provider: 'house', modelId: 'm'},
		});
		expect(manager.getChildren(first).map(({id}) => id)).toEqual([second, third]);
		expect(manager.getLabel(second)).toBe('here');
		expect(manager.getLeafId()).toBe(third);
		expect(manager.getTree()).toHaveLength(1);
		expect([manager.isPersisted(), manager.getSessionFile()]).toEqual([false, undefined]);
	});

	it('summarises what it left, edits the context and starts anew at the root', () => {
		const manager = SessionManager.inMemory('/w');
		const first = manager.appendMessage(said('one'));
		manager.branchWithSummary(first, 'They said one.');
		manager.appendContextEdit(first, null);
		expect(manager.buildContextEntries().map(({type}) => type)).toEqual(['branch_summary']);
		manager.resetLeaf();
		manager.appendMessage(said('anew'));
		expect(texts(manager)).toEqual(['anew']);
	});

	it('keeps a session in a file that is found by id, continued, forked and listed', async () => {
		const folder = tempFolder();
		const manager = SessionManager.create('/w', folder, {id: 'abc-1'});
		expect(SessionManager.findById('/w', 'abc', folder)).toBeUndefined();
		const first = manager.appendMessage(said('one'));
		manager.appendSessionInfo('A name');
		const file = manager.getSessionFile() ?? '';
		expect(path.dirname(file)).toBe(folder);
		expect(SessionManager.findById('/w', 'abc', folder)).toBe(file);
		expect(texts(SessionManager.continueRecent('/w', folder))).toEqual(['one']);
		expect(SessionManager.continueRecent('/other', folder).getSessionId()).not.toBe('abc-1');
		const fork = SessionManager.forkFrom(file, '/elsewhere', folder);
		expect([fork.getCwd(), fork.getHeader().parentSession, texts(fork)]).toEqual([
			'/elsewhere',
			file,
			['one'],
		]);
		manager.appendMessage(said('two'));
		const branched = manager.createBranchedSession(first) ?? '';
		expect(texts(SessionManager.open(branched))).toEqual(['one']);
		const listed = await SessionManager.list('/w', folder);
		expect(listed.map(({id, name}) => [id === 'abc-1', name]).toSorted()).toEqual([
			[false, undefined],
			[true, 'A name'],
		]);
		expect(fs.readdirSync(folder).filter(name => name.endsWith('.jsonl'))).toHaveLength(3);
	});
});
