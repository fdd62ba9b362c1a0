import {expect, test} from 'vitest';
import {
	createCapabilities,
	endsAnswers,
	queries,
	toEscapeTimeout,
} from '../../../../source/modes/interactive/terminal/capabilities.ts';

test('before any answer nothing is taken for granted', () => {
	expect(createCapabilities({TERM: 'xterm-256color'}).get()).toEqual({
		isSettled: false,
		synchronizedOutput: false,
		kittyKeys: false,
		graphemes: false,
		trueColour: false,
		isTmux: false,
		isSsh: false,
	});
});

test('answers are taken in and told', () => {
	const store = createCapabilities({COLORTERM: 'truecolor', TMUX: '/tmp/x', SSH_TTY: '/dev/pts/1'});
	const told: boolean[] = [];
	store.subscribe(capabilities => told.push(capabilities.isSettled));
	store.handle({type: 'decrqm', mode: 2026, value: 2});
	store.handle({type: 'decrqm', mode: 2027, value: 0});
	store.handle({type: 'kittyFlags', flags: 5});
	store.handle({type: 'osc', code: 11, data: 'rgb:1e1e/20/f'});
	store.handle({type: 'osc', code: 10, data: 'nonsense'});
	store.handle({type: 'da1', attributes: [62]});
	expect(store.get()).toEqual({
		isSettled: true,
		synchronizedOutput: true,
		kittyKeys: true,
		graphemes: false,
		background: [30, 32, 255],
		trueColour: true,
		isTmux: true,
		isSsh: true,
	});
	expect(told).toEqual([false, false, false, false, true]);
});

test('a mode that can never be had is not there', () => {
	const store = createCapabilities({});
	store.handle({type: 'decrqm', mode: 2026, value: 4});
	expect(store.get().synchronizedOutput).toBe(false);
});

test('the query that every terminal answers comes last', () => {
	expect(queries.endsWith('\x1B[c')).toBe(true);
	expect(endsAnswers('\x1B[?2026;2$y\x1B[?62;22c')).toBe(true);
	expect(endsAnswers('\x1B[?2026;2$y\x1B[?1u')).toBe(false);
});

test('over a network a lone ESC is waited for longer', () => {
	expect([toEscapeTimeout({}), toEscapeTimeout({SSH_CONNECTION: 'a b'})]).toEqual([10, 100]);
});
