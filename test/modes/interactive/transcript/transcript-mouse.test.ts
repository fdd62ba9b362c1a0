import {describe, expect, it} from 'vitest';
import {createUiStore} from '../../../../source/modes/interactive/store/ui-store.ts';
import {noModifiers} from '../../../../source/modes/interactive/terminal/input-event.ts';
import {createTranscriptMouse} from '../../../../source/modes/interactive/transcript/transcript-mouse.ts';
import {createTranscriptSource} from '../../../../source/modes/interactive/transcript/transcript-source.ts';
import {itemLook, seen} from '../../../helpers/items.ts';
import {assistant, call, toolResult, user} from '../../../helpers/session-builder.ts';

type Body = ReturnType<typeof user> | ReturnType<typeof assistant>;

/** A transcript of 30 columns and 12 rows, and a mouse on it. */
function onScreen(...bodies: readonly Body[]) {
	const store = createUiStore(0);
	const path = bodies.map((body, index) => ({
		...body,
		id: `e${index}`,
		parentId: index === 0 ? null : `e${index - 1}`,
		timestamp: '',
	}));
	store.dispatch({type: 'session.shown', path});
	const look = itemLook();
	const transcript = createTranscriptSource({store, now: () => 0, look: () => look});
	const selected: string[] = [];
	const opened: string[] = [];
	const toggled: string[] = [];
	let time = 0;
	const mouse = createTranscriptMouse({
		transcript,
		wheelRows: () => 3,
		onSelect: text => selected.push(text),
		openLink: address => opened.push(address),
		toggle: id => toggled.push(id),
		now: () => time,
	});
	const rows = () => seen(transcript.rows(30, 12));
	rows();
	const send = (action: 'press' | 'drag' | 'release', row: number, column: number) =>
		mouse({kind: 'mouse', action, button: 'left', row, column, ...noModifiers});
	/** From a text on the screen to the end of another. */
	const drag = (from: string, to: string) => {
		const place = (text: string) => {
			const row = rows().findIndex(each => each.includes(text));
			return {row, column: (rows()[row] ?? '').indexOf(text)};
		};
		const [start, end] = [place(from), place(to)];
		send('press', start.row, start.column);
		send('drag', end.row, end.column + to.length - 1);
		send('release', end.row, end.column + to.length - 1);
	};
	const click = (text: string) => {
		const row = rows().findIndex(each => each.includes(text));
		const column = (rows()[row] ?? '').indexOf(text);
		send('press', row, column);
		send('release', row, column);
	};
	const pass = (ms: number) => {
		time += ms;
	};
	return {transcript, store, rows, drag, click, pass, send, selected, opened, toggled};
}

describe('selecting with the mouse', () => {
	it('copies a paragraph as one line, however it was broken to fit', () => {
		const text = 'The quick brown fox jumps over the lazy dog near the river';
		const {drag, selected, rows} = onScreen(assistant(text));
		expect(rows().filter(row => row.trim() !== '').length).toBeGreaterThan(1);
		drag('quick', 'river');
		expect(selected).toEqual([text.slice(4)]);
	});

	it('joins a word that was too long for a row, and keeps real line ends', () => {
		const long = 'x'.repeat(40);
		const {drag, selected} = onScreen(user(`${long}\nsecond`));
		drag('xxx', 'second');
		expect(selected).toEqual([`${long}\nsecond`]);
	});

	it('leaves out bars and indents, but keeps bullets', () => {
		const {drag, selected} = onScreen(
			assistant(
				'> quoted words that go over the edge of it\n\n- one item that is longer than a row\n- two',
			),
		);
		drag('quoted', 'two');
		expect(selected).toEqual([
			'quoted words that go over the edge of it\n\n• one item that is longer than a row\n• two',
		]);
	});

	it('goes over several messages, upwards as well', () => {
		const {rows, selected, send} = onScreen(user('first'), assistant('second'), user('third'));
		const row = (text: string) => rows().findIndex(each => each.includes(text));
		send('press', row('third'), 4);
		send('drag', row('second'), 1);
		send('release', row('second'), 1);
		expect(selected).toEqual(['second\n\nthi']);
	});

	it('takes a word with two clicks and the line with three, a path being one word', () => {
		const {click, selected} = onScreen(assistant('see src/a-b.ts, please'));
		click('src');
		click('src');
		click('src');
		expect(selected).toEqual(['src/a-b.ts', 'see src/a-b.ts, please']);
	});

	it('stands out on the screen, stays with its text when that moves, and goes with a click', () => {
		const {transcript, store, drag, click, pass} = onScreen(assistant('marked text'));
		drag('marked', 'marked');
		const marked = () => transcript.rows(30, 12).find(row => row.includes('\u001b[7m'));
		expect(marked()).toContain('\u001b[7mmarked\u001b[27m');
		store.dispatch({type: 'noticed', level: 'info', text: 'more'});
		expect(marked()).toContain('\u001b[7mmarked\u001b[27m');
		expect(transcript.selectedText()).toBe('marked');
		pass(1000);
		click('text');
		expect([marked(), transcript.selectedText()]).toEqual([undefined, '']);
	});

	it('paints nothing of the marks that it goes by', () => {
		const {transcript} = onScreen(assistant(`> ${'word '.repeat(30)}`));
		expect(transcript.rows(30, 12).join('')).not.toContain('\u001b[800');
	});
});

describe('clicking', () => {
	it('opens a link, and unfolds a panel', () => {
		const {click, opened, toggled} = onScreen(
			user('go'),
			assistant('', {calls: [call('c', 'bash', {command: 'ls'})]}),
			toolResult('c', 'a\nb'),
			assistant('see [the docs](https://example.com/x)'),
		);
		click('the docs');
		click('bash ls');
		click('go');
		expect([opened, toggled]).toEqual([['https://example.com/x'], ['e1/0']]);
	});

	it('an unfolded panel is unfolded alone, and folded where all are unfolded', () => {
		const output = Array.from({length: 9}, (_, index) => `l${index}`).join('\n');
		const {store, rows} = onScreen(
			assistant('', {calls: [call('c', 'bash', {command: 'ls'})]}),
			toolResult('c', output),
		);
		expect(rows().join(' ')).toContain('4 more lines');
		store.dispatch({type: 'viewed', change: {toggled: new Set(['e0/0'])}});
		expect(rows().join(' ')).toContain('l0');
		store.dispatch({type: 'viewed', change: {expandAll: true}});
		expect(rows().join(' ')).toContain('4 more lines');
	});
});
