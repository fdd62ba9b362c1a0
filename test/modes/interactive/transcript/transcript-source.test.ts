import {describe, expect, it} from 'vitest';
import type {SessionEntry} from '../../../../source/harness/index.ts';
import {createUiStore} from '../../../../source/modes/interactive/store/ui-store.ts';
import {createTranscriptSource} from '../../../../source/modes/interactive/transcript/transcript-source.ts';
import {itemLook, seen} from '../../../helpers/items.ts';

const entry = (index: number, text: string): SessionEntry => ({
	id: `e${index}`,
	parentId: index === 0 ? null : `e${index - 1}`,
	timestamp: '',
	type: 'message',
	message: {role: 'user', content: text, timestamp: 0},
});

function transcript(texts: readonly string[]) {
	const store = createUiStore(0);
	store.dispatch({type: 'session.shown', path: texts.map((text, index) => entry(index, text))});
	let laidOut = 0;
	const look = itemLook();
	const source = createTranscriptSource({
		store,
		now: () => 0,
		look: () => {
			laidOut += 1;
			return look;
		},
	});
	const say = (text: string) => store.dispatch({type: 'noticed', level: 'info', text});
	return {store, source, say, laidOut: () => laidOut};
}

const many = (count: number) => Array.from({length: count}, (_, index) => `prompt ${index}`);

describe('the transcript on the screen', () => {
	it('shows the end, and nothing but the window of a long session is laid out', () => {
		const {source} = transcript(many(10_000));
		const rows = seen(source.rows(40, 8));
		expect(rows).toEqual(['', '', '  prompt 9998', '', '', '', '  prompt 9999', '']);
	});

	it('stays where the person looks while more comes, and counts it', async () => {
		const {source, say} = transcript(many(50));
		let told = 0;
		source.onMove(() => {
			told += 1;
		});
		source.rows(40, 8);
		source.scroll(-10);
		const before = seen(source.rows(40, 8)).map(row => row.slice(0, 38).trimEnd());
		const below = source.unseen() ?? 0;
		const toldBefore = told;
		say('news');
		say('more news');
		expect(seen(source.rows(40, 8)).map(row => row.slice(0, 38).trimEnd())).toEqual(before);
		await Promise.resolve();
		expect(source.unseen()).toBe(below + 4);
		expect(told).toBe(toldBefore + 1);
		source.toEnd();
		expect(seen(source.rows(40, 8)).at(-1)).toBe(' ℹ more news');
		expect(source.unseen()).toBeUndefined();
	});

	it('has a scrollbar only while the person looks back', () => {
		const {source} = transcript(many(50));
		expect(source.rows(40, 8).some(row => /[█│]/.test(row))).toBe(false);
		source.toTop();
		const rows = seen(source.rows(40, 8));
		expect(rows.map(row => row.at(-1))).toEqual(['█', ...Array.from({length: 7}, () => '│')]);
		expect(rows.every(row => row.length === 40)).toBe(true);
	});

	it('keeps what is at the top there when the width changes', () => {
		const {source} = transcript(many(50).map(text => `${text} ${'word '.repeat(30)}`));
		source.rows(80, 10);
		source.toPrompt(-1);
		const top = seen(source.rows(80, 10)).find(row => row.includes('prompt'));
		for (const width of [40, 22, 9, 120]) source.rows(width, 10);
		expect(seen(source.rows(80, 10)).find(row => row.includes('prompt'))).toBe(top);
	});

	it('is never wider than its window', () => {
		const {source, say} = transcript(['漢字 '.repeat(50), 'x'.repeat(300)]);
		say('y'.repeat(99));
		source.toTop();
		for (const width of [120, 40, 22, 9, 2, 1]) {
			const rows = source.rows(width, 20);
			expect(Math.max(...seen(rows).map(row => row.length))).toBeLessThanOrEqual(width);
		}
	});

	it('says by how many rows it moved', () => {
		const {source, say} = transcript(many(50));
		source.rows(40, 8);
		say('news');
		source.rows(40, 8);
		expect(source.shift?.()).toBe(2);
		source.scroll(-3);
		source.rows(40, 8);
		expect(source.shift?.()).toBe(-3);
		source.rows(40, 8);
		expect(source.shift?.()).toBe(0);
	});

	it('finds words, goes to them and marks them', () => {
		const {source} = transcript([...many(30), 'the NEEDLE is here', ...many(30)]);
		source.rows(40, 8);
		source.search('needle');
		expect(source.toMatch(-1)).toBe(true);
		expect(seen(source.rows(40, 8))[0]).toContain('the NEEDLE is here');
		source.search('nowhere');
		expect(source.toMatch(1)).toBe(false);
	});

	it('follows another session', () => {
		const {source, store} = transcript(many(50));
		source.rows(40, 8);
		source.toTop();
		store.dispatch({type: 'session.shown', path: [entry(900, 'another')]});
		expect(seen(source.rows(40, 8))).toEqual(['', '  another', '']);
	});
});
