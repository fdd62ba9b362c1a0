import {isRecord} from '../../lib/is-record.ts';
import {SignInError, type SignInFlow, type SignInPort, type Tokens} from './sign-in-flow.ts';

/** What an extension's own way to sign in may ask of the person, by the names that extensions know. */
type Callbacks = {
	readonly signal: AbortSignal;
	onAuth(page: {readonly url: string; readonly instructions?: string}): void;
	onDeviceCode(page: {readonly verificationUri: string; readonly userCode: string}): void;
	onPrompt(prompt: {readonly message: string; readonly placeholder?: string}): Promise<string>;
	onManualCodeInput(): Promise<string>;
	onSelect(prompt: {
		readonly message: string;
		readonly options: readonly {readonly id: string; readonly label: string}[];
	}): Promise<string | undefined>;
	onProgress(message: string): void;
};

/** The `oauth` of a provider that an extension registers. */
type ExtensionOAuth = {
	readonly name?: string;
	login(callbacks: Callbacks): Promise<unknown>;
	refreshToken(tokens: Tokens, signal: AbortSignal): Promise<unknown>;
	getApiKey(tokens: Tokens): string;
};

const isOAuth = (value: unknown): value is ExtensionOAuth =>
	isRecord(value) &&
	[value.login, value.refreshToken, value.getApiKey].every(part => typeof part === 'function');

function checked(value: unknown, label: string): Tokens {
	const {access, refresh, expires} = isRecord(value) ? value : {};
	if (typeof access === 'string' && typeof refresh === 'string' && typeof expires === 'number')
		return {...(isRecord(value) ? value : {}), access, refresh, expires};
	throw new SignInError(`The extension that signs in to ${label} brought no tokens.`);
}

const toCallbacks = (port: SignInPort): Callbacks => ({
	signal: port.signal,
	onAuth: ({url, instructions}) =>
		port.show({url, ...(instructions === undefined ? {} : {note: instructions})}),
	onDeviceCode: ({verificationUri, userCode}) => port.show({url: verificationUri, code: userCode}),
	onPrompt: ({message, placeholder}) =>
		port.ask({
			title: message,
			// It may be a code or a key.
			isSecret: true,
			...(placeholder === undefined ? {} : {placeholder}),
		}),
	onManualCodeInput: () =>
		port.ask({title: 'Paste the code or the last address of the browser', isSecret: true}),
	async onSelect({message, options}) {
		const label = await port.choose(
			message,
			options.map(option => option.label),
		);
		return options.find(option => option.label === label)?.id;
	},
	onProgress: port.tell,
});

/** An extension's way to sign in as one of ours; undefined: it has none. */
export function toSignInFlow(provider: string, oauth: unknown): SignInFlow | undefined {
	if (!isOAuth(oauth)) return undefined;
	const label = oauth.name ?? provider;
	return {
		provider,
		label,
		async signIn(port) {
			return {type: 'oauth', tokens: checked(await oauth.login(toCallbacks(port)), label)};
		},
		async refresh(before, signal) {
			const next = await oauth.refreshToken(before, signal);
			return checked(isRecord(next) ? {...before, ...next} : next, label);
		},
		toAccess: tokens => ({apiKey: oauth.getApiKey(tokens)}),
	};
}
