import {describe, expect, it} from 'vitest';
import type {ModelFailure, Usage} from '../../source/ai/index.ts';
import {createSession} from '../../source/harness/session/open.ts';
import {
	calls,
	type FakeReply,
	fails,
	fakeModel,
	fakeUsage,
	hangs,
	says,
	cut as stopsShort,
} from '../helpers/fake-model.ts';
import {assistant, call, toolResult, usageOf, user} from '../helpers/session-builder.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {testSession} from '../helpers/test-session.ts';

const notes = says('## Goal\n\ng\n\n## Progress\n\np\n\n## Next Steps\n\nn');
const long = 'word '.repeat(400);
const overflow: ModelFailure = {code: 'overflow', message: 'too long', retryable: false};
const answered = {model: 'fake-1', provider: 'fake'};

const withUsage =
	(reply: FakeReply, usage: Partial<Usage>): FakeReply =>
	request =>
		reply(request).map(step =>
			typeof step === 'object' && step.type === 'usage'
				? {type: 'usage', usage: {...fakeUsage, ...usage}}
				: step,
		);

/** A conversation of two turns, the last of which the provider counted. */
function talk(totalTokens: number) {
	const tree = createSession({cwd: '/', sessions: undefined});
	tree.append(user(`first ${long}`));
	tree.append(assistant(long, answered));
	tree.append(user(`second ${long}`));
	tree.append(assistant(long, {...answered, usage: usageOf({input: totalTokens, totalTokens})}));
	return tree;
}

const isSummary = (messages: readonly {readonly role: string}[]) =>
	messages.length === 2 && JSON.stringify(messages).includes('<conversation>');

describe('compaction by itself', () => {
	it('makes room before a prompt that would not fit, and the prompt goes with the notes', async () => {
		const model = fakeModel(notes, says('ok'));
		const {session, ask} = testSession(model, tempFolder(), {tree: talk(9500), window: 10_000});
		await ask('hi');
		expect(model.requests.map(isSummary)).toEqual([true, false]);
		expect(session.messages().map(({role}) => role)).toEqual([
			'compactionSummary',
			'user',
			'assistant',
			'user',
			'system',
			'assistant',
		]);
	});

	it('does not compact again at the first prompt after one', async () => {
		const tree = talk(9500);
		const kept = tree.leafId() ?? '';
		tree.append({type: 'compaction', summary: 'S', firstKeptEntryId: kept, tokensBefore: 9500});
		tree.append({type: 'custom_message', customType: 'note', content: 'n', display: true});
		const model = fakeModel(says('ok'));
		await testSession(model, tempFolder(), {tree, window: 10_000}).ask('hi');
		expect(model.requests).toHaveLength(1);
	});

	it('keeps a prompt in the queue when the making of room is aborted', async () => {
		const model = fakeModel(hangs(), says('later'));
		const {session, events} = testSession(model, tempFolder(), {
			tree: talk(9500),
			window: 10_000,
		});
		await session.prompt('hi');
		await expect.poll(() => model.requests.length).toBe(1);
		await session.abort();
		expect(session.getState().queue.steering.map(({text}) => text)).toEqual(['hi']);
		expect(events.at(-1)).toEqual({type: 'agent_settled', aborted: true});
		expect(session.tree().idsOf('custom')).toEqual([]);
	});

	it('goes by the numbers of the model that is chosen', async () => {
		const model = fakeModel(says('ok'));
		const compaction = {
			enabled: true,
			reserveTokens: 1000,
			keepRecentTokens: 50,
			modelOverrides: {'fake/fake-1': {reserveTokens: 100}},
		};
		await testSession(model, tempFolder(), {
			tree: talk(9500),
			window: 10_000,
			settings: {compaction},
		}).ask('hi');
		expect(model.requests).toHaveLength(1);
	});

	it('gives up after one attempt when a model always finds the request too long, and says what to do', async () => {
		const reply: FakeReply = request =>
			(isSummary(request.messages) ? notes : fails(overflow))(request);
		const model = fakeModel(...Array.from({length: 40}, () => reply));
		const {session, ask, events, notices} = testSession(model, tempFolder(), {tree: talk(100)});
		await ask('hi');
		expect(model.requests.map(isSummary)).toEqual([false, true, false]);
		expect(events.at(-1)).toMatchObject({type: 'agent_settled', failure: {message: 'too long'}});
		expect(session.messages().some(({role}) => role === 'user')).toBe(true);
		for (let turn = 0; turn < 8; turn += 1) await ask(`again ${turn} ${long}`);
		expect(model.requests.filter(isSummary).length).toBeLessThanOrEqual(4);
		expect(notices.at(-1)).toMatch(/compacted 3 times .* \/tree goes back/);
	});

	it('asks for no notes at all when it is turned off', async () => {
		const model = fakeModel(fails(overflow), fails(overflow));
		const {session, ask} = testSession(model, tempFolder(), {tree: talk(9500), window: 10_000});
		session.override({autoCompaction: false});
		await ask('hi');
		await ask('again');
		expect(model.requests.some(isSummary)).toBe(false);
	});

	it('stops after failures, whatever is said in between, until it is asked to by hand', async () => {
		const bad = says('I would rather chat.');
		const full = withUsage(says('ok'), {totalTokens: 9500});
		const model = fakeModel(bad, full, bad, full, bad, full, full, notes);
		const {session, ask, notices, events} = testSession(model, tempFolder(), {
			tree: talk(9500),
			window: 10_000,
		});
		for (const text of ['one', 'two', 'three']) await ask(text);
		const tried = model.requests.filter(isSummary).length;
		expect(tried).toBeLessThanOrEqual(3);
		expect(events.filter(({type}) => type === 'compaction_end').at(-1)).toMatchObject({
			errorMessage: expect.stringContaining('## Goal'),
		});
		expect(notices.at(-1)).toContain('Compaction failed');
		expect(session.tree().idsOf('compaction')).toEqual([]);
	});

	it('refuses notes that hardly shorten the request', async () => {
		const tree = createSession({cwd: '/', sessions: undefined});
		tree.append(user('short'));
		tree.append(assistant('also short', answered));
		tree.append(user(long));
		tree.append(assistant(long, {...answered, usage: usageOf({totalTokens: 9500})}));
		const model = fakeModel(says(`## Goal\n${long}${long}${long}`));
		const {session} = testSession(model, tempFolder(), {tree});
		await expect(session.compact()).rejects.toThrow('hardly shorter');
		expect(session.tree().idsOf('compaction')).toEqual([]);
	});
});

