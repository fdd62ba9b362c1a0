import {expect, it} from 'vitest';
import {createFileIndex} from '../../../../source/modes/interactive/completion/file-index.ts';

async function indexOf(...pieces: readonly (readonly string[])[]) {
	const index = createFileIndex({
		async *list() {
			yield* pieces;
		},
		now: () => 0,
	});
	const grown = new Promise<void>(resolve => index.onGrow(resolve));
	index.refresh();
	await grown;
	return (query: string) => index.search(query, new AbortController().signal);
}

it('ranks names before paths, folders before files, and the less deep before the deeper', async () => {
	const search = await indexOf(
		['lib/main.ts', 'app/main.ts', 'main/readme.md'],
		['domain.ts', 'deep/er/main.ts', 'mad/aim/nut.c'],
	);
	expect(await search('main.ts')).toEqual([
		'app/main.ts',
		'lib/main.ts',
		'deep/er/main.ts',
		'domain.ts',
	]);
	expect((await search('main'))[0]).toBe('main/');
	expect(await search('mdnut')).toEqual(['mad/aim/nut.c']);
});

it('searches within a folder that was typed', async () => {
	const search = await indexOf(['src/a.ts', 'src/deep/a.ts', 'test/a.ts', 'src/b.ts']);
	expect(await search('src/a')).toEqual(['src/a.ts', 'src/deep/a.ts']);
	expect(await search('src/')).toEqual(['src/deep/', 'src/a.ts', 'src/b.ts', 'src/deep/a.ts']);
});

it('lets other work pass while it looks through very many names, and stops when told', async () => {
	const names = Array.from({length: 300_000}, (_, index) => `folder-${index % 500}/f-${index}.ts`);
	const search = await indexOf(names);
	let turns = 0;
	const counting = setInterval(() => {
		turns += 1;
	}, 1);
	expect(await search('f-299999')).toContain('folder-499/f-299999.ts');
	clearInterval(counting);
	expect(turns).toBeGreaterThan(1);
});

it('ends a search that nobody waits for any more', async () => {
	const names = Array.from({length: 300_000}, (_, index) => `${index}.ts`);
	const index = createFileIndex({
		async *list() {
			yield names;
		},
		now: () => 0,
	});
	const grown = new Promise<void>(resolve => index.onGrow(resolve));
	index.refresh();
	await grown;
	const stop = new AbortController();
	const searching = index.search('9', stop.signal);
	stop.abort();
	await expect(searching).rejects.toThrow('aborted');
});
