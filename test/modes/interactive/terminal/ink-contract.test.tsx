import {setTimeout as sleep} from 'node:timers/promises';
import {Box, render, Text, useInput} from 'ink';
import {type ReactNode, useEffect, useState} from 'react';
import {describe, expect, test} from 'vitest';
import {
	createInkInput,
	createInkOutput,
} from '../../../../source/modes/interactive/terminal/ink-streams.ts';
import type {InputEvent} from '../../../../source/modes/interactive/terminal/input-event.ts';
import {noModifiers} from '../../../../source/modes/interactive/terminal/input-event.ts';

// What the engine takes for granted about Ink. When an update breaks one of these, the engine has to change.

function mount(tree: ReactNode, size = {columns: 20, rows: 5}) {
	const frames: Array<readonly string[]> = [];
	const output = createInkOutput(size, rows => frames.push(rows));
	const input = createInkInput();
	const ink = render(tree, {
		stdout: output.stream,
		stdin: input.stream,
		debug: true,
		interactive: true,
		patchConsole: false,
		exitOnCtrlC: false,
		isScreenReaderEnabled: false,
	});
	return {frames, output, input, ink};
}

function Words({handle}: {handle: {setText(text: string): void}}) {
	const [text, setText] = useState('one');
	useEffect(() => {
		handle.setText = setText;
	}, [handle]);
	return (
		<Box width={20} height={5} flexDirection="column">
			<Text color="red">{text}</Text>
			<Box flexGrow={1} />
			<Text>end</Text>
		</Box>
	);
}

function Listener({heard}: {heard: string[]}) {
	useInput((input, pressed) => {
		const names = Object.entries(pressed).filter(([, isOn]) => isOn === true);
		heard.push([...names.map(([name]) => name), input.trim()].filter(Boolean).join(' '));
	});
	return <Text>app</Text>;
}

describe('frames', () => {
	test('each commit is one frame with as many rows as the root is high', async () => {
		const handle = {setText(_: string) {}};
		const {frames, ink} = mount(<Words handle={handle} />);
		expect(frames).toHaveLength(1);
		handle.setText('two');
		await sleep(5);
		expect(frames).toHaveLength(2);
		expect(frames.map(rows => rows.length)).toEqual([5, 5]);
		expect(frames.at(-1)?.at(0)).toContain('two');
		expect(frames.at(-1)?.at(-1)).toBe('end');
		ink.unmount();
	});

	test('rows hold no sequence but styles and links', () => {
		const {frames, ink} = mount(
			<Box width={20} height={2} borderStyle="round">
				<Text bold color="#ff0000">
					{'a\x1B[2Jb\x1B]8;;http://x\x07link\x1B]8;;\x07'}
				</Text>
			</Box>,
		);
		const text = frames
			.flat()
			.join('\n')
			.replaceAll(/\x1B\[[\d;]*m|\x1B\]8;[^\x07\x1B]*(?:\x07|\x1B\\)/g, '');
		expect(text).not.toContain('\x1B');
		ink.unmount();
	});

	test('a size that changes is laid out anew', async () => {
		const {frames, output, ink} = mount(<Text wrap="wrap">one two three four</Text>);
		output.resize({columns: 8, rows: 5});
		await sleep(5);
		expect(frames.at(-1)).toEqual(['one two', 'three', 'four']);
		ink.unmount();
	});

	test('unmounting ends, and hands on no frame that would be empty', async () => {
		const {frames, ink} = mount(<Text>last</Text>);
		ink.unmount();
		await ink.waitUntilExit();
		expect(frames.every(rows => rows.join('') === 'last')).toBe(true);
	});
});

describe('keys for the components that use hooks of Ink', () => {
	const key = (name: string, held: Partial<typeof noModifiers> = {}): InputEvent => ({
		kind: 'key',
		...noModifiers,
		...held,
		name,
		sequence: '',
	});

	async function hear(events: readonly InputEvent[]) {
		const heard: string[] = [];
		const {input, ink} = mount(<Listener heard={heard} />);
		await sleep(5);
		for (const event of events) input.forward(event);
		await expect.poll(() => heard.length).toBe(events.length);
		ink.unmount();
		return heard;
	}

	test('several at once arrive one by one', async () => {
		const text = (value: string): InputEvent => ({kind: 'text', text: value});
		expect(
			await hear([
				text('héllo'),
				key('enter'),
				key('backspace'),
				key('backspace'),
				key('escape'),
				text('x'),
			]),
		).toEqual(['héllo', 'return', 'backspace', 'backspace', 'escape', 'x']);
	});

	test('named keys and modifiers keep their meaning', async () => {
		expect(
			await hear([
				key('up'),
				key('down', {shift: true}),
				key('pageUp'),
				key('home'),
				key('delete'),
				key('tab'),
				key('tab', {shift: true}),
				key('a', {ctrl: true}),
				key('b', {alt: true}),
				key('left', {ctrl: true}),
			]),
		).toEqual([
			'upArrow',
			'downArrow shift',
			'pageUp',
			'home',
			'delete',
			'tab',
			'shift tab',
			'ctrl a',
			'meta b',
			'leftArrow ctrl',
		]);
	});

	test('a paste of several lines becomes one line', async () => {
		expect(await hear([{kind: 'paste', text: 'one\ntwo'}])).toEqual(['one two']);
	});

	test('without a listener nothing is kept for the next one', async () => {
		const {input, ink} = mount(<Text>deaf</Text>);
		input.forward(key('enter'));
		expect(input.stream.readableLength).toBe(0);
		ink.unmount();
	});
});
