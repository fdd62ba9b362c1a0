import {describe, expect, it} from 'vitest';
import {createRowCache} from '../../../../source/modes/interactive/transcript/row-cache.ts';
import {answerItem, itemLook, seen, toolItem, userItem} from '../../../helpers/items.ts';

describe('the rows of items', () => {
	it('are made once for a look', () => {
		const cache = createRowCache();
		const item = userItem('a', 'hi');
		const first = cache.rows(item, itemLook(), false);
		expect(cache.rows(item, itemLook({now: 99}), false)).toBe(first);
		expect(cache.rows(item, itemLook({width: 30}), false)).not.toBe(first);
		expect(cache.rows(item, itemLook({expanded: true}), false)).not.toBe(first);
		expect(seen(cache.rows(userItem('a', 'you'), itemLook(), false))).toContain(' you');
	});

	it('go when there are too many, those first that nobody has looked at for longest', () => {
		const cache = createRowCache();
		const items = Array.from({length: 40}, (_, index) =>
			userItem(String(index), 'x\n'.repeat(1000)),
		);
		const look = itemLook();
		const [first, second] = items;
		if (!first || !second) throw new Error('There are items.');
		const [kept, gone] = [cache.rows(first, look, false), cache.rows(second, look, false)];
		for (const item of items.slice(2)) {
			cache.rows(item, look, false);
			cache.rows(first, look, false);
		}

		expect(cache.rows(first, look, false)).toBe(kept);
		expect(cache.rows(second, look, false)).not.toBe(gone);
	});

	it('of what is running show the time', () => {
		const cache = createRowCache();
		const item = toolItem({status: 'running', args: {command: 'x'}, startedAt: 0});
		expect(seen(cache.rows(item, itemLook({now: 2000}), true))[0]).toContain('2.0s');
		expect(seen(cache.rows(item, itemLook({now: 3000}), true))[0]).toContain('3.0s');
	});

	it('of an answer grow with it', () => {
		const cache = createRowCache();
		const look = itemLook();
		expect(seen(cache.rows(answerItem('a', 'one\n\ntw'), look, true))).toEqual(['one', '', 'tw']);
		expect(seen(cache.rows(answerItem('a', 'one\n\ntwo'), look, true))).toEqual(['one', '', 'two']);
		expect(seen(cache.rows(answerItem('a', 'other'), look, true))).toEqual(['other']);
		expect(seen(cache.rows(answerItem('b', 'next'), look, true))).toEqual(['next']);
	});

	it('are made again when a language is there that they wait for, and only those', () => {
		const cache = createRowCache();
		let isThere = false;
		const look = itemLook({
			highlighter: {
				highlight(code, language, {onMiss}) {
					if (!isThere && language !== '') onMiss?.(language);
					return code.split('\n').map(line => (isThere ? line.toUpperCase() : line));
				},
			},
		});
		const [code, text] = [answerItem('a', '```ts\nx\n```'), answerItem('b', 'x')];
		const live = answerItem('c', '```ts\ny\n```\n\nend');
		const before = [cache.rows(code, look, false), cache.rows(text, look, false)];
		expect(seen(cache.rows(live, look, true))).toContain('y');
		isThere = true;
		cache.languageLoaded('py');
		expect(cache.rows(code, look, false)).toBe(before[0]);
		cache.languageLoaded('ts');
		expect(seen(cache.rows(code, look, false))).toEqual(['```ts', 'X', '```']);
		expect(seen(cache.rows(live, look, true))).toContain('Y');
		expect(cache.rows(text, look, false)).toBe(before[1]);
	});
});
