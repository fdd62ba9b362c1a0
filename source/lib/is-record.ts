/** An object that is no list: what JSON calls an object. */
export const isRecord = (value: unknown): value is {readonly [key: string]: unknown} =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
