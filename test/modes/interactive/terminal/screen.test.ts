import {beforeAll, describe, expect, test} from 'vitest';
import {queries} from '../../../../source/modes/interactive/terminal/capabilities.ts';
import {modes} from '../../../../source/modes/interactive/terminal/modes.ts';
import {bundleFixture} from '../../../helpers/bundle.ts';
import {type ScreenOptions, startScreen, type TestScreen} from '../../../helpers/screen.ts';

let program = '';
beforeAll(async () => {
	program = await bundleFixture('screen-demo.tsx');
});

async function startDemo(options: ScreenOptions = {}): Promise<TestScreen> {
	const screen = startScreen({args: [program], columns: 60, rows: 12, ...options});
	await screen.waitFor('line 4');
	await screen.settle();
	return screen;
}

/** What was written since the call. */
function recordOutput(screen: TestScreen): () => string {
	const before = screen.output().length;
	return () => screen.output().slice(before);
}

/** What is left of the output when all is taken away that the engine may write. */
function withoutOwnSequences(output: string): string {
	const known = [
		...Object.values(modes).flatMap(({on, off}) => [on, off]),
		queries,
		'\x1B[?2026h',
		'\x1B[?2026l',
	];
	return known
		.reduce((rest, sequence) => rest.replaceAll(sequence, ''), output)
		.replaceAll(/\x1B\[(?:\d+;\d+H|K|\d+G|\d+;\d+r|r|\d+[ST]|[\d;]*m)/g, '');
}

const framesIn = (output: string) => output.split('\x1B[?2026h').length - 1;
const bigErase = /\x1B\[[0-3]?J/;

describe('frames', () => {
	test('the first one shows the layout with the region filled', async () => {
		const screen = await startDemo();
		expect(screen.lines()).toEqual([
			'demo 60x12',
			'line 0',
			'line 1',
			'line 2',
			'line 3',
			'line 4',
			'',
			'',
			'',
			'',
			'',
			'>',
		]);
		expect(screen.cursor()).toEqual({row: 11, column: 2});
		expect(screen.modes()).toMatchObject({
			alternate: true,
			mouse: 'drag',
			paste: true,
			focus: true,
			wrap: false,
			cursorHidden: false,
		});
	});

	test('a key is one small frame of the row that changed', async () => {
		const screen = await startDemo();
		const written = recordOutput(screen);
		for (const letter of 'typing') {
			screen.send(letter);
			await screen.waitFor(() => screen.lines().at(-1)?.endsWith(letter) === true);
		}

		expect(screen.lines().at(-1)).toBe('> typing');
		expect(framesIn(written())).toBe(6);
		expect(written().length).toBeLessThan(6 * 60);
	});

	test('a burst of keys in one read is one frame', async () => {
		const screen = await startDemo();
		const written = recordOutput(screen);
		screen.send('all at once');
		await screen.waitFor('> all at once');
		expect(framesIn(written())).toBe(1);
	});

	test('every frame but the first, which cannot wait for an answer, is synchronized', async () => {
		const screen = await startDemo();
		const written = recordOutput(screen);
		await screen.press('/odd\r');
		await screen.waitFor('heart');
		await screen.settle();
		expect(written().replaceAll(/\x1B\[\?2026h[\s\S]*?\x1B\[\?2026l/g, '')).toBe('');
	});

	test('a terminal that answers nothing gets frames that it understands', async () => {
		const screen = await startDemo({isMute: true});
		await screen.press('abc');
		await screen.waitFor('> abc');
		expect(screen.output()).not.toContain('\x1B[?2026h');
		expect(screen.cursor()).toEqual({row: 11, column: 5});
		expect(screen.modes().cursorHidden).toBe(false);
	});

	test('what comes from outside cannot drive the terminal, nor leave its row', async () => {
		const screen = await startDemo();
		for (const order of ['/evil\r', '/wide\r', '/odd\r']) await screen.press(order);
		await screen.waitFor('heart');
		expect(screen.lines().slice(6, 10)).toEqual([
			'evil moved␍back',
			'w'.repeat(60),
			'        if (ok) return  // 完了 👩‍👩‍👧‍👦 e\u0301\u0301 end',
			'flag 🇩🇪 key 1️⃣ heart ❤️ end',
		]);
		expect(screen.overflows()).toEqual([]);
		expect(withoutOwnSequences(screen.output())).not.toMatch(/[\0-\x1F\x7F-\x9F]/);
	});

	test('a region that cannot be drawn says so, and the rest lives on', async () => {
		const screen = await startDemo();
		await screen.press('/region\r');
		await screen.waitFor('caught: Error: region is broken');
		expect(screen.lines().at(1)).toBe('Error: region is broken');
		await screen.press('still here');
		await screen.waitFor('> still here');
	});

	test('a floating box shows over the region, and goes without a trace', async () => {
		const screen = await startDemo();
		const before = screen.lines();
		await screen.press('/float\r');
		await screen.waitFor('floating box');
		expect(screen.lines().slice(1, 5)).toEqual([
			'line╭──────────────╮',
			'line│floating box  │',
			'line╰──────────────╯',
			'line 3',
		]);
		await screen.press('/float\r');
		await screen.waitFor(() => !screen.text().includes('floating'));
		expect(screen.lines()).toEqual(before);
	});
});

describe('the caret', () => {
	test('is on the cell of its character, wide ones counted, also while output streams', async () => {
		const screen = await startDemo();
		await screen.press('a漢字b');
		await screen.waitFor('> a漢字b');
		expect(screen.cursor()).toEqual({row: 11, column: 8});
		await screen.press('\x1B[D\x1B[D');
		await screen.waitFor(() => screen.cursor().column === 5);
		await screen.press(`\x1B[C\x1B[C${'\x7F'.repeat(4)}/stream 3000\r`);
		await screen.press('漢');
		await screen.waitFor(/streamed \d/);
		expect(screen.lines().at(-1)).toBe('> 漢');
		expect(screen.cursor()).toEqual({row: 11, column: 4});
	});
});

describe('streams', () => {
	test('following five thousand rows costs few bytes and ends right', async () => {
		const screen = await startDemo();
		const written = recordOutput(screen);
		await screen.press('/stream 5000\r');
		await screen.waitFor('stream done', 30_000);
		await screen.settle();
		expect(screen.lines().slice(1, 11)).toEqual(
			Array.from({length: 10}, (_, index) => `streamed ${4990 + index}`),
		);
		expect(written()).not.toMatch(bigErase);
		// At most a screen for each frame, and thirty frames a second at the most.
		expect(written().length / framesIn(written())).toBeLessThan(12 * 60);
	});

	test('a view that was scrolled up stays where it is, and costs nothing', async () => {
		const screen = await startDemo();
		await screen.press('/stream 5000\r');
		await screen.waitFor(/streamed \d{3}/);
		screen.send('\x1B[5~');
		await screen.settle(60);
		await screen.waitFor(/streamed/);
		const top = screen.lines().slice(1, 11);
		const written = recordOutput(screen);
		await screen.waitFor('stream done', 30_000);
		await screen.settle();
		expect(screen.lines().slice(1, 11)).toEqual(top);
		expect(written().length).toBeLessThan(500);
	});

	test('keys are painted while output streams', async () => {
		const screen = await startDemo();
		await screen.press('/stream 100000\r');
		await screen.waitFor(/streamed \d/);
		await screen.press('typed meanwhile');
		await screen.waitFor('> typed meanwhile');
		expect(screen.text()).not.toContain('stream done');
	});

	test('scrolling back by a few rows moves rows instead of writing them', async () => {
		const screen = await startDemo();
		await screen.press('/stream 100\r');
		await screen.waitFor('stream done');
		await screen.settle();
		const written = recordOutput(screen);
		await screen.press('\x1B[A');
		await screen.waitFor(() => screen.lines()[1] === 'streamed 89');
		expect(written()).toContain('\x1B[2;11r\x1B[1T\x1B[r');
		expect(written().length).toBeLessThan(120);
		expect(screen.lines()[10]).toBe('streamed 98');
	});

	test('the wheel scrolls once for all its notches in one read', async () => {
		const screen = await startDemo();
		await screen.press('/stream 100\r');
		await screen.waitFor('stream done');
		await screen.settle();
		const written = recordOutput(screen);
		screen.send('\x1B[<64;5;5M'.repeat(5));
		await screen.waitFor(() => screen.lines()[1] === 'streamed 75');
		expect(framesIn(written())).toBe(1);
	});
});

describe('sizes', () => {
	test('a storm of sizes while output streams leaves the frame of a fresh start', async () => {
		const screen = await startDemo({columns: 200, rows: 30});
		await screen.press('/odd\r/wide\r/stream 2000\r');
		for (const columns of [200, 40, 22, 9, 1, 3, 120, 1, 60]) {
			screen.resize(columns, columns % 7 === 1 ? 1 : 12);
			await screen.settle(30);
			expect(screen.hasExited()).toBe(false);
		}

		screen.resize(120, 30);
		await screen.waitFor('stream done', 30_000);
		await screen.settle();
		const lines = screen.lines();
		expect(lines[0]).toBe('demo 120x30 stream done');
		expect(lines.slice(1, 29)).toEqual(
			Array.from({length: 28}, (_, index) => `streamed ${1972 + index}`),
		);
		expect(lines[29]).toBe('>');
		expect(screen.output()).not.toMatch(bigErase);
		expect(screen.overflows().filter(({width}) => width > 2)).toEqual([]);
	});

	test('a screen that something else has written to is painted anew on request', async () => {
		const screen = await startDemo();
		const before = screen.lines();
		const written = recordOutput(screen);
		screen.send('\x0C');
		await screen.waitFor(() => framesIn(written()) === 1);
		expect(written().split('\x1B[K').length - 1).toBe(12);
		expect(screen.lines()).toEqual(before);
	});
});

describe('input', () => {
	test('a paste is one event: with marks, without, and with marks byte by byte', async () => {
		const screen = await startDemo();
		screen.paste('one\rtwo');
		await screen.waitFor('pasted: "one\\ntwo"');
		screen.send('three\rfour\r');
		await screen.waitFor('pasted: "three\\nfour\\n"');
		for (const byte of '\x1B[200~five\rsix\x1B[201~') {
			screen.send(byte);
			await new Promise(resolve => setImmediate(resolve));
		}

		await screen.waitFor('pasted: "five\\nsix"');
		expect(screen.text()).not.toMatch(/sent|20[01]~/);
	});

	test('a big paste arrives whole', async () => {
		const screen = await startDemo();
		screen.paste('0123456789abcdef\n'.repeat(60_000).slice(0, -1));
		await screen.waitFor('pasted: 1019999 characters', 20_000);
	});

	test('clicks and the wheel', async () => {
		const screen = await startDemo();
		screen.send('\x1B[<0;10;5M');
		await screen.waitFor('press left 4,9');
		screen.send('\x1B[<0;10;5m');
		await screen.waitFor('release left 4,9');
	});

	test("components that listen with Ink's hooks get every key of a burst", async () => {
		const screen = await startDemo();
		await screen.press('/text\r');
		await screen.settle();
		screen.send('abc\x7F\x7Fd\x1B[D!');
		await screen.waitFor('a!d');
		screen.send('\r');
		await screen.waitFor('answered: a!d');
		await screen.press('/select\r');
		await screen.waitFor('green');
		screen.send('\x1B[B\x1B[B\r');
		await screen.waitFor('chose: blue');
	});

	test('what the terminal answers is known, and typed by nobody', async () => {
		const screen = await startDemo({columns: 250, kitty: true, env: {COLORTERM: 'truecolor'}});
		await screen.press('/caps\r');
		await screen.waitFor('isSettled');
		const [, told = ''] = /demo 250x12 (\{.*\})/.exec(screen.text()) ?? [];
		expect(JSON.parse(told)).toEqual({
			isSettled: true,
			synchronizedOutput: true,
			kittyKeys: true,
			graphemes: false,
			trueColour: true,
			isTmux: false,
			isSsh: false,
			background: [30, 30, 30],
			foreground: [208, 208, 208],
		});
		expect(screen.lines().at(-1)).toBe('>');
		expect(screen.modes().modifyOtherKeys).toBe(0);
	});

	test('a keyboard without the kitty protocol is asked for modified keys in the older way', async () => {
		const screen = await startDemo();
		await screen.waitFor(() => screen.modes().modifyOtherKeys === 1);
	});
});
