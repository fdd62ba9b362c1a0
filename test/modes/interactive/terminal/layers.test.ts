import {expect, test} from 'vitest';
import {compose} from '../../../../source/modes/interactive/terminal/layers.ts';

const size = {columns: 8, rows: 3};
const none = {regions: [], floating: []};

test('a layout has exactly the rows of the window', () => {
	expect(compose(['a'], none, size)).toEqual(['a', '', '']);
	expect(compose(['a', 'b', 'c', 'd'], none, size)).toEqual(['a', 'b', 'c']);
});

test('a region over the whole width takes rows as they are', () => {
	const region = {x: 0, y: 1, width: 8, height: 2, rows: ['one']};
	expect(compose(['a', 'b', 'c'], {regions: [region], floating: []}, size)).toEqual([
		'a',
		'one',
		'',
	]);
});

test('a region beside other things leaves them their cells', () => {
	const region = {x: 2, y: 0, width: 3, height: 1, rows: ['完了完']};
	expect(compose(['a|   |zz'], {regions: [region], floating: []}, size)).toEqual([
		'a|完 |zz',
		'',
		'',
	]);
	expect(compose(['a'], {regions: [region], floating: []}, size)).toEqual(['a 完 ', '', '']);
});

test('a floating box shows over a region', () => {
	const region = {x: 0, y: 0, width: 8, height: 3, rows: ['12345678', '12345678', '12345678']};
	const box = {x: 2, y: 1, width: 3, height: 1};
	expect(compose(['', '  box', ''], {regions: [region], floating: [box]}, size)).toEqual([
		'12345678',
		'12box678',
		'12345678',
	]);
});

test('what lies outside of the window is left out', () => {
	const region = {x: 0, y: -1, width: 8, height: 9, rows: ['-1', '0', '1', '2', '3']};
	expect(compose([], {regions: [region], floating: []}, size)).toEqual(['0', '1', '2']);
});
