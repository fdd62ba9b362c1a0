import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createPainter, type Frame} from '../../../../source/modes/interactive/terminal/painter.ts';
import {createEmulator} from '../../../helpers/emulator.ts';

const size = {columns: 10, rows: 4};
const frame = (rows: readonly string[], more: Partial<Frame> = {}): Frame => ({
	rows,
	size,
	caret: undefined,
	...more,
});
const caret = (row: number, column: number, isVisible = true) => ({row, column, isVisible});

/** A painter that has painted `rows` already. */
function painted(rows: readonly string[], more: Partial<Frame> = {}, hasSync = true) {
	const painter = createPainter(() => hasSync);
	painter.paint(frame(rows, more));
	return painter;
}

describe('what is written', () => {
	test('the first frame writes every row and erases only behind its text', () => {
		const painter = createPainter(() => true);
		expect(
			painter.paint(frame(['ab', '', '\x1B[31mred\x1B[39m', '0123456789'], {caret: caret(1, 2)})),
		).toBe(
			'\x1B[?2026h\x1B[1;1Hab\x1B[K\x1B[2;1H\x1B[K\x1B[3;1H\x1B[31mred\x1B[39m\x1B[0m\x1B[K' +
				'\x1B[4;1H0123456789\x1B[2;3H\x1B[?25h\x1B[?2026l',
		);
	});

	test('an equal frame writes nothing, a changed row alone is written', () => {
		const painter = painted(['a', 'b', 'c', 'd'], {caret: caret(0, 0)});
		expect(painter.paint(frame(['a', 'b', 'c', 'd'], {caret: caret(0, 0)}))).toBe('');
		expect(painter.paint(frame(['a', 'B', 'c', 'd'], {caret: caret(0, 0)}))).toBe(
			'\x1B[?2026h\x1B[2;1HB\x1B[K\x1B[1;1H\x1B[?2026l',
		);
	});

	test('a cursor that moves alone moves alone', () => {
		const painter = painted(['a'], {caret: caret(0, 0)});
		expect(painter.paint(frame(['a'], {caret: caret(0, 1)}))).toBe(
			'\x1B[?2026h\x1B[1;2H\x1B[?2026l',
		);
		expect(painter.paint(frame(['a']))).toBe('\x1B[?2026h\x1B[?25l\x1B[?2026l');
	});

	test('a hidden cursor is still placed, for input methods', () => {
		const painter = createPainter(() => true);
		expect(painter.paint(frame(['a'], {caret: caret(3, 4, false)}))).toMatch(
			/\x1B\[4;5H\x1B\[\?25l\x1B\[\?2026l$/,
		);
	});

	test('a caret outside of the screen is put on its edge', () => {
		expect(createPainter(() => true).paint(frame([], {caret: caret(99, 99)}))).toContain(
			'\x1B[4;10H',
		);
	});

	test('without synchronized output the cursor hides while rows are written', () => {
		const painter = painted(['a'], {caret: caret(0, 0)}, false);
		expect(painter.paint(frame(['b'], {caret: caret(0, 1)}))).toBe(
			'\x1B[?25l\x1B[1;1Hb\x1B[K\x1B[1;2H\x1B[?25h',
		);
	});

	test('after forgetting, everything is written in place', () => {
		const painter = painted(['a', 'b', 'c', 'd']);
		painter.forget();
		const bytes = painter.paint(frame(['a', 'b', 'c', 'd']));
		expect(bytes).toContain('\x1B[1;1Ha\x1B[K\x1B[2;1Hb\x1B[K\x1B[3;1Hc\x1B[K\x1B[4;1Hd\x1B[K');
		expect(bytes).not.toMatch(/\x1B\[[023]?J/);
	});

	test('too wide a row is cut, what drives a terminal is taken out', () => {
		expect(painted([]).paint(frame(['x'.repeat(50)]))).toContain(
			'\x1B[1;1Hxxxxxxxxxx\x1B[1;1H'.slice(0, 16),
		);
		const bytes = painted([]).paint(frame(['a\x1B[2Jb\x1B]0;t\x07c\rd\ne']));
		expect(bytes).toContain('\x1B[1;1Habc␍d e\x1B[0m\x1B[K');
	});

	test('a tab takes the cells up to its stop', () => {
		expect(painted([]).paint(frame(['a\tb']))).toContain('\x1B[1;1Ha   b\x1B[K');
	});

	test('behind a character of doubtful width the column is said again', () => {
		expect(painted([]).paint(frame(['a❤️b']))).toContain('\x1B[1;1Ha  \x1B[2G❤️\x1B[4Gb\x1B[K');
		expect(painted([]).paint(frame(['e\u0301x']))).toContain('\x1B[1;1He\u0301\x1B[2Gx\x1B[K');
		expect(painted([]).paint(frame(['完a']))).toContain('\x1B[1;1H完a\x1B[K');
	});
});

describe('scrolling', () => {
	const scroll = (by: number) => ({scroll: {top: 1, height: 3, by}});

	test('rows that only moved are moved by the terminal', () => {
		const painter = painted(['head', 'a', 'b', 'c']);
		expect(painter.paint(frame(['head', 'b', 'c', 'd'], scroll(1)))).toBe(
			'\x1B[?2026h\x1B[2;4r\x1B[1S\x1B[r\x1B[4;1Hd\x1B[K\x1B[?2026l',
		);
		expect(painter.paint(frame(['head', 'a', 'b', 'c'], scroll(-1)))).toBe(
			'\x1B[?2026h\x1B[2;4r\x1B[1T\x1B[r\x1B[2;1Ha\x1B[K\x1B[?2026l',
		);
	});

	test('a wrong word about a move costs nothing', () => {
		const painter = painted(['head', 'a', 'b', 'c']);
		expect(painter.paint(frame(['head', 'a', 'b', 'x'], scroll(1)))).toBe(
			'\x1B[?2026h\x1B[4;1Hx\x1B[K\x1B[?2026l',
		);
		expect(painter.paint(frame(['head', 'a', 'b', 'y'], scroll(7)))).not.toContain('r');
	});
});

test('whatever frames follow each other, the terminal shows the last one', async () => {
	const row = fc.array(
		fc.constantFrom('a', 'bc', '完', ' ', 'é', '\x1B[31mr\x1B[39m', '👍🏽', 'e\u0301'),
		{maxLength: 6},
	);
	const rows = fc.array(
		row.map(parts => parts.join('')),
		{minLength: 5, maxLength: 5},
	);
	const next = fc.record({
		rows,
		by: fc.integer({min: -4, max: 4}),
		columns: fc.constantFrom(8, 8, 8, 2, 12),
		moves: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(next, {minLength: 1, maxLength: 6}), async frames => {
			const emulator = createEmulator({columns: 8, rows: 5, kitty: false, answer() {}});
			const painter = createPainter(() => true);
			await emulator.write(Buffer.from('\x1B[?1049h\x1B[?7l'));
			let columns = 8;
			let last: readonly string[] = [];
			for (const {rows: fresh, by, moves, columns: wanted} of frames) {
				if (wanted !== columns) {
					columns = wanted;
					emulator.resize(columns, 5);
					painter.forget();
				}

				// Half of the frames really are the last one, moved.
				last = moves ? [...last.slice(Math.max(0, by)), ...fresh].slice(0, 5) : fresh;
				const bytes = painter.paint({
					rows: last,
					size: {columns, rows: 5},
					caret: caret(2, 3),
					scroll: {top: 0, height: 5, by},
				});
				await emulator.write(Buffer.from(bytes));
			}

			const plain = createEmulator({columns, rows: 5, kitty: false, answer() {}});
			const whole = createPainter(() => true).paint({
				rows: last,
				size: {columns, rows: 5},
				caret: undefined,
			});
			await plain.write(Buffer.from(`\x1B[?7l${whole}`));
			expect(emulator.lines()).toEqual(plain.lines());
			expect(emulator.cursor()).toEqual({row: 2, column: Math.min(3, columns - 1)});
			expect(emulator.overflows()).toEqual([]);
			emulator.dispose();
			plain.dispose();
		}),
	);
});
