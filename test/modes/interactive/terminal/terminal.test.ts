import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {queries} from '../../../../source/modes/interactive/terminal/capabilities.ts';
import {modes} from '../../../../source/modes/interactive/terminal/modes.ts';
import {createTerminal} from '../../../../source/modes/interactive/terminal/terminal.ts';

/** A stream that notes what is written, as instances of a class with a `write` do. */
class Notes extends EventEmitter {
	readonly written: string[] = [];
	columns = 0;
	rows = 0;

	write(text: string): boolean {
		this.written.push(text);
		return true;
	}
}

function setUp(environment: Record<string, string> = {}) {
	const stdout = new Notes();
	const stderr = new Notes();
	const process = Object.assign(new EventEmitter(), {pid: 7, platform: 'linux', kill() {}});
	const terminal = createTerminal({stdin: new PassThrough(), stdout, stderr, process, environment});
	return {terminal, stdout, stderr};
}

test('the terminal is asked once what it can do', () => {
	const {terminal, stdout} = setUp();
	for (let time = 0; time < 2; time += 1) {
		terminal.guard.enter();
		terminal.guard.leave();
	}

	expect(stdout.written.filter(text => text === queries)).toHaveLength(1);
});

test('without an answer about the kitty keyboard the older way is asked for, but not from Apple', () => {
	const asks = (environment: Record<string, string>, hasKitty: boolean) => {
		const {terminal, stdout} = setUp(environment);
		terminal.guard.enter();
		if (hasKitty) terminal.handleReply({type: 'kittyFlags', flags: 5});
		terminal.handleReply({type: 'da1', attributes: [62]});
		return stdout.written.includes(modes.modifyOtherKeys.on);
	};
	expect([asks({}, false), asks({}, true), asks({TERM_PROGRAM: 'Apple_Terminal'}, false)]).toEqual([
		true,
		false,
		false,
	]);
});

test('cells are counted by grapheme where that can be turned on', () => {
	const turnsOn = (value: number) => {
		const {terminal, stdout} = setUp();
		terminal.guard.enter();
		terminal.handleReply({type: 'decrqm', mode: 2027, value});
		return stdout.written.includes(modes.graphemes.on);
	};
	expect([0, 1, 2, 3, 4].map(turnsOn)).toEqual([false, false, true, false, false]);
});

test('a terminal that does not know its size is taken for one of the usual size', () => {
	const {terminal, stdout} = setUp();
	expect(terminal.size()).toEqual({columns: 80, rows: 24});
	Object.assign(stdout, {columns: 33, rows: 7});
	expect(terminal.size()).toEqual({columns: 33, rows: 7});
});

test('what others write waits until the screen is left, the last of it at least', async () => {
	const {terminal, stdout, stderr} = setUp();
	terminal.guard.enter();
	const before = stdout.written.length;
	const done = new Promise<void>(resolve => {
		Reflect.apply(stdout.write, stdout, ['to stdout\n', 'utf8', resolve]);
	});
	Reflect.apply(stderr.write, stderr, [Buffer.from('to stderr é\n')]);
	await done;
	expect([stdout.written.length, stderr.written]).toEqual([before, []]);
	terminal.guard.leave();
	expect(stderr.written).toEqual(['to stdout\nto stderr é\n']);
	stdout.write('direct');
	expect(stdout.written.at(-1)).toBe('direct');
	terminal.guard.enter();
	stderr.write('x'.repeat(100_000));
	terminal.guard.leave();
	expect(stderr.written.at(-1)).toHaveLength(65_536);
});
