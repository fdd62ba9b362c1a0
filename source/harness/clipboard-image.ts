import {spawn} from 'node:child_process';
import {type ImageType, imageTypeOf} from './tools/image-header.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type ReadCommand = readonly [name: string, ...args: string[]];

/** Writes the image as base64, since the console of Windows would change its bytes. */
const powershell =
	'Add-Type -AssemblyName System.Windows.Forms,System.Drawing;' +
	'$i=[Windows.Forms.Clipboard]::GetImage();if($i){$m=New-Object IO.MemoryStream;' +
	'$i.Save($m,[Drawing.Imaging.ImageFormat]::Png);[Convert]::ToBase64String($m.ToArray())}';

const appleScript =
	'try\nset image to the clipboard as «class PNGf»\nreturn image\nend try\nreturn ""';

/** Programs that write the image of the clipboard to their output, the likeliest first. */
export function imageCommands(
	platform: NodeJS.Platform,
	environment: Environment,
): readonly ReadCommand[] {
	const windows = ['-NoProfile', '-STA', '-Command', powershell] as const;
	if (platform === 'darwin')
		return [
			['pngpaste', '-'],
			['osascript', '-e', appleScript],
		];
	if (platform === 'win32') return [['powershell', ...windows]];
	return [
		...(environment.WAYLAND_DISPLAY
			? ([['wl-paste', '--no-newline', '--type', 'image/png']] as const)
			: []),
		...(environment.DISPLAY
			? ([['xclip', '-selection', 'clipboard', '-target', 'image/png', '-o']] as const)
			: []),
		...(environment.WSL_DISTRO_NAME ? ([['powershell.exe', ...windows]] as const) : []),
	];
}

const patienceMs = 5000;
const mostBytes = 50 * 1024 * 1024;

function output([name, ...args]: ReadCommand): Promise<Buffer> {
	return new Promise(resolve => {
		const child = spawn(name, args, {stdio: ['ignore', 'pipe', 'ignore'], timeout: patienceMs});
		const chunks: Buffer[] = [];
		let size = 0;
		child.stdout.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size > mostBytes) child.kill();
			else chunks.push(chunk);
		});
		child.on('error', () => resolve(Buffer.alloc(0)));
		child.on('close', () => resolve(Buffer.concat(chunks)));
	});
}

/** The bytes themselves, or as the programs of Apple and Windows write them. */
function decode(bytes: Buffer): Buffer {
	if (imageTypeOf(bytes) !== undefined) return bytes;
	const text = bytes.toString('latin1').trim();
	const hex = /«data PNGf([0-9A-F]+)/i.exec(bytes.toString('utf8'))?.[1];
	if (hex !== undefined) return Buffer.from(hex, 'hex');
	return /^[A-Za-z0-9+/=\s]+$/.test(text) ? Buffer.from(text, 'base64') : bytes;
}

export type ClipboardImage = {readonly bytes: Buffer; readonly type: ImageType};

/** undefined: there is no image on the clipboard, or no program of this machine that reads it. */
export async function readClipboardImage(
	commands: readonly ReadCommand[] = imageCommands(process.platform, process.env),
): Promise<ClipboardImage | undefined> {
	for (const command of commands) {
		const bytes = decode(await output(command));
		const type = imageTypeOf(bytes);
		if (type !== undefined) return {bytes, type};
	}

	return undefined;
}
