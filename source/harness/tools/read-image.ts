import {readFile} from 'node:fs/promises';
import path from 'node:path';
import type {ToolResult} from '../../agent/index.ts';
import {sizeInWords} from '../../lib/limit-text.ts';
import {ToolError, textResult} from './define-tool.ts';

/** What providers take: pixels a side, and bytes as base64. */
const maxSide = 2000;
const maxBase64 = 4_718_592;

const starts = (head: Uint8Array, bytes: readonly number[], at = 0): boolean =>
	bytes.every((byte, index) => head[at + index] === byte);

/** By its first bytes; an animated PNG counts as no image. */
export function imageType(head: Uint8Array): string | undefined {
	if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
		return Buffer.from(head).includes('acTL') ? undefined : 'image/png';
	}

	if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
	if (starts(head, [0x47, 0x49, 0x46, 0x38])) return 'image/gif';
	if (starts(head, [0x52, 0x49, 0x46, 0x46]) && starts(head, [0x57, 0x45, 0x42, 0x50], 8))
		return 'image/webp';
	return starts(head, [0x42, 0x4d]) && head.length > 26 ? 'image/bmp' : undefined;
}

type Prepared = {readonly data: string; readonly mimeType: string; readonly note: string};

async function prepare(bytes: Buffer, mimeType: string): Promise<Prepared> {
	const {default: sharp} = await import('sharp');
	const {width = 0, height = 0} = await sharp(bytes).metadata();
	const base64 = Math.ceil(bytes.length / 3) * 4;
	if (width <= maxSide && height <= maxSide && base64 <= maxBase64 && mimeType !== 'image/bmp') {
		return {data: bytes.toString('base64'), mimeType, note: `${width}x${height}`};
	}

	for (let side = maxSide; side >= 100; side = Math.floor(side * 0.75)) {
		const scaled = sharp(bytes)
			.rotate()
			.resize({width: side, height: side, fit: 'inside', withoutEnlargement: true});
		for (const quality of [80, 60, 40]) {
			const {data, info} = await scaled.clone().jpeg({quality}).toBuffer({resolveWithObject: true});
			if (Math.ceil(data.length / 3) * 4 > maxBase64) continue;
			const factor = width / Math.max(1, info.width);
			const note = `${width}x${height}, shown as ${info.width}x${info.height}; multiply coordinates by ${factor.toFixed(2)}`;
			return {data: data.toString('base64'), mimeType: 'image/jpeg', note};
		}
	}

	throw new Error('it stays too large however small it is made');
}

/** An image as models can take it, or words that say why it cannot be shown. */
export async function readImage(
	file: string,
	mimeType: string,
	seesImages: boolean,
): Promise<ToolResult> {
	const name = path.basename(file);
	const bytes = await readFile(file);
	try {
		const {data, mimeType: type, note} = await prepare(bytes, mimeType);
		const blind = seesImages ? '' : ' This model cannot see images.';
		return {
			content: [
				{type: 'text', text: `Image ${name} (${type}, ${note}).${blind}`},
				{type: 'image', data, mimeType: type},
			],
		};
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		const small = Math.ceil(bytes.length / 3) * 4 <= maxBase64;
		if (/Cannot find (package|module)/.test(why) && small && mimeType !== 'image/bmp') {
			const data = bytes.toString('base64');
			return {
				content: [
					{type: 'text', text: `Image ${name} (${mimeType}).`},
					{type: 'image', data, mimeType},
				],
			};
		}

		if (/Cannot find (package|module)/.test(why)) {
			return textResult(
				`[Image ${name} (${sizeInWords(bytes.length)}) is too large to show and cannot be scaled here.]`,
			);
		}

		throw new ToolError(`The image ${name} cannot be shown: ${why}`, {cause: error});
	}
}
