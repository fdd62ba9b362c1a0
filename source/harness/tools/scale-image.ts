import type {Sharp} from 'sharp';
import {decodeBitmap} from './decode-bitmap.ts';
import {type ImageType, imageSizeOf, type Size} from './image-header.ts';

/** What a provider takes: pixels a side, and characters of base64. */
export type ImageLimits = {readonly side: number; readonly base64: number};

/** Accepted by every provider. */
export const commonLimits: ImageLimits = {side: 2000, base64: 4.5 * 1024 * 1024};

export type SentImage = {
	readonly data: string;
	readonly mimeType: string;
	readonly original?: Size;
	readonly sent?: Size;
};

/** A sentence for the model about why an image cannot be shown. */
export class ImageError extends Error {
	override readonly name = 'ImageError';
}

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;
const asIs = (bytes: Buffer, mimeType: string, size?: Size): SentImage => ({
	data: bytes.toString('base64'),
	mimeType,
	...(size ? {original: size, sent: size} : {}),
});

const fits = (bytes: Buffer, {width, height}: Size, limits: ImageLimits): boolean =>
	width <= limits.side && height <= limits.side && base64Length(bytes.length) <= limits.base64;

const jpegQualities = [80, 70, 55, 40];
const smallestSide = 50;

/** The best that fits: PNG or good JPEG, whichever is smaller; then worse JPEG; then fewer pixels. */
async function shrink(image: Sharp, original: Size, limits: ImageLimits): Promise<SentImage> {
	for (let side = limits.side; side >= smallestSide; side = Math.floor(side * 0.75)) {
		const scaled = image
			.clone()
			.resize({width: side, height: side, fit: 'inside', withoutEnlargement: true});
		const asPng = () => scaled.clone().png().toBuffer({resolveWithObject: true});
		const asJpeg = (quality: number) =>
			scaled
				.clone()
				.flatten({background: '#ffffff'})
				.jpeg({quality})
				.toBuffer({resolveWithObject: true});
		const first = [await asPng(), await asJpeg(80)].sort((a, b) => a.data.length - b.data.length);
		const worse = jpegQualities.slice(1).map(quality => () => asJpeg(quality));
		for (const make of [async () => first[0], ...worse]) {
			const made = await make();
			if (!made || base64Length(made.data.length) > limits.base64) continue;
			const {width, height, format} = made.info;
			return {
				data: made.data.toString('base64'),
				mimeType: `image/${format}`,
				original,
				sent: {width, height},
			};
		}
	}

	throw new ImageError('it stays too large however small it is made');
}

/** The image library is large and native: it is loaded when the first image comes, and a machine may be without it. */
async function loadSharp() {
	try {
		return (await import('sharp')).default;
	} catch (error) {
		if (error instanceof Error) return undefined;
		throw error;
	}
}

/** An image as providers take it: turned upright and scaled where it must be, else byte for byte. */
export async function toSentImage(
	bytes: Buffer,
	type: ImageType,
	limits: ImageLimits = commonLimits,
): Promise<SentImage> {
	const sharp = await loadSharp();
	if (!sharp) {
		const size = imageSizeOf(bytes, type);
		if (size && fits(bytes, size, limits)) return asIs(bytes, type, size);
		throw new ImageError('it is too large to send as it is, and nothing here can scale images');
	}

	if (type === 'image/bmp') {
		const {data, width, height} = decodeBitmap(bytes);
		const image = sharp(data, {raw: {width, height, channels: 3}});
		return shrink(image, {width, height}, limits);
	}

	const {width = 0, height = 0, orientation = 1} = await sharp(bytes).metadata();
	if (orientation === 1 && fits(bytes, {width, height}, limits)) {
		return asIs(bytes, type, {width, height});
	}

	const isTurned = orientation > 4;
	const upright = isTurned ? {width: height, height: width} : {width, height};
	return shrink(sharp(bytes).autoOrient(), upright, limits);
}
