/** What a person may say otherwise about a sign-in, in the setting `signIn`. */
export type FlowChoice = {
	/** Under which the server knows the program. */
	readonly clientId?: string;
	/** Address of the server of accounts, such as that of a company. */
	readonly server?: string;
	/** Address of its API, where that is another one. */
	readonly api?: string;
};

export type FlowContext = {
	readonly fetch: typeof globalThis.fetch;
	choiceFor(provider: string): FlowChoice;
	/** Tells this installation from others; made at first use. */
	installationId(): string;
	readonly now: () => number;
	/** Where the browser comes back to, for pages that know one port only; default: that one. */
	readonly callbackPort?: number;
	/** Between two questions of a device flow; default: real time. */
	readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const trimmedUrl = (url: string): string => url.replace(/\/+$/, '');
