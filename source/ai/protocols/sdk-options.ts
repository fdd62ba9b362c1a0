/** Time limits are kept by the stream; those of the SDKs are set out of the way. */
export const noLimitMs = 2 ** 31 - 1;

/** Set to something: null says that it is not to be sent. */
export const hasHeader = (
	headers: Readonly<Record<string, string | null>>,
	name: string,
): boolean =>
	Object.entries(headers).some(([key, value]) => value !== null && key.toLowerCase() === name);
