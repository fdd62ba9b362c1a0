import {expect, it} from 'vitest';
import {
	notificationBytes,
	titleBytes,
} from '../../../../source/modes/interactive/terminal/announcements.ts';

it('writes a title that nothing in it can end early', () => {
	expect(titleBytes('bough – my talk')).toBe('\u001B]0;bough – my talk\u001B\\');
	const hostile = titleBytes('a\u001B\\\u0007\u001B]52;c;ZXZpbA==\u0007\u009Cb\n');
	expect(hostile.slice(4, -2)).not.toMatch(/[\0-\u001F\u007F-\u009F]/);
});

it('speaks to each terminal in the way it knows, and rings the bell where none is known', () => {
	const say = (environment: Record<string, string>) =>
		notificationBytes('done; really', environment, 'auto');
	expect(say({TERM: 'xterm-kitty'})).toBe('\u001B]99;;done, really\u001B\\');
	expect(say({TERM_PROGRAM: 'iTerm.app'})).toBe('\u001B]9;done, really\u001B\\');
	expect(say({TERM: 'foot'})).toBe('\u001B]777;notify;bough;done, really\u001B\\');
	expect(say({TERM: 'xterm-256color'})).toBe('\u0007');
	expect(notificationBytes('done', {TERM: 'xterm-kitty'}, 'bell')).toBe('\u0007');
	expect(say({TERM: 'xterm-kitty', TMUX: '/tmp/x'})).toBe(
		'\u001BPtmux;\u001B\u001B]99;;done, really\u001B\u001B\\\u001B\\\u0007',
	);
});
