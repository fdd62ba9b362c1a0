import {describe, expect, it} from 'vitest';
import {openSession} from '../../source/harness/session/open.ts';
import {calls, type FakeReply, fails, fakeModel, hangs, says} from '../helpers/fake-model.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {type TestSession, testSession} from '../helpers/test-session.ts';

const notes = '## Goal\n\ng\n\n## Progress\n\np\n\n## Next Steps\n\nn';
const broken = {code: 'auth', message: 'the key is wrong', retryable: false} as const;

/** The texts of people and models in what the model would be shown now. */
const said = ({session}: TestSession): readonly string[] =>
	session.messages().flatMap(message => {
		if (message.role === 'branchSummary') return [`notes: ${message.summary.slice(0, 7)}`];
		if (message.role !== 'user' && message.role !== 'assistant') return [];
		const {content} = message;
		return typeof content === 'string'
			? [content]
			: content.flatMap(part => (part.type === 'text' ? [part.text] : []));
	});

function idOf({session}: TestSession, text: string): string {
	const found = session
		.tree()
		.entries()
		.find(entry => entry.type === 'message' && JSON.stringify(entry.message).includes(text));
	if (!found) throw new Error(`nobody said ${text}`);
	return found.id;
}

async function talked(...replies: readonly FakeReply[]) {
	const cwd = tempFolder();
	const model = fakeModel(says('one'), says('two'), ...replies);
	const talk = testSession(model, cwd, {sessions: `${cwd}/.sessions`});
	await talk.ask('first');
	await talk.ask('second');
	return {...talk, model};
}

const reopened = ({session}: TestSession) => openSession(session.getState().sessionFile ?? '');

