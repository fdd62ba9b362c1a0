import {spawn} from 'node:child_process';
import type {Environment} from '../key-value.ts';

type Opener = {readonly command: string; readonly args: readonly string[]};

/** undefined: nobody at this machine could see the page. */
function openerFor(url: string, environment: Environment): Opener | undefined {
	const {BROWSER, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME} = environment;
	if (BROWSER) return {command: BROWSER, args: [url]};
	if (process.platform === 'darwin') return {command: 'open', args: [url]};
	if (process.platform === 'win32')
		return {command: 'rundll32', args: ['url.dll,FileProtocolHandler', url]};
	if (WSL_DISTRO_NAME) return {command: 'wslview', args: [url]};
	return DISPLAY || WAYLAND_DISPLAY ? {command: 'xdg-open', args: [url]} : undefined;
}

/** Opens a web page in the person's browser, if there is one; false: they have to do it themselves. */
export function openPage(url: string, environment: Environment): boolean {
	const opener = openerFor(url, environment);
	if (!opener || !/^https?:/.test(url)) return false;
	const child = spawn(opener.command, [...opener.args], {
		stdio: 'ignore',
		detached: true,
		env: {...environment},
	});
	// The address is shown as well, so nothing is lost when there is no such program.
	child.on('error', () => {});
	child.unref();
	return true;
}
