import {EventEmitter} from 'node:events';
import {setTimeout as sleep, setImmediate as turn} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {createGuard} from '../../../../source/modes/interactive/terminal/guard.ts';
import {modes, startModes} from '../../../../source/modes/interactive/terminal/modes.ts';

/** A guard over a process and a terminal that only note what happens to them. */
function setUp(platform = 'linux') {
	const log: string[] = [];
	const process = Object.assign(new EventEmitter(), {
		pid: 7,
		platform,
		kill(pid: number, signal: string) {
			log.push(`kill ${pid} ${signal}`);
		},
	});
	const terminal = {
		write(text: string) {
			log.push(text);
			return true;
		},
		setRawMode: (isOn: boolean) => void log.push(isOn ? 'raw' : 'cooked'),
		drain() {},
	};
	const guard = createGuard({terminal, process, drain: () => log.push('drain')});
	const take = () => log.splice(0);
	return {guard, process, log, take};
}

const allOn = startModes.map(mode => modes[mode].on).join('');
const allOff = `\x1B[?2026l\x1B[r\x1B[0m${startModes
	.toReversed()
	.map(mode => modes[mode].off)
	.join('')}`;
const entering = ['raw', allOn];
const leaving = [allOff, 'drain', 'cooked'];

test('everything that was turned on is undone in reverse, once', () => {
	const {guard, take} = setUp();
	guard.enter();
	guard.enter();
	expect(take()).toEqual(entering);
	guard.leave();
	guard.leave();
	expect(take()).toEqual(leaving);
});

test('the keyboard stack is popped before the screen is left, because each screen has its own', () => {
	expect(allOff.indexOf(modes.kittyKeys.off)).toBeGreaterThan(-1);
	expect(allOff.indexOf(modes.kittyKeys.off)).toBeLessThan(
		allOff.indexOf(modes.alternateScreen.off),
	);
});

test('leaving without having entered does nothing', () => {
	const {guard, take} = setUp();
	guard.leave();
	guard.dispose();
	expect(take()).toEqual([]);
});

test('modes that are turned on or off later are so again after coming back', () => {
	const {guard, take} = setUp();
	guard.enter();
	guard.turnOff('mouse');
	guard.turnOn('modifyOtherKeys');
	guard.turnOn('modifyOtherKeys');
	expect(take().slice(2)).toEqual([modes.mouse.off, modes.modifyOtherKeys.on]);
	guard.leave();
	const [left = ''] = take();
	expect(left).not.toContain('1002');
	expect(left).toContain(modes.modifyOtherKeys.off);
	guard.enter();
	const [, entered = ''] = take();
	expect(entered).toContain(modes.modifyOtherKeys.on);
	expect(entered).not.toContain('1002');
});

describe('ways out', () => {
	test('exit', () => {
		const {guard, process, take} = setUp();
		guard.enter();
		process.emit('exit', 0);
		expect(take()).toEqual([...entering, ...leaving]);
	});

	test('an error that nobody catches', () => {
		const {guard, process, take} = setUp();
		guard.enter();
		process.emit('uncaughtExceptionMonitor');
		expect(take()).toEqual([...entering, ...leaving]);
	});

	test('an error that somebody catches leaves the screen alone', () => {
		const {guard, process, take} = setUp();
		process.on('uncaughtException', () => {});
		guard.enter();
		process.emit('uncaughtExceptionMonitor');
		expect(take()).toEqual(entering);
	});

	test.each([
		['SIGHUP', 129],
		['SIGINT', 130],
		['SIGQUIT', 131],
		['SIGTERM', 143],
	])(
		'%s leaves at once, lets the exit listeners run and dies of the same signal',
		async (signal, code) => {
			const {guard, process, log, take} = setUp();
			process.on('exit', (given: number) => log.push(`exit ${given}`));
			guard.enter();
			process.emit(signal);
			expect(take()).toEqual([...entering, ...leaving]);
			await turn();
			expect(take()).toEqual([`exit ${code}`, `kill 7 ${signal}`]);
			expect(process.listenerCount(signal)).toBe(0);
		},
	);
});

describe('stop and go on', () => {
	test('suspending gives the terminal back before the group stops, and takes it after', () => {
		const {guard, process, take} = setUp();
		let repaints = 0;
		guard.onEnter(() => {
			repaints += 1;
		});
		guard.enter();
		take();
		guard.suspend();
		expect(take()).toEqual([...leaving, 'kill 0 SIGTSTP']);
		expect(process.listenerCount('SIGTSTP')).toBe(0);
		process.emit('SIGCONT');
		expect(take()).toEqual([...entering, 'kill 7 SIGWINCH']);
		expect([repaints, process.listenerCount('SIGTSTP')]).toEqual([2, 1]);
		guard.dispose();
	});

	test('a stop that came from outside does the same', () => {
		const {guard, process, take} = setUp();
		guard.enter();
		take();
		process.emit('SIGTSTP');
		expect(take()).toEqual([...leaving, 'kill 0 SIGTSTP']);
		guard.dispose();
	});

	test('where nobody can stop us the screen comes back by itself', async () => {
		const {guard, take} = setUp();
		guard.enter();
		guard.suspend();
		take();
		await sleep(400);
		expect(take()).toEqual([...entering, 'kill 7 SIGWINCH']);
		guard.dispose();
	});

	test('going on after a stop nobody announced sets everything anew', () => {
		const {guard, process, take} = setUp();
		guard.enter();
		take();
		process.emit('SIGCONT');
		expect(take()).toEqual([...leaving, ...entering]);
	});

	test('there is no stopping on Windows', () => {
		const {guard, take} = setUp('win32');
		guard.enter();
		take();
		guard.suspend();
		expect(take()).toEqual([]);
	});
});

describe('lending', () => {
	test('the other program has the terminal, and its Ctrl+C is not ours', async () => {
		const {guard, process, take} = setUp();
		guard.enter();
		take();
		const answer = await guard.lend(async () => {
			process.emit('SIGINT');
			await turn();
			expect(take()).toEqual(leaving);
			return 42;
		});
		expect([answer, take()]).toEqual([42, entering]);
		process.emit('SIGINT');
		await turn();
		expect(take()).toEqual([...leaving, 'kill 7 SIGINT']);
	});

	test('when the other program fails the screen comes back and the failure is told', async () => {
		const {guard, take} = setUp();
		guard.enter();
		take();
		const failing = guard.lend(() => Promise.reject(new Error('no editor')));
		await expect(failing).rejects.toThrow('no editor');
		expect(take()).toEqual([...leaving, ...entering]);
	});
});

test('after dispose the process is as before', () => {
	const {guard, process} = setUp();
	guard.enter();
	guard.dispose();
	expect(process.eventNames()).toEqual([]);
});
