import {describe, expect, it} from 'vitest';
import {colourDepth, createPaint} from '../../../../source/modes/interactive/theme/paint.ts';
import {parseTheme} from '../../../../source/modes/interactive/theme/parse-theme.ts';
import {themeTokens} from '../../../../source/modes/interactive/theme/tokens.ts';

const colors = {
	...Object.fromEntries(themeTokens.map(token => [token, ''])),
	accent: '#5fb3a1',
	error: 1,
	warning: 208,
	selectedBg: '#38404d',
	toolErrorBg: 4,
};
const theme = parseTheme({name: 'x', colors}, 'x.json');

describe('paint', () => {
	it('says a colour in as many bits as the terminal shows', () => {
		const of = (depth: 0 | 4 | 8 | 24) => {
			const paint = createPaint(theme, depth);
			return [
				paint.fg('accent', 'a'),
				paint.fg('error', 'a'),
				paint.fg('warning', 'a'),
				paint.bg('selectedBg', 'a'),
				paint.bg('toolErrorBg', 'a'),
			].map(text => text.replace(/\u001b\[([\d;]*)m/g, '<$1>'));
		};
		expect(of(24)).toEqual([
			'<38;2;95;179;161>a<39>',
			'<38;5;1>a<39>',
			'<38;5;208>a<39>',
			'<48;2;56;64;77>a<49>',
			'<48;5;4>a<49>',
		]);
		expect(of(8)).toEqual([
			'<38;5;73>a<39>',
			'<38;5;1>a<39>',
			'<38;5;208>a<39>',
			'<48;5;237>a<49>',
			'<48;5;4>a<49>',
		]);
		expect(of(4)).toEqual(['<36>a<39>', '<31>a<39>', '<93>a<39>', 'a', '<44>a<49>']);
		expect(of(0)).toEqual(['a', 'a', 'a', 'a', 'a']);
	});

	it('goes on with its own colour behind another one', () => {
		const {fg, bold} = createPaint(theme, 8);
		expect(fg('accent', `a${fg('error', 'b')}c`)).toBe(
			'\u001b[38;5;73ma\u001b[38;5;1mb\u001b[39m\u001b[38;5;73mc\u001b[39m',
		);
		expect(bold(`a${bold('b')}c`)).toBe('\u001b[1ma\u001b[1mb\u001b[22m\u001b[1mc\u001b[22m');
		expect([fg('text', 'x'), fg('accent', '')]).toEqual(['x', '']);
	});

	it('shows no colours to whom has said so', () => {
		expect([
			colourDepth({NO_COLOR: '1', COLORTERM: 'truecolor'}),
			colourDepth({NO_COLOR: '', COLORTERM: 'truecolor'}),
			colourDepth({TERM: 'xterm-256color'}),
			colourDepth({TERM: 'xterm'}),
			colourDepth({TERM: 'dumb'}),
		]).toEqual([0, 24, 8, 4, 0]);
	});
});