describe('going to another place of the tree', () => {
	it('leads before what the person said, gives its text back, and lands there again after reopening', async () => {
		const talk = await talked(says('three'));
		const {session, ask} = talk;
		const before = idOf(talk, '"one"');
		expect(await session.navigate(idOf(talk, '"second"'))).toEqual({
			cancelled: false,
			editorText: 'second',
		});
		expect(session.tree().leafId()).toBe(before);
		expect(reopened(talk).leafId()).toBe(before);
		expect(said(talk)).toEqual(['first', 'one']);
		await ask('second, better');
		expect(said(talk)).toEqual(['first', 'one', 'second, better', 'three']);
	});

	it('makes anything else the leaf itself, and moves nothing when it is the leaf already', async () => {
		const talk = await talked();
		const {session} = talk;
		const size = session.tree().size();
		expect(await session.navigate(idOf(talk, '"two"'))).toEqual({cancelled: false});
		expect(session.tree().size()).toBe(size);
		expect(await session.navigate(idOf(talk, '"one"'))).toEqual({cancelled: false});
		expect(session.tree().leafId()).toBe(idOf(talk, '"one"'));
	});

	it('goes back before the first thing that was said, and the system is declared anew there', async () => {
		const talk = await talked(says('other'));
		await talk.session.navigate(idOf(talk, '"first"'));
		expect(said(talk)).toEqual([]);
		await talk.ask('another start');
		expect(talk.model.requests[2]?.map(({role}) => role)).toEqual(['system', 'user']);
	});

	it('takes notes on what is left along, names the leaf that was left, and labels them', async () => {
		const talk = await talked(says(notes));
		const {session} = talk;
		const from = session.tree().leafId();
		const result = await session.navigate(idOf(talk, '"second"'), {
			summarize: true,
			customInstructions: 'the colour of the door',
			label: 'door',
		});
		expect(result).toEqual({
			cancelled: false,
			editorText: 'second',
			summaryEntryId: expect.any(String),
		});
		const request = JSON.stringify(talk.model.requests[2]);
		expect(request).toContain('the colour of the door');
		expect(request).toContain('[User]: second');
		expect(request).not.toContain('[User]: first');
		const entry = session.tree().entry(result.summaryEntryId ?? '');
		expect(entry).toMatchObject({
			type: 'branch_summary',
			fromId: from,
			parentId: idOf(talk, '"one"'),
			details: {readFiles: [], modifiedFiles: []},
		});
		expect(said(talk)).toEqual(['first', 'one', 'notes: ## Goal']);
		expect(reopened(talk).label(result.summaryEntryId ?? '')).toBe('door');
		expect(session.getState().activity).toBe('idle');
	});

	it('lists the files that were touched on the branch under its notes', async () => {
		const cwd = tempFolder({'a.txt': 'hello\n'});
		const model = fakeModel(
			says('one'),
			calls(['read', {path: 'a.txt'}], ['write', {path: 'b.txt', content: 'x'}]),
			says('done'),
			says(notes),
		);
		const talk = testSession(model, cwd);
		await talk.ask('first');
		await talk.ask('second');
		await talk.session.navigate(idOf(talk, '"second"'), {summarize: true});
		const summary = talk.session.messages().find(({role}) => role === 'branchSummary');
		expect(summary).toMatchObject({
			summary: `${notes}\n\n<read-files>\na.txt\n</read-files>\n\n<modified-files>\nb.txt\n</modified-files>`,
		});
	});

	it('writes a plain account of the branch when the model fails', async () => {
		const talk = await talked(fails(broken));
		const {summaryEntryId} = await talk.session.navigate(idOf(talk, '"second"'), {
			summarize: true,
		});
		const entry = talk.session.tree().entry(summaryEntryId ?? '');
		const summary = entry?.type === 'branch_summary' ? entry.summary : '';
		expect(summary).toContain('- Asked: second');
		expect(summary).toContain('Last answer on the branch: two');
		expect(summary.match(/^##+ .*/gm)).toEqual([
			'## Goal',
			'## Constraints & Preferences',
			'## Progress',
			'### Done',
			'### In Progress',
			'### Blocked',
			'## Key Decisions',
			'## Next Steps',
		]);
	});

	it.each(['abort', 'signal'] as const)(
		'leaves everything as it was when the notes are aborted by %s',
		async how => {
			const talk = await talked(hangs());
			const {session, events} = talk;
			const controller = new AbortController();
			const state = {...session.getState()};
			const size = session.tree().size();
			const jump = session.navigate(idOf(talk, '"second"'), {
				summarize: true,
				signal: controller.signal,
			});
			await expect.poll(() => talk.model.requests.length).toBe(3);
			expect(session.getState().activity).toBe('summarising');
			await expect(session.prompt('now?')).rejects.toThrow('being summarised');
			if (how === 'abort') await session.abort();
			else controller.abort();
			expect(await jump).toEqual({cancelled: true});
			expect(session.getState()).toEqual(state);
			expect(session.tree().size()).toBe(size);
			expect(events.some(({type}) => type === 'session_replaced')).toBe(false);
		},
	);

	it('ends a run that is going before it leaves', async () => {
		const talk = await talked(hangs(says('thr')));
		await talk.session.prompt('third');
		await expect.poll(() => talk.model.requests.length).toBe(3);
		await talk.session.navigate(idOf(talk, '"second"'));
		expect(said(talk)).toEqual(['first', 'one']);
		expect(talk.session.getState().activity).toBe('idle');
	});

	it('keeps the model and level that are chosen now, and records them where the branch says otherwise', async () => {
		const talk = await talked();
		const {session} = talk;
		const model = session.getState().model;
		if (model) session.setModel({...model, id: 'fake-2'});
		await session.navigate(idOf(talk, '"one"'));
		expect(session.getState().model?.id).toBe('fake-2');
		expect(reopened(talk).path().at(-1)).toMatchObject({type: 'model_change', modelId: 'fake-2'});
	});

	it('refuses a place that does not exist', async () => {
		const talk = await talked();
		await expect(talk.session.navigate('deadbeef')).rejects.toThrow(
			'There is no entry deadbeef in this session.',
		);
	});
});

describe('marks on the tree', () => {
	it('hides a branch and brings it back; the file tells', async () => {
		const talk = await talked();
		const id = idOf(talk, '"second"');
		talk.session.setHidden(id, true);
		expect([...talk.session.hiddenBranches()]).toEqual([id]);
		talk.session.setHidden(id, false);
		expect(talk.session.hiddenBranches().size).toBe(0);
		expect(() => talk.session.setHidden('deadbeef', true)).toThrow('Entry not found: deadbeef');
	});

	it('takes an entry out of what the model is shown, on this branch', async () => {
		const talk = await talked(says('three'));
		const {session, ask} = talk;
		session.editContext(idOf(talk, '"first"'), 'edited');
		session.editContext(idOf(talk, '"one"'), null);
		await ask('third');
		expect(said(talk)).toEqual(['edited', 'second', 'two', 'third', 'three']);
		expect(JSON.stringify(talk.model.requests[2])).not.toContain('"one"');
	});

	it('labels an entry, and takes the label away again', async () => {
		const talk = await talked();
		const id = idOf(talk, '"one"');
		talk.session.setLabel(id, ' good ');
		expect(talk.session.tree().label(id)).toBe('good');
		talk.session.setLabel(id, '');
		expect(talk.session.tree().label(id)).toBeUndefined();
	});
});
