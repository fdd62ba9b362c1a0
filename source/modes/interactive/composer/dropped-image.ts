import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {expandHome, type ImageType, imageTypeOf} from '../../../harness/index.ts';

export type DroppedImage = {
	readonly file: string;
	readonly type: ImageType;
	readonly bytes: Buffer;
};

const mostFiles = 10;
const mostBytes = 50 * 1024 * 1024;

/** Words of a shell: quotes hold them together, a backslash takes the next character as it is. */
const word = /'([^']*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\]|\\.)+)/g;

function toPath(text: string): string | undefined {
	if (!text.startsWith('file://')) return text;
	try {
		return fileURLToPath(text);
	} catch {
		// Of another machine, or no address at all.
		return undefined;
	}
}

/** The ways in which terminals write the paths of files that were dropped on them. */
function readings(text: string): readonly (readonly string[])[] {
	const words = [...text.matchAll(word)].map(
		([, single, double, plain]) =>
			single ??
			(double ?? plain ?? '').replace(/\\(.)/g, process.platform === 'win32' ? '\\$1' : '$1'),
	);
	// Some write a name with blanks as it is.
	return [[text], words];
}

function readImage(text: string, home: string): DroppedImage | undefined {
	const file = toPath(text);
	if (file === undefined) return undefined;
	const full = expandHome(file, home);
	if (!path.isAbsolute(full)) return undefined;
	try {
		const stat = fs.statSync(full);
		if (!stat.isFile() || stat.size > mostBytes) return undefined;
		const bytes = fs.readFileSync(full);
		const type = imageTypeOf(bytes);
		return type === undefined ? undefined : {file: full, type, bytes};
	} catch {
		// No such file, or closed to us: then it is a text like others.
		return undefined;
	}
}

/** The images whose paths make up a whole paste; undefined when it is anything else. */
export function droppedImages(pasted: string, home: string): readonly DroppedImage[] | undefined {
	const text = pasted.trim();
	if (text === '' || text.length > 4096 || !/^['"]?(?:~|\/|file:|[A-Za-z]:\\)/.test(text))
		return undefined;
	for (const paths of readings(text)) {
		if (paths.length === 0 || paths.length > mostFiles) continue;
		const images = paths.map(each => readImage(each, home));
		const found = images.filter(image => image !== undefined);
		if (found.length === paths.length) return found;
	}

	return undefined;
}
