import {expect, it} from 'vitest';
import {createKeymap} from '../../../source/modes/interactive/keys/keymap.ts';
import {createOverlays} from '../../../source/modes/interactive/overlays.ts';
import {chooseTheme} from '../../../source/modes/interactive/selectors/theme.ts';
import {createUiStore} from '../../../source/modes/interactive/store/ui-store.ts';
import {
	type InputEvent,
	noModifiers,
} from '../../../source/modes/interactive/terminal/input-event.ts';

function setUp() {
	const store = createUiStore(0);
	const forwarded: InputEvent[] = [];
	const overlays = createOverlays(store, {
		forward: event => void forwarded.push(event),
		afterForwarded: then => then(),
	});
	const keymap = createKeymap({platform: 'linux'});
	const press = (name: string, held: Partial<typeof noModifiers> = {}) =>
		overlays.handle({kind: 'key', name, sequence: '', ...noModifiers, ...held}, keymap);
	return {store, overlays, press, forwarded, top: () => store.get().overlays.at(-1)};
}

const rows = ['one', 'two', 'three'].map(value => ({value, label: value}));

it('gives the keyboard to the top list, and answers who opened it', async () => {
	const {overlays, press, top} = setUp();
	const below = overlays.choose({title: 'below', rows});
	const above = overlays.choose({title: 'above', rows, at: 'two'});
	expect(top()?.selected).toBe(1);
	press('down');
	press('enter');
	expect(await above).toBe('three');
	press('escape');
	expect(await below).toBeUndefined();
	expect(overlays.isOpen()).toBe(false);
});

it('goes on at the other end of a list, and a page stops there', () => {
	const {overlays, press, top} = setUp();
	void overlays.choose({title: 'list', rows});
	press('up');
	expect(top()?.selected).toBe(2);
	press('down');
	expect(top()?.selected).toBe(0);
	press('pageDown');
	press('pageDown');
	expect(top()?.selected).toBe(2);
});

it('has a question with few answers choose with digits, and one with a field take text', async () => {
	const {overlays, press, forwarded, top, store} = setUp();
	const sure = overlays.ask({kind: 'confirm', title: 'Sure?', message: 'Really'});
	press('down');
	expect(forwarded).toHaveLength(1);
	overlays.answer('no');
	expect(await sure).toBe('no');
	const named = overlays.ask({kind: 'input', title: 'Name'});
	store.dispatch({type: 'overlaid', action: {type: 'queried', query: 'bough'}});
	expect(top()?.query).toBe('bough');
	press('enter');
	expect(await named).toBe('bough');
});

it('keeps a list open that does something with Enter, with keys of its own', () => {
	const {overlays, press, top} = setUp();
	const done: string[] = [];
	void overlays.choose(
		{title: 'list', rows},
		{
			onConfirm: row => void done.push(`enter ${row.value}`),
			keys: {'app.thinking.save': row => void done.push(`save ${row?.value}`)},
		},
	);
	press('enter');
	press('down');
	press('s', {ctrl: true});
	overlays.update({rows: rows.slice(0, 1)});
	expect(done).toEqual(['enter one', 'save two']);
	expect(top()).toMatchObject({selected: 0, rows: [{value: 'one'}]});
});

it('shows a theme while it is selected, and goes back to the one before on Escape', async () => {
	const {overlays, press} = setUp();
	const shown: string[] = [];
	const chosen = chooseTheme({
		overlays,
		names: () => ['dark', 'light'],
		current: () => 'dark',
		preview: name => void shown.push(name),
	});
	press('down');
	press('escape');
	expect(await chosen).toBeUndefined();
	expect(shown).toEqual(['light', 'dark']);
});
