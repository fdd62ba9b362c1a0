import {expect, test} from 'vitest';
import {applySgr, closeStyle, openStyle, plainStyle} from '../../source/lib/text-style.ts';

const after = (...parameters: readonly string[]) => parameters.reduce(applySgr, plainStyle);

test('each kind of style has one parameter, the last one given', () => {
	expect(after('1;3;31;48;5;9', '92', '4:3', '38;2;1;2;3')).toEqual({
		weight: '1',
		italic: '3',
		foreground: '38;2;1;2;3',
		background: '48;5;9',
		underline: '4:3',
	});
	expect(after('38:2::1:2:3;48:5:7')).toEqual({foreground: '38:2::1:2:3', background: '48:5:7'});
});

test('closing parameters and resets take styles away', () => {
	expect(after('1;2;3;4;7;9;31;41', '22;23;24;27;29;39;49')).toEqual({});
	expect([after('31', ''), after('31', '0'), after('31', '1;0;4')]).toEqual([
		{},
		{},
		{underline: '4'},
	]);
	expect(after('4', '4:0')).toEqual({});
});

test('blinking and hidden text, and what is malformed, is left out', () => {
	expect(after('5;6;8', '10;77;999')).toEqual({});
	expect(after('38;5', '38;2;1;2', '38;7;1', '38:9:1', ';;')).toEqual({});
	expect(after('38;5;x')).toEqual({});
});

test('a colour does not take the parameters behind it for its own', () => {
	expect(after('38;5;1;4')).toEqual({foreground: '38;5;1', underline: '4'});
});

test('opening and closing are exact', () => {
	const style = after('1;2;31;44');
	expect(openStyle(style)).toBe('\x1B[1m\x1B[2m\x1B[31m\x1B[44m');
	expect(closeStyle(style)).toBe('\x1B[22m\x1B[39m\x1B[49m');
	expect([openStyle(plainStyle), closeStyle(plainStyle)]).toEqual(['', '']);
});