describe('an answer that was cut short by a full window', () => {
	it('is given anew after the notes; the half one is hidden from the model and stays in the file', async () => {
		const half = withUsage(stopsShort(says('half an ans')), {output: 5, totalTokens: 9500});
		const model = fakeModel(half, notes, says('a whole answer'));
		const {session, ask, events} = testSession(model, tempFolder(), {tree: talk(100)});
		await ask('hi');
		expect(model.requests.map(isSummary)).toEqual([false, true, false]);
		expect(JSON.stringify(session.messages())).not.toContain('half an ans');
		expect(JSON.stringify(session.tree().entries())).toContain('half an ans');
		expect(events.find(({type}) => type === 'agent_end')).toMatchObject({willRetry: true});
	});

	it('stays when no notes can be made, or when it is as long as the model can answer', async () => {
		const tree = createSession({cwd: '/', sessions: undefined});
		const half = withUsage(stopsShort(says('half')), {output: 8192, totalTokens: 9500});
		const model = fakeModel(half);
		const {session, ask} = testSession(model, tempFolder(), {tree});
		await ask('hi');
		expect(model.requests).toHaveLength(1);
		expect(JSON.stringify(session.messages())).toContain('half');
	});
});

describe('a request that is too large in bytes', () => {
	const image = (letter: string) =>
		({type: 'image', data: letter.repeat(1000), mimeType: 'image/png'}) as const;
	const tooLarge: ModelFailure = {...overflow, status: 413};
	const sent = (messages: readonly unknown[] | undefined) =>
		['A', 'B', 'C', 'D'].filter(letter => JSON.stringify(messages).includes(letter.repeat(1000)));

	it('is sent again with the newest images only, and so is every later one', async () => {
		const model = fakeModel(fails(tooLarge), says('I see'), says('still'));
		const {session, ask, notices} = testSession(model, tempFolder());
		const pictures = ['A', 'B', 'C', 'D'].map(image);
		await session.prompt('look', {images: pictures});
		await session.waitForIdle();
		await ask('and now?');
		expect(model.requests.map(sent)).toEqual([
			['A', 'B', 'C', 'D'],
			['C', 'D'],
			['C', 'D'],
		]);
		expect(JSON.stringify(model.requests[1])).toContain('an older image (image/png) was left out');
		expect(notices).toHaveLength(1);
		expect(session.tree().idsOf('compaction')).toEqual([]);
	});

	it('ends with what the server says when not even one image is left to leave out', async () => {
		const model = fakeModel(...Array.from({length: 5}, () => fails(tooLarge)));
		const {session, events} = testSession(model, tempFolder());
		await session.prompt('look', {images: [image('A'), image('B')]});
		await session.waitForIdle();
		expect(model.requests.map(sent)).toEqual([['A', 'B'], ['B'], []]);
		expect(events.at(-1)).toMatchObject({failure: {status: 413}});
	});
});

describe('a conversation whose last results alone are too large', () => {
	it('is sent with shortened results that say where all of it is', async () => {
		const tree = createSession({cwd: '/', sessions: undefined});
		tree.append(user('go'));
		tree.append(assistant('', {...answered, calls: [call('a', 'bash')]}));
		const result = tree.append(toolResult('a', 'word '.repeat(9000)));
		const model = fakeModel(says('ok'));
		const {session, ask} = testSession(model, tempFolder(), {tree, window: 6000});
		await ask('and?');
		const request = JSON.stringify(model.requests.at(-1));
		expect(request).toContain(`entry ${result.id} of the session file has all of it`);
		expect(request.length).toBeLessThan(8000);
		expect(JSON.stringify(session.messages()).length).toBeGreaterThan(40_000);
	});

	it('asks between two turns, so that one run may be longer than the window', async () => {
		const cwd = tempFolder({'a.txt': 'a'});
		const read = withUsage(calls(['read', {path: 'a.txt'}]), {totalTokens: 9500});
		const model = fakeModel(read, notes, says('done'));
		const {ask} = testSession(model, cwd, {tree: talk(100), window: 10_000});
		await ask('read it');
		expect(model.requests.map(isSummary)).toEqual([false, true, false]);
	});
});
