/** Reads the fields of a command; throws `InputError` with words for its sender. */
export type Json = Readonly<Record<string, unknown>>;

/** A field of a command that is missing or of another type. */
export class InputError extends Error {
	override readonly name = 'InputError';
}

export function text(input: Json, name: string): string {
	const value = input[name];
	if (typeof value !== 'string') throw new InputError(`"${name}" must be a string`);
	return value;
}

export const optionalText = (input: Json, name: string): string | undefined =>
	input[name] === undefined || input[name] === null ? undefined : text(input, name);

export function flag(input: Json, name: string): boolean {
	const value = input[name];
	if (typeof value !== 'boolean') throw new InputError(`"${name}" must be true or false`);
	return value;
}

export function images(input: Json) {
	const given = input.images ?? [];
	if (!Array.isArray(given)) throw new InputError('"images" must be a list');
	return given.map(image => {
		if (typeof image?.data !== 'string' || typeof image?.mimeType !== 'string') {
			throw new InputError('each image needs "data" and "mimeType"');
		}

		return {type: 'image' as const, data: image.data, mimeType: image.mimeType};
	});
}

export function queueMode(input: Json): 'all' | 'one-at-a-time' {
	const mode = text(input, 'mode');
	if (mode === 'all' || mode === 'one-at-a-time') return mode;
	throw new InputError('"mode" must be "all" or "one-at-a-time"');
}
