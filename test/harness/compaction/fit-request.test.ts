import {expect, test} from 'vitest';
import type {ToolResultMessage} from '../../../source/ai/index.ts';
import {limitImages, shortenResults} from '../../../source/harness/compaction/fit-request.ts';
import {sumTokens} from '../../../source/harness/session/estimate.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {projectTree} from '../../../source/harness/session/projection.ts';
import {assistant, call, toolResult, user} from '../../helpers/session-builder.ts';

const resultOf = (id: string): ToolResultMessage => {
	const {message} = toolResult(id, '');
	if (message.role !== 'toolResult') throw new Error('not a result');
	return message;
};

const words = (count: number): string => 'word '.repeat(count);

const conversation = () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	tree.append(user(words(3000)));
	tree.append(assistant('', {calls: [call('a', 'bash'), call('b', 'bash')]}));
	const small = tree.append(toolResult('a', words(2000)));
	const large = tree.append(toolResult('b', words(9000)));
	return {projection: projectTree(tree), small, large};
};

test('the largest results are shortened first, and no more of them than is needed', () => {
	const {projection, large} = conversation();
	const {messages} = projection;
	const shortened = shortenResults(projection, sumTokens(messages) - 1000);
	expect(shortened.slice(0, 3)).toEqual(messages.slice(0, 3));
	const text = JSON.stringify(shortened[3]);
	expect(text).toContain(
		`42000 characters left out to save room; entry ${large.id} of the session`,
	);
	expect(text.length).toBeLessThan(4000);
	expect(sumTokens(shortenResults(projection, 5000))).toBeLessThan(5000);
});

test('a request that fits is sent as it is, and what was said is never shortened', () => {
	const {projection} = conversation();
	expect(shortenResults(projection, 1_000_000)).toEqual(projection.messages);
	expect(shortenResults(projection, 0)[0]).toEqual(projection.messages[0]);
});

test('of too many images the newest stay, and a note stands for each of the others', () => {
	const image = (size: number) =>
		({type: 'image', data: 'A'.repeat(size), mimeType: 'image/png'}) as const;
	const note = {type: 'text', text: '[an older image (image/png) was left out to save room]'};
	const text = {type: 'text', text: 'see'} as const;
	const first = {role: 'user', content: [text, image(10), image(11)], timestamp: 0} as const;
	const second = assistant('ok').message;
	const third: ToolResultMessage = {...resultOf('a'), content: [image(12)]};
	const fourth = {role: 'user', content: 'plain', timestamp: 0} as const;
	const messages = [first, second, third, fourth];
	expect(limitImages(messages, 33)).toEqual(messages);
	expect(limitImages(messages, 32)).toEqual([
		{...first, content: [text, note, image(11)]},
		second,
		third,
		fourth,
	]);
	expect(limitImages(messages, 5)).toEqual([
		{...first, content: [text, note, note]},
		second,
		{...third, content: [note]},
		fourth,
	]);
});
