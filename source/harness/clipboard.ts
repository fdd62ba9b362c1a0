import {spawn} from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;
type CopyCommand = readonly [name: string, ...args: string[]];

/** Programs that put their input on the clipboard, the likeliest first. */
export function clipboardCommands(
	platform: NodeJS.Platform,
	environment: Environment,
): readonly CopyCommand[] {
	if (platform === 'darwin') return [['pbcopy']];
	if (platform === 'win32') return [['clip']];
	return [
		...(environment.TERMUX_VERSION ? ([['termux-clipboard-set']] as const) : []),
		...(environment.WSL_DISTRO_NAME ? ([['clip.exe']] as const) : []),
		...(environment.WAYLAND_DISPLAY ? ([['wl-copy']] as const) : []),
		...(environment.DISPLAY
			? ([
					['xclip', '-selection', 'clipboard'],
					['xsel', '--clipboard', '--input'],
				] as const)
			: []),
	];
}

const patienceMs = 3000;

function feed([name, ...args]: CopyCommand, text: string): Promise<boolean> {
	return new Promise(resolve => {
		const child = spawn(name, args, {stdio: ['pipe', 'ignore', 'ignore'], timeout: patienceMs});
		child.on('error', () => resolve(false));
		child.on('exit', code => resolve(code === 0));
		// A program that ends without reading is seen by its exit code.
		child.stdin.on('error', () => undefined);
		child.stdin.end(text);
	});
}

/** false: no program of this machine took the text. */
export async function copyToClipboard(
	text: string,
	commands: readonly CopyCommand[] = clipboardCommands(process.platform, process.env),
): Promise<boolean> {
	for (const command of commands) if (await feed(command, text)) return true;
	return false;
}
