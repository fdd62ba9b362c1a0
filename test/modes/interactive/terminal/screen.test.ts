import {beforeAll, expect, test} from 'vitest';
import {bundleFixture} from '../../../helpers/bundle.ts';
import {type ScreenOptions, startScreen} from '../../../helpers/screen.ts';

let program = '';
beforeAll(async () => {
	program = await bundleFixture('screen-demo.tsx');
});

async function startDemo(options: ScreenOptions = {}) {
	const screen = startScreen({args: [program], columns: 60, rows: 12, ...options});
	await screen.waitFor('line 4');
	await screen.settle();
	return screen;
}

test('the first frame', async () => {
	const screen = await startDemo();
	expect(screen.lines()).toEqual([
		'demo 60x12',
		'line 0',
		'line 1',
		'line 2',
		'line 3',
		'line 4',
		'',
		'',
		'',
		'',
		'',
		'>',
	]);
	await screen.press('hallo\r');
	await screen.waitFor('sent: "hallo"');
	console.log(JSON.stringify(screen.output()));
});
