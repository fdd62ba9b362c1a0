import type {ImageContent} from '../../../ai/index.ts';
import {imageTypeOf, readImage} from '../../../harness/index.ts';

/** An image as models take it; throws a sentence when it cannot be made so. */
export async function fitImage(image: ImageContent): Promise<ImageContent> {
	const bytes = Buffer.from(image.data, 'base64');
	const type = imageTypeOf(bytes);
	if (type === undefined) return image;
	const {content} = await readImage({file: 'image', bytes, type}, {seesImages: () => true});
	const fitted = content.find(part => part.type === 'image');
	if (fitted) return fitted;
	throw new Error(content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(' '));
}
