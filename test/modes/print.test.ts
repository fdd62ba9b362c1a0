import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import type {ModelEvent} from '../../source/ai/index.ts';
import {runJson} from '../../source/modes/json.ts';
import {runPrint} from '../../source/modes/print.ts';
import {calls, type FakeReply, fails, fakeModel, says} from '../helpers/fake-model.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {testSession} from '../helpers/test-session.ts';

const broken = fails({code: 'auth', message: 'no such key', retryable: false});
const passing = fails({code: 'overloaded', message: 'busy', retryable: true});
const cut: FakeReply = () => [
	{type: 'text_start', contentIndex: 0},
	{type: 'text_end', contentIndex: 0, content: 'half'},
	{type: 'done', reason: 'length'},
];
const blocks: FakeReply = () => [
	...['one', 'two'].flatMap((content, contentIndex): readonly ModelEvent[] => [
		{type: 'text_start', contentIndex},
		{type: 'text_end', contentIndex, content},
	]),
	{type: 'done', reason: 'stop'},
];

const prompts = (...texts: readonly string[]) => texts.map(text => ({text, images: []}));

type Given = {
	readonly texts?: readonly string[];
	readonly limits?: Parameters<typeof runPrint>[0]['limits'];
};

async function print(replies: readonly FakeReply[], {texts = ['go'], limits = {}}: Given = {}) {
	const model = fakeModel(...replies);
	const {session} = testSession(model, tempFolder());
	let stdout = '';
	const stderr: string[] = [];
	const outcome = await runPrint({
		session,
		prompts: prompts(...texts),
		limits,
		write: text => {
			stdout += text;
		},
		complain: text => stderr.push(text),
	});
	return {outcome, stdout, stderr, requests: model.requests.length};
}

async function json(replies: readonly FakeReply[], {texts = ['go'], limits = {}}: Given = {}) {
	const {session} = testSession(fakeModel(...replies), tempFolder());
	const output = new PassThrough();
	const stderr: string[] = [];
	const chunks: Buffer[] = [];
	output.on('data', chunk => chunks.push(chunk));
	const outcome = await runJson({
		session,
		prompts: prompts(...texts),
		limits,
		output,
		complain: text => stderr.push(text),
	});
	output.end();
	const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n');
	return {outcome, stderr, session, records: lines.map(line => JSON.parse(line))};
}

describe('printing', () => {
	it('shows the text blocks of the last message, each on a line', async () => {
		expect(await print([calls(['ls', {}]), blocks])).toEqual({
			outcome: 'ok',
			stdout: 'one\ntwo\n',
			stderr: [],
			requests: 2,
		});
	});

	it('sends further messages as prompts of their own and shows the last answer', async () => {
		expect(await print([says('first'), says('second')], {texts: ['a', 'b']})).toMatchObject({
			outcome: 'ok',
			stdout: 'second\n',
		});
	});

	it('shows the answer of an attempt that worked, not the ones before', async () => {
		expect(await print([passing, says('fine')])).toMatchObject({
			outcome: 'ok',
			stdout: 'fine\n',
			stderr: [],
		});
	});

	it('says why a model failed, prints nothing, and sends no more', async () => {
		expect(await print([broken, says('never')], {texts: ['a', 'b']})).toEqual({
			outcome: 'modelError',
			stdout: '',
			stderr: ['no such key'],
			requests: 1,
		});
	});

	it('shows what there is of an answer that was cut off, and says that it was', async () => {
		expect(await print([cut])).toMatchObject({
			outcome: 'modelError',
			stdout: 'half\n',
			stderr: ['The answer was cut off at its length limit.'],
		});
	});

	it('stops before the request that would go over a limit', async () => {
		const call = calls(['ls', {}]);
		expect(await print([call, call, says('end')], {limits: {turns: 2}})).toMatchObject({
			outcome: 'limit',
			stdout: '',
			stderr: ['Stopped at a limit: --max-turns 2.'],
			requests: 2,
		});
		expect(await print([call, says('end')], {limits: {turns: 2}})).toMatchObject({
			outcome: 'ok',
			stdout: 'end\n',
		});
	});
});

describe('JSON', () => {
	it('begins with the header of the session and tells the run in order', async () => {
		const {outcome, records, session} = await json([says('hi')]);
		expect(outcome).toBe('ok');
		expect(records[0]).toEqual(session.tree().header);
		expect(records.map(({type, message}) => (message ? `${type} ${message.role}` : type))).toEqual([
			'session',
			'agent_start',
			'turn_start',
			'message_start system',
			'message_end system',
			'message_start user',
			'message_end user',
			'message_start assistant',
			'message_update',
			'message_update',
			'message_update',
			'message_update',
			'message_end assistant',
			'turn_end assistant',
			'agent_end',
			'agent_settled',
		]);
	});

	it('tells deltas without the message so far, and the numbers with each', async () => {
		const {records} = await json([says('hi')]);
		const updates = records.filter(({type}) => type === 'message_update');
		expect(updates.map(update => Object.keys(update))).toEqual(
			updates.map(() => ['type', 'usage', 'assistantMessageEvent']),
		);
		expect(updates.map(update => update.assistantMessageEvent)).toEqual([
			{type: 'text_start', contentIndex: 0},
			{type: 'text_delta', contentIndex: 0, delta: 'h'},
			{type: 'text_delta', contentIndex: 0, delta: 'i'},
			{type: 'text_end', contentIndex: 0, content: 'hi'},
		]);
	});

	it('ends as printing does: failed, cut off or at a limit', async () => {
		expect([
			(await json([broken])).outcome,
			(await json([cut])).outcome,
			(await json([calls(['ls', {}])], {limits: {turns: 1}})).outcome,
		]).toEqual(['modelError', 'modelError', 'limit']);
		expect((await json([broken])).stderr).toEqual(['no such key']);
	});

	it('goes no faster than its reader', async () => {
		const {session} = testSession(fakeModel(says('x'.repeat(50))), tempFolder());
		const output = new PassThrough({highWaterMark: 10});
		const run = runJson({
			session,
			prompts: prompts('go'),
			limits: {},
			output,
			complain() {},
		});
		await new Promise(resolve => setTimeout(resolve, 50));
		expect(session.getState().activity).toBe('idle');
		output.resume();
		expect(await run).toBe('ok');
	});
});
