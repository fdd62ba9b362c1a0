/** Time limits are kept by the stream; those of the SDKs are set out of the way. */
export const noLimitMs = 2 ** 31 - 1;

/** Set to something: null says that it is not to be sent. */
export const hasHeader = (
	headers: Readonly<Record<string, string | null>>,
	name: string,
): boolean =>
	Object.entries(headers).some(([key, value]) => value !== null && key.toLowerCase() === name);

/** Whether an address leads to a vendor's own servers. */
export const isHost = (url: string, host: string): boolean =>
	URL.canParse(url) && new URL(url).host === host;
