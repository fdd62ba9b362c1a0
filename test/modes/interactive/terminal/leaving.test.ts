import {readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {beforeAll, describe, expect, test} from 'vitest';
import {bundleFixture} from '../../../helpers/bundle.ts';
import {type ScreenOptions, startScreen, type TestScreen} from '../../../helpers/screen.ts';

let program = '';
beforeAll(async () => {
	program = await bundleFixture('screen-demo.tsx');
});

/** Starts the program under a shell that notes the settings of the tty before and after. */
function startUnderShell(options: ScreenOptions & {readonly order?: string} = {}): TestScreen {
	const script =
		'trap "" INT TERM HUP QUIT; b=$(stty -a); (trap - INT TERM HUP QUIT; exec "$@"); c=$?; ' +
		'[ "$b" = "$(stty -a)" ] && echo "same tty, code $c." || echo "other tty"; sleep 0.05';
	return startScreen({
		command: '/bin/sh',
		args: ['-c', options.order ?? script, 'sh', process.execPath, program],
		columns: 60,
		rows: 12,
		kitty: true,
		...options,
	});
}

const clean = {
	alternate: false,
	mouse: 'none',
	paste: false,
	focus: false,
	cursorKeys: false,
	keypad: false,
	origin: false,
	insert: false,
	wrap: true,
	cursorHidden: false,
	keyboard: '',
	modifyOtherKeys: 0,
	sync: false,
};

async function expectLeft(screen: TestScreen, code: number | RegExp) {
	await screen.waitFor(/(same|other) tty/);
	expect(screen.modes()).toEqual(clean);
	expect(screen.text()).toMatch(typeof code === 'number' ? `same tty, code ${code}.` : code);
	// No answer of the terminal was left for the shell.
	expect(screen.text()).not.toMatch(/\^\[|rgb:|\$y/);
}

/** The program itself, a child of the shell. */
async function pidOf(screen: TestScreen): Promise<number> {
	for (;;) {
		const tasks = readFileSync(`/proc/${screen.pid}/task/${screen.pid}/children`, 'utf8');
		const child = tasks.match(/\d+/g)?.find(isProgram);
		if (child !== undefined) return Number(child);
		await sleep(2);
	}
}

function isProgram(pid: string): boolean {
	try {
		const [command, file] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
		return command === process.execPath && file === program;
	} catch {
		// It ended between two looks, so it was another one.
		return false;
	}
}

describe('killed', () => {
	const early = Array.from({length: 20}, (_, index) => index * 20);
	test.each([
		['SIGINT', 130, early],
		['SIGTERM', 143, [0, 60, 120, 180, 240, 300]],
		['SIGHUP', 129, [0, 100, 200, 300]],
		['SIGQUIT', 131, [0, 100, 200, 300]],
	] as const)(
		'by %s at any moment of the start, the terminal is as before',
		async (signal, code, moments) => {
			for (const moment of moments) {
				const screen = startUnderShell();
				const pid = await pidOf(screen);
				await sleep(moment);
				process.kill(pid, signal);
				await expectLeft(screen, code);
				await screen.exit;
			}
		},
	);

	test('while output streams', async () => {
		const screen = startUnderShell();
		await screen.waitFor('line 4');
		await screen.press('/stream 100000\r');
		await screen.waitFor(/streamed \d/);
		process.kill(await pidOf(screen), 'SIGTERM');
		await expectLeft(screen, 143);
	});
});

describe('ended', () => {
	test.each([
		['/exit 7', 7],
		['/quit', 0],
	])('by %s', async (order, code) => {
		const screen = startUnderShell();
		await screen.waitFor('line 4');
		await screen.press(`${order}\r`);
		await expectLeft(screen, code);
	});

	test('what is written after the screen is on the screen of the shell', async () => {
		const screen = startUnderShell();
		await screen.waitFor('line 4');
		await screen.press('/quit\r');
		await expectLeft(screen, 0);
		expect(screen.text()).toContain('after the screen');
		expect(screen.text()).not.toContain('line 4');
	});

	test('before the first frame', async () => {
		const screen = startUnderShell({env: {DEMO_ABORT: 'entered'}});
		await expectLeft(screen, 3);
	});
});

describe('broken', () => {
	test.each([
		['/throw', 'THROWN-IN-A-TIMER'],
		['/reject', 'REJECTED'],
		['/crash', 'BROKEN-COMPONENT'],
	])('by %s, the error is told on the screen of the shell', async (order, message) => {
		const screen = startUnderShell({rows: 40});
		await screen.waitFor('line 4');
		await screen.press(`${order}\r`);
		await expectLeft(screen, 1);
		expect(screen.text()).toContain(message);
	});
});

describe('given away for a while', () => {
	test('Ctrl+Z gives the shell its terminal, and fg brings the same frame back', async () => {
		const screen = startScreen({
			command: 'bash',
			args: ['--norc', '--noprofile', '-i'],
			env: {PS1: 'SHELL> '},
			columns: 60,
			rows: 12,
			kitty: true,
		});
		await screen.waitFor('SHELL>');
		screen.send(`'${process.execPath}' '${program}'\r`);
		await screen.waitFor('line 4');
		await screen.press('half a prompt');
		await screen.waitFor('half a prompt');
		await screen.settle();
		const before = {lines: screen.lines(), cursor: screen.cursor(), modes: screen.modes()};
		screen.send('\x1B[122;5u');
		await screen.waitFor('Stopped');
		await screen.waitFor(/Stopped[\s\S]*SHELL>/);
		expect({...screen.modes(), paste: false}).toEqual(clean);
		screen.resize(60, 12);
		screen.send('fg\r');
		await screen.waitFor(() => screen.isFullScreen() && screen.text().includes('half a prompt'));
		await screen.settle();
		expect({lines: screen.lines(), cursor: screen.cursor(), modes: screen.modes()}).toEqual(before);
		await screen.press('!');
		await screen.waitFor('half a prompt!');
		screen.send('\x03');
		await screen.waitFor(() => !screen.isFullScreen());
		expect({...screen.modes(), paste: false}).toEqual(clean);
	});

	test('a stop from outside, and a size that changed meanwhile', async () => {
		const screen = startScreen({
			command: 'bash',
			args: ['--norc', '--noprofile', '-i'],
			env: {PS1: 'SHELL> '},
			columns: 60,
			rows: 12,
		});
		await screen.waitFor('SHELL>');
		screen.send(`'${process.execPath}' '${program}'\r`);
		await screen.waitFor('line 4');
		process.kill(await pidOf(screen), 'SIGTSTP');
		await screen.waitFor('Stopped');
		expect({...screen.modes(), paste: false}).toEqual(clean);
		screen.resize(40, 8);
		screen.send('fg\r');
		await screen.waitFor('demo 40x8');
	});

	test('without a shell that could continue it, the program does not stop for ever', async () => {
		const screen = startScreen({args: [program], columns: 60, rows: 12});
		await screen.waitFor('line 4');
		await screen.press('abc\x1A');
		await screen.waitFor(() => screen.output().includes('\x1B[?1049l'));
		await screen.waitFor(() => screen.isFullScreen() && screen.text().includes('> abc'));
		await screen.press('d');
		await screen.waitFor('> abcd');
	});

	test('lent, another program has a terminal as a shell has it, and then the frame is back', async () => {
		const screen = startScreen({args: [program], columns: 60, rows: 12, kitty: true});
		await screen.waitFor('line 4');
		await screen.settle();
		await screen.press('/lend sleep 0.4; echo LENT; sleep 0.4\r');
		await screen.waitFor(() => !screen.isFullScreen() && screen.text().includes('LENT'));
		expect(screen.modes()).toEqual(clean);
		await screen.waitFor('back from lending');
		await screen.press('typed after');
		await screen.waitFor('> typed after');
		expect(screen.isFullScreen()).toBe(true);
	});
});

test('what libraries print does not touch the frame, and is told when the screen is left', async () => {
	const screen = startUnderShell();
	await screen.waitFor('line 4');
	await screen.press('/stray\r');
	await screen.settle();
	expect(screen.text()).not.toContain('stray');
	await screen.press('/quit\r');
	await expectLeft(screen, 0);
	expect(screen.text()).toContain('a stray line\na stray warning');
});

test('a mouse that was turned off stays off, also after coming back', async () => {
	const screen = startScreen({args: [program], columns: 60, rows: 12});
	await screen.waitFor('line 4');
	await screen.press('/mouseless\r');
	await screen.waitFor(() => screen.modes().mouse === 'none');
	await screen.press('/lend true\r');
	await screen.waitFor('back from lending');
	expect(screen.modes()).toMatchObject({mouse: 'none', alternate: true, paste: true});
});
