import {describe, expect, test} from 'vitest';
import {bindings, type Platform} from '../../../../source/modes/interactive/keys/bindings.ts';
import {parseKey} from '../../../../source/modes/interactive/keys/key.ts';
import {createKeymap, toPlatform} from '../../../../source/modes/interactive/keys/keymap.ts';
import {
	type InputEvent,
	noModifiers,
} from '../../../../source/modes/interactive/terminal/input-event.ts';

const key = (name: string, held: Partial<typeof noModifiers> = {}): InputEvent => ({
	kind: 'key',
	...noModifiers,
	...held,
	name,
	sequence: '',
});

test('every usual key can be read, and no action has a key twice', () => {
	for (const [id, {keys, ...rest}] of Object.entries(bindings)) {
		const variants: ReadonlyArray<readonly string[]> = 'on' in rest ? Object.values(rest.on) : [];
		for (const list of [keys, ...variants]) {
			expect(list.filter(text => parseKey(text) === undefined)).toEqual([]);
			expect([id, new Set(list).size]).toEqual([id, list.length]);
		}
	}
});

test('an event finds its action among those that are asked for, the first one wins', () => {
	const keymap = createKeymap({platform: 'linux'});
	const pressed = key('escape');
	expect(keymap.actionOf(pressed, ['app.interrupt', 'tui.select.cancel'])).toBe('app.interrupt');
	expect(keymap.actionOf(pressed, ['tui.select.cancel', 'app.interrupt'])).toBe(
		'tui.select.cancel',
	);
	expect(keymap.actionOf(pressed, ['app.clear'])).toBeUndefined();
	expect(keymap.matches('tui.editor.cursorLeft', key('b', {ctrl: true}))).toBe(true);
	expect(keymap.matches('app.tree.editLabel', {kind: 'text', text: 'L'})).toBe(true);
});

test('platforms that take some keys for themselves have others', () => {
	const of = (platform: Platform) => {
		const {keysOf} = createKeymap({platform});
		return [
			keysOf('tui.editor.undo'),
			keysOf('app.clipboard.pasteImage'),
			keysOf('app.model.cycleBackward'),
			keysOf('app.message.followUp'),
			keysOf('app.tree.foldOrUp'),
			keysOf('app.suspend'),
		].map(keys => keys.join(' '));
	};
	expect(of('linux')).toEqual([
		'ctrl+-',
		'ctrl+v',
		'ctrl+shift+p',
		'alt+enter',
		'ctrl+left alt+left',
		'ctrl+z',
	]);
	expect(of('mac')).toEqual([
		'ctrl+-',
		'ctrl+v',
		'ctrl+shift+p',
		'alt+enter',
		'alt+left ctrl+left',
		'ctrl+z',
	]);
	expect(of('windows')).toEqual([
		'ctrl+z',
		'alt+v ctrl+v',
		'alt+p',
		'ctrl+q',
		'ctrl+left alt+left',
		'',
	]);
	expect(of('wsl')).toEqual([
		'alt+z',
		'alt+v ctrl+v',
		'alt+p',
		'ctrl+q',
		'ctrl+left alt+left',
		'ctrl+z',
	]);
	expect([toPlatform('win32', {}), toPlatform('darwin', {}), toPlatform('linux', {})]).toEqual([
		'windows',
		'mac',
		'linux',
	]);
	expect(toPlatform('linux', {WSL_DISTRO_NAME: 'Ubuntu'})).toBe('wsl');
});

describe('overrides', () => {
	const withOverrides = (overrides: unknown) => createKeymap({platform: 'linux', overrides});

	test('replace the usual keys, by one or several; none turns the action off', () => {
		const keymap = withOverrides({
			'app.interrupt': 'ctrl+q',
			'app.model.select': ['f2', 'Alt+M'],
			'app.exit': [],
		});
		expect(keymap.keysOf('app.interrupt')).toEqual(['ctrl+q']);
		expect(keymap.keysOf('app.model.select')).toEqual(['f2', 'alt+m']);
		expect([keymap.keyLabel('app.model.select'), keymap.keyLabel('app.exit')]).toEqual(['f2', '']);
		expect(keymap.matches('app.exit', key('d', {ctrl: true}))).toBe(false);
		expect(keymap.problems).toEqual([]);
	});

	test('ids of older files still work', () => {
		const keymap = withOverrides({
			interrupt: 'f1',
			cycleThinkingLevel: 'f2',
			cursorWordLeft: 'f3',
			copy: 'f4',
		});
		expect([
			keymap.keysOf('app.interrupt'),
			keymap.keysOf('app.thinking.cycle'),
			keymap.keysOf('tui.editor.cursorWordLeft'),
			keymap.keysOf('tui.input.copy'),
		]).toEqual([['f1'], ['f2'], ['f3'], ['f4']]);
		expect(keymap.problems).toEqual([]);
	});

	test('what cannot be is told, and the rest holds', () => {
		const keymap = withOverrides({
			'app.nothing': 'f1',
			'app.clear': ['f2', 'hyper+x', 7],
			toString: 'f3',
		});
		expect(keymap.keysOf('app.clear')).toEqual(['f2']);
		expect(keymap.problems).toEqual([
			'There is no action "app.nothing".',
			'"hyper+x" of "app.clear" is no key.',
			'"7" of "app.clear" is no key.',
			'There is no action "toString".',
		]);
		expect(withOverrides([]).problems).toEqual([
			'Keybindings must be an object that maps ids to keys.',
		]);
	});

	test('two actions of one place with one key are told; what shares a key anyway is not', () => {
		expect(withOverrides({'app.tools.expand': 'ctrl+t'}).problems).toEqual([
			'ctrl+t is bound to app.thinking.toggle and to app.tools.expand.',
		]);
		expect(withOverrides({'app.tree.filter.all': 'ctrl+o'}).problems).toEqual([
			'ctrl+o is bound to app.tree.filter.all and to app.tree.filter.cycleForward.',
		]);
		expect(withOverrides({'app.tree.editLabel': 'ctrl+g'}).problems).toEqual([]);
	});
});

test('extensions cannot have the keys of the most important actions', () => {
	const keymap = createKeymap({platform: 'linux', overrides: {'app.interrupt': 'f9'}});
	const keys = ['f9', 'escape', 'Shift+Ctrl+P', 'ctrl+k', 'ctrl+y', 'f1', 'nonsense'];
	expect(keys.map(keymap.isReserved)).toEqual([true, true, true, true, false, false, false]);
	expect(
		createKeymap({platform: 'linux', overrides: {'app.suspend': 'f8'}}).isReserved('ctrl+z'),
	).toBe(false);
});
