import {assemble} from './assemble.tsx';
import type {InteractiveOptions} from './interactive-options.ts';
import {createUiStore} from './store/ui-store.ts';
import {createScreen} from './terminal/screen.tsx';
import {createTerminal} from './terminal/terminal.ts';

/** Takes the screen, shows the session, and always gives the screen back. Resolves with the exit code. */
export async function startInteractive(options: InteractiveOptions): Promise<number> {
	const terminal = createTerminal({
		stdin: process.stdin,
		stdout: process.stdout,
		stderr: process.stderr,
		process,
		environment: process.env,
	});
	const screen = createScreen(terminal);
	const store = createUiStore(Date.now());
	const parts = assemble({options, terminal, screen, store, quit: () => screen.unmount()});
	screen.mount(parts.app);
	let failure: unknown;
	parts.open().catch(error => {
		failure = error;
		screen.unmount();
	});
	failure = (await screen.closed) ?? failure;
	parts.dispose();
	await Promise.race([
		parts.session()?.dispose(),
		new Promise(resolve => setTimeout(resolve, 2000).unref()),
	]);
	if (failure === undefined) return 0;
	throw failure;
}
