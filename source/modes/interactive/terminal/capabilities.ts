import type {Reply} from './input-event.ts';
import {toColour} from './string-reply.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** What is known about the terminal. Nothing is taken for granted that can be asked. */
export type Capabilities = {
	/** It has answered the last question, and with that all that it answers at all. */
	readonly isSettled: boolean;
	readonly synchronizedOutput: boolean;
	readonly kittyKeys: boolean;
	readonly graphemes: boolean;
	readonly background?: Colour;
	readonly foreground?: Colour;
	readonly trueColour: boolean;
	readonly isTmux: boolean;
	readonly isSsh: boolean;
};

export type CapabilityStore = {
	get(): Capabilities;
	/** Takes an answer in; tells the listeners when it says something new. */
	handle(reply: Reply): void;
	subscribe(listener: (capabilities: Capabilities) => void): () => void;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Asked once at the start. Every terminal answers the last one, so that nobody has to wait for a silence. */
export const queries =
	'\u001B[?2026$p\u001B[?2027$p\u001B[?u\u001B]10;?\u001B\\\u001B]11;?\u001B\\\u001B[c';

const isLastAnswer = /\u001B\[\?[\d;]*c/;

/** Whether these bytes hold the answer to the last query. */
export function endsAnswers(text: string): boolean {
	return isLastAnswer.test(text);
}

export function createCapabilities(environment: Environment): CapabilityStore {
	const listeners = new Set<(capabilities: Capabilities) => void>();
	let current: Capabilities = {
		isSettled: false,
		synchronizedOutput: false,
		kittyKeys: false,
		graphemes: false,
		trueColour: hasTrueColour(environment),
		isTmux: environment.TMUX !== undefined,
		isSsh: isSsh(environment),
	};

	return {
		get: () => current,
		handle(reply) {
			const news = toNews(reply);
			if (news === undefined) return;
			current = {...current, ...news};
			for (const listener of listeners) listener(current);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** How long a lone ESC is waited for: over a network the rest of a sequence may come late. */
export function toEscapeTimeout(environment: Environment): number {
	return isSsh(environment) ? 100 : 10;
}

function toNews(reply: Reply): Partial<Capabilities> | undefined {
	switch (reply.type) {
		case 'da1':
			return {isSettled: true};
		case 'kittyFlags':
			return {kittyKeys: true};
		case 'decrqm':
			return toModeNews(reply.mode, reply.value);
		case 'osc':
			return toColourNews(reply.code, reply.data);
		default:
			return undefined;
	}
}

/** 1 set, 2 reset, 3 always set; 0 and 4 mean that there is no such mode, or that it cannot be had. */
function toModeNews(mode: number, value: number): Partial<Capabilities> | undefined {
	const isThere = value >= 1 && value <= 3;
	if (mode === 2026) return {synchronizedOutput: isThere};
	return mode === 2027 ? {graphemes: isThere} : undefined;
}

function toColourNews(code: number, data: string): Partial<Capabilities> | undefined {
	const colour = toColour(data);
	if (colour === undefined) return undefined;
	if (code === 11) return {background: colour};
	return code === 10 ? {foreground: colour} : undefined;
}

function isSsh(environment: Environment): boolean {
	return environment.SSH_TTY !== undefined || environment.SSH_CONNECTION !== undefined;
}

function hasTrueColour(environment: Environment): boolean {
	const known = /^(iTerm\.app|WezTerm|ghostty|vscode|WarpTerminal)$/;
	return (
		/^(truecolor|24bit)$/i.test(environment.COLORTERM ?? '') ||
		/-direct$|kitty|ghostty|alacritty|foot/.test(environment.TERM ?? '') ||
		known.test(environment.TERM_PROGRAM ?? '') ||
		environment.WT_SESSION !== undefined
	);
}
