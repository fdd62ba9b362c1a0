import {spawn} from 'node:child_process';

/** Shows a page or a mail form with the program the system has for it. false: the address is of another kind. */
export function openAddress(
	address: string,
	platform: NodeJS.Platform = process.platform,
): boolean {
	// What a model wrote must not start anything but a browser or a mail program.
	if (!/^(?:https?|mailto):/i.test(address)) return false;
	const [command, ...args] = openerOf(platform);
	const child = spawn(command, [...args, address], {stdio: 'ignore', detached: true});
	// Without such a program nothing opens, which is seen.
	child.on('error', () => undefined);
	child.unref();
	return true;
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
	if (platform === 'darwin') return ['open'];
	// Through the shell of Windows an address could carry commands.
	return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
