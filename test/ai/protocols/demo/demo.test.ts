import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	complete,
	demoModel,
	type Message,
	type Model,
	type ModelEvent,
	streamModel,
	type Tool,
} from '../../../../source/ai/index.ts';
import type {FakeModel} from '../../../helpers/fake-model.ts';
import {tempFolder} from '../../../helpers/temp-folder.ts';
import {testSession} from '../../../helpers/test-session.ts';

const tool = (name: string): Tool => ({name, description: name, parameters: {type: 'object'}});

const conversation = (text: string): readonly Message[] => [
	{role: 'system', content: 'Be brief.', toolsAdded: [tool('read')], timestamp: 1},
	{role: 'user', content: text, timestamp: 36},
];

async function eventsOf(text: string, model: Model = demoModel): Promise<readonly ModelEvent[]> {
	const events: ModelEvent[] = [];
	for await (const event of streamModel({model, messages: conversation(text)})) events.push(event);
	return events;
}

describe('the demo as a model', () => {
	it('streams a call like any other', async () => {
		const events = await eventsOf('read a.txt lines 1-3');
		const input = {path: 'a.txt', offset: 1, limit: 3};
		expect(events).toEqual([
			{type: 'start', responseId: 'demo_10_1'},
			{type: 'toolcall_start', contentIndex: 0, id: 'demo_10_1', toolName: 'read'},
			{type: 'toolcall_delta', contentIndex: 0, delta: JSON.stringify(input)},
			{
				type: 'toolcall_end',
				contentIndex: 0,
				toolCall: {type: 'toolCall', id: 'demo_10_1', name: 'read', arguments: input},
			},
			{type: 'usage', usage: expect.objectContaining({cost: expect.objectContaining({total: 0})})},
			{type: 'done', reason: 'toolUse'},
		]);
	});

	it('streams a text word by word, and the same words each time', async () => {
		const events = await eventsOf('hello');
		const deltas = events.flatMap(event => (event.type === 'text_delta' ? [event.delta] : []));
		expect(deltas.slice(0, 4)).toEqual(['I ', 'am ', 'a ', 'fixed ']);
		expect(events).toContainEqual({type: 'text_end', contentIndex: 0, content: deltas.join('')});
		expect(await eventsOf('hello')).toEqual(events);
	});

	it('counts tokens and asks for no money', async () => {
		const {usage} = await complete({model: demoModel, messages: conversation('hello')});
		expect(usage.input).toBeGreaterThan(0);
		expect(usage.output).toBeGreaterThan(usage.input);
		expect(usage.totalTokens).toBe(usage.input + usage.output);
		expect(usage.cost.total).toBe(0);
	});

	it('takes its time between words when the model says so, and stops there when it is aborted', async () => {
		const controller = new AbortController();
		const slow = {...demoModel, compat: {delayMs: 60_000}};
		const stream = streamModel(
			{model: slow, messages: conversation('hello')},
			{signal: controller.signal},
		);
		const types: string[] = [];
		for await (const {type} of stream) {
			types.push(type);
			if (type === 'text_start') setImmediate(() => controller.abort());
		}

		expect(types).toEqual(['start', 'text_start', 'text_end', 'error']);
	});
});

describe('the demo in a session', () => {
	const asModel: FakeModel = {
		requests: [],
		seen: [],
		stream: ({messages}, options) => streamModel({model: demoModel, messages}, options),
	};

	it('really works in the project, with the tools that are on', async () => {
		const cwd = tempFolder({'package.json': '{"name": "thing"}', 'src/a.ts': '// TODO: this\n'});
		const {session, ask} = testSession(asModel, cwd);
		const answer = async (text: string) => {
			await ask(text);
			const last = session.messages().at(-1);
			if (last?.role !== 'assistant') throw new Error('There is no answer');
			return last.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('');
		};
		const notes = () => fs.readFileSync(path.join(cwd, 'notes.txt'), 'utf8');

		expect(await answer('create notes.txt with "red and green"')).toMatch(
			/^notes\.txt is written: 1 line\.\n\nTo connect a real model: [^\n]*$/,
		);
		expect(notes()).toBe('red and green\n');
		expect(
			await answer('replace red with blue in notes.txt, then append "the end" to notes.txt'),
		).toBe(
			'notes.txt: 1 place changed from `red` to `blue`.\n\n1 line added at the end of notes.txt.',
		);
		expect(notes()).toBe('blue and green\nthe end\n');
		expect(await answer('list files')).toBe(
			'This folder holds 1 folder and 2 files:\n\n```\nnotes.txt\npackage.json\nsrc/\n```',
		);
		expect(await answer('list TODOs')).toBe(
			'TODO or FIXME is in 1 line of 1 file:\n\n- src/a.ts (1)\n  1: `// TODO: this`',
		);
		expect(await answer('find *.ts files')).toContain('1 path fits `*.ts`:\n\n```\nsrc/a.ts\n```');
		expect(await answer('run `echo one; exit 3`')).toBe(
			'`echo one; exit 3` ended with exit code 3. It printed:\n\n```\none\n```',
		);
		expect(await answer('read nothing.txt')).toMatch(/^I stopped: read failed\./);
		expect(await answer('what is this project')).toContain('- Name: thing');
	});

	it('goes on where it was when a session is taken up again', async () => {
		const cwd = tempFolder({'a.txt': 'x\n'});
		const {session, ask} = testSession(asModel, cwd);
		await ask('read a.txt');
		const shown = session.messages();
		const whole = shown.filter(message => message.role !== 'custom');
		const again = await complete({model: demoModel, messages: whole.slice(0, -1) as Message[]});
		expect(again.content).toEqual(whole.findLast(message => message.role === 'assistant')?.content);
	});

	it('can be compacted', async () => {
		const files = Object.fromEntries(
			[1, 2, 3, 4].map(n => [`${n}.txt`, `${'word '.repeat(400)}\n`]),
		);
		const {session, ask} = testSession(asModel, tempFolder(files));
		for (const n of [1, 2, 3, 4]) await ask(`read ${n}.txt`);
		const {summary} = await session.compact();
		expect(summary).toContain('## Goal\n- read 1.txt');
		await ask('read 1.txt');
		expect(JSON.stringify(session.messages().at(-1))).toContain('1.txt, 1 line');
	});
});
