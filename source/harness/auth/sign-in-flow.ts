import type {StreamOptions} from '../../ai/index.ts';

/** What a sign-in left behind, as it stands in auth.json; fields beside these are the flow's own. */
export type Tokens = {
	readonly access: string;
	readonly refresh: string;
	/** Unix ms. */
	readonly expires: number;
	readonly [field: string]: unknown;
};

/** What a request is sent with, and where to when the account decides that. */
export type Access = Pick<StreamOptions, 'apiKey' | 'headers' | 'baseUrl' | 'omit' | 'environment'>;

export type SignInPage = {
	readonly url: string;
	/** What the page asks for. */
	readonly code?: string;
	readonly note?: string;
};

/** How a flow reaches the person; the screen and the command line each have one. */
export type SignInPort = {
	/** The person gave up. */
	readonly signal: AbortSignal;
	/** Opens the page where that is possible, and shows its address in any case. */
	show(page: SignInPage): void;
	/** Rejects when the person gives up; `signal`: the answer is not needed any more. */
	ask(question: SignInQuestion, signal?: AbortSignal): Promise<string>;
	/** One of the options. */
	choose(title: string, options: readonly string[]): Promise<string>;
	tell(text: string): void;
};

export type SignInQuestion = {
	readonly title: string;
	readonly placeholder?: string;
	/** Is not shown while it is typed. */
	readonly isSecret?: boolean;
};

export type SignInResult =
	| {readonly type: 'oauth'; readonly tokens: Tokens}
	/** Some services hand out a lasting key. */
	| {readonly type: 'api_key'; readonly key: string};

/** A way to get at a provider's models without typing a key. Extensions bring their own. */
export type SignInFlow = {
	readonly provider: string;
	/** For the person, such as "ChatGPT plan". */
	readonly label: string;
	signIn(port: SignInPort): Promise<SignInResult>;
	/** Absent: the tokens cannot be renewed. Not aborted once begun, because the old ones may be void already. */
	refresh?(tokens: Tokens, signal: AbortSignal): Promise<Tokens>;
	toAccess(tokens: Tokens): Access;
};

/** The person gave up; nothing has to be told. */
export class SignInCancelled extends Error {
	override readonly name = 'SignInCancelled';

	constructor() {
		super('The sign-in was cancelled.');
	}
}

/** A sign-in that did not succeed; the message holds no token. */
export class SignInError extends Error {
	override readonly name = 'SignInError';
	/** The server's word for it, such as `invalid_grant`. */
	readonly code: string | undefined;

	constructor(message: string, code?: string) {
		super(message);
		this.code = code;
	}
}
