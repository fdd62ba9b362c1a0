import path from 'node:path';
import type {ToolResult} from '../../agent/index.ts';
import {sizeInWords} from '../../lib/limit-text.ts';
import {textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {failureWords} from './failure-words.ts';
import type {ImageType} from './image-header.ts';
import {type SentImage, toSentImage} from './scale-image.ts';

function sizeNote({original, sent}: SentImage): string {
	if (!original || !sent) return '';
	const whole = `, ${original.width}x${original.height} pixels`;
	if (original.width === sent.width && original.height === sent.height) return whole;
	const factor = (original.width / sent.width).toFixed(2);
	return `${whole}, shown as ${sent.width}x${sent.height}: multiply coordinates by ${factor} for the original`;
}

/** An image as models can take it, or words that say why it cannot be shown. */
export async function readImage(
	{file, bytes, type}: {readonly file: string; readonly bytes: Buffer; readonly type: ImageType},
	{seesImages, imageLimits}: Pick<ToolEnvironment, 'seesImages' | 'imageLimits'>,
): Promise<ToolResult> {
	const name = path.basename(file);
	let image: SentImage;
	try {
		image = await toSentImage(bytes, type, imageLimits?.());
	} catch (error) {
		return textResult(
			`[The image ${name} (${type}, ${sizeInWords(bytes.length)}) cannot be shown: ${failureWords(error)}.]`,
		);
	}

	const blind = seesImages() ? '' : '\n[This model cannot see images.]';
	return {
		content: [
			{type: 'text', text: `Image ${name} (${image.mimeType}${sizeNote(image)})${blind}`},
			{type: 'image', data: image.data, mimeType: image.mimeType},
		],
	};
}
