import {describe, expect, it} from 'vitest';
import {withoutMarks} from '../../../../source/modes/interactive/components/row-marks.ts';
import type {ToolItem} from '../../../../source/modes/interactive/store/state.ts';
import type {ItemLook} from '../../../../source/modes/interactive/transcript/item-look.ts';
import {renderItem} from '../../../../source/modes/interactive/transcript/render-item.ts';
import {itemLook, seen, toolItem} from '../../../helpers/items.ts';

const shown = (item: Partial<ToolItem>, look: Partial<ItemLook> = {}) =>
	seen(renderItem(toolItem(item), itemLook(look)));

const lines = (count: number, from = 1) =>
	Array.from({length: count}, (_, index) => `line ${index + from}`);

describe('the view of a call', () => {
	it('tells its state by a sign, and how long it took when that is worth telling', () => {
		const bash = {name: 'bash', args: {command: 'make'}};
		expect([
			shown({...bash, status: 'pending'}),
			shown({...bash, status: 'running', startedAt: 1000}, {now: 4200}),
			shown({...bash, status: 'done', durationMs: 400}),
			shown({...bash, status: 'failed', durationMs: 185_000}),
		]).toEqual([['○ bash make'], ['◒ bash make 3.2s'], ['✓ bash make'], ['✗ bash make 3m 05s']]);
	});

	it('cuts what it works on, not what came of it', () => {
		const path = `source/${'deep/'.repeat(12)}file.ts`;
		const details = {diff: '-1 a\n+1 b\n+2 c'};
		const rows = shown({name: 'edit', args: {path}, details}, {width: 40});
		expect(rows[0]).toMatch(/^✓ edit source\/.*….*file\.ts \+2 -1$/);
		expect(rows[0]).toHaveLength(40);
	});
});

describe('bash', () => {
	it('shows the last lines, and all of them with the command when it is unfolded', () => {
		const item = {
			args: {command: 'one\ntwo', timeout: 5},
			output: `${lines(8).join('\n')}\n`,
		};
		expect(shown(item)).toEqual([
			'✓ bash one two timeout 5s',
			'  … 3 more lines (ctrl+o)',
			...lines(5, 4).map(line => `  ${line}`),
		]);
		expect(shown(item, {expanded: true})).toEqual([
			'✓ bash one two timeout 5s',
			'  one',
			'  two',
			...lines(8).map(line => `  ${line}`),
		]);
	});

	it('keeps colours that a program gave its output, and nothing else of it', () => {
		const [, row] = renderItem(
			toolItem({output: '\u001b[31mred\u001b[0m\u001b[2J\u0007'}),
			itemLook(),
		);
		expect(withoutMarks(row ?? '')).toBe('  \u001b[31mred\u001b[39m␇');
	});

	it('cuts long lines while it is folded, and breaks them when it is not', () => {
		const output = 'x'.repeat(50);
		expect(shown({output}, {width: 30})[1]).toBe(`  ${'x'.repeat(27)}…`);
		expect(shown({output}, {width: 30, expanded: true}).slice(1)).toEqual([
			`  ${'x'.repeat(28)}`,
			`  ${'x'.repeat(22)}`,
		]);
	});

	it('hides no single line behind a note', () => {
		expect(shown({output: lines(6).join('\n')})).toHaveLength(7);
	});
});

describe('read', () => {
	const item = {name: 'read', args: {path: 'a.ts', offset: 5, limit: 10}, output: 'let x;\nlet y;'};

	it('shows what was read only when it is unfolded', () => {
		expect(shown(item)).toEqual(['✓ read a.ts:5-14']);
		expect(shown({...item, args: {path: 'a.ts'}})).toEqual(['✓ read a.ts']);
		expect(shown(item, {expanded: true})).toEqual(['✓ read a.ts:5-14', '  let x;', '  let y;']);
	});

	it('shows why it failed', () => {
		expect(shown({...item, status: 'failed', output: 'No such file'})).toEqual([
			'✗ read a.ts:5-14',
			'  No such file',
		]);
	});
});

describe('write', () => {
	it('shows the first lines of what is written, also while it is still being written', () => {
		const item = {name: 'write', args: {path: 'a.ts', content: `${lines(12).join('\n')}\n`}};
		expect(shown(item)).toEqual([
			'✓ write a.ts 12 lines',
			...lines(10).map(line => `  ${line}`),
			'  … 2 more lines (ctrl+o)',
		]);
		expect(shown({...item, args: {path: 'a.ts'}, status: 'pending'})).toEqual(['○ write a.ts']);
		expect(shown({...item, args: {}, status: 'pending'})).toEqual(['○ write']);
	});
});

describe('edit', () => {
	it('shows what was changed, and before that what will be', () => {
		const details = {diff: ' 1 a\n-2 b\n+2 c'};
		const args = {path: 'a.txt', edits: [{oldText: 'b\n', newText: 'c\n'}]};
		expect(shown({name: 'edit', args, details})).toEqual([
			'✓ edit a.txt +1 -1',
			'   1 a',
			'  -2 b',
			'  +2 c',
		]);
		expect(shown({name: 'edit', args, status: 'pending'})).toEqual([
			'○ edit a.txt +1 -1',
			'  -  b',
			'  +  c',
		]);
		expect(shown({name: 'edit', args: {edits: [{oldText: 5}, null]}, status: 'pending'})).toEqual([
			'○ edit',
		]);
		expect(shown({name: 'edit', args, status: 'failed', output: 'Not found'})).toEqual([
			'✗ edit a.txt',
			'  Not found',
		]);
	});

	it('folds a long diff', () => {
		const diff = Array.from({length: 50}, (_, index) => `+${index + 10} x`).join('\n');
		const rows = shown({name: 'edit', args: {path: 'a'}, details: {diff}});
		expect(rows).toHaveLength(32);
		expect(rows.at(-1)).toBe('  … 20 more lines (ctrl+o)');
	});
});

describe('the search tools', () => {
	it('say what is looked for, and where', () => {
		const title = (args: ToolItem['args'], name = 'grep') => shown({name, args})[0];
		expect([
			title({pattern: 'x y', path: 'src', glob: '*.ts'}),
			title({pattern: 'x'}),
			title({path: 'src'}, 'ls'),
			title({pattern: '**/*.ts'}, 'find'),
		]).toEqual(['✓ grep x y (*.ts) in src', '✓ grep x', '✓ ls src', '✓ find **/*.ts']);
	});
});

describe('any other tool', () => {
	it('is shown with its arguments and its first lines', () => {
		const rows = shown({
			name: 'weather',
			args: {city: 'Oslo', days: 3, deep: {a: [1]}},
			output: lines(13).join('\n'),
		});
		expect(rows[0]).toBe('✓ weather city=Oslo days=3 deep={"a":[1]}');
		expect(rows.slice(1, 3)).toEqual(['  line 1', '  line 2']);
		expect(rows.at(-1)).toBe('  … 3 more lines (ctrl+o)');
		expect(shown({name: 'constructor', args: {}})).toEqual(['✓ constructor']);
	});
});
