import type http from 'node:http';
import {type Json, list, text} from '../../../source/ai/protocols/wire-json.ts';
import {isRecord} from '../../../source/lib/is-record.ts';

export type {Json};

/** Tokens in disjoint parts, as they were really spent; each protocol reports them in its own way. */
export type Spent = {
	readonly input: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly output: number;
	/** A part of the output. */
	readonly reasoning: number;
};

export type PlannedCall = {
	readonly name: string;
	readonly args: Readonly<Record<string, unknown>>;
	readonly id?: string;
	/** Gemini signs calls. */
	readonly signature?: string;
};

/** An answer: thinking first, then text, then calls. */
export type Answer = {
	readonly thinking?: string;
	/** What makes the thinking the model's own: a signature, or its encrypted form. */
	readonly signature?: string;
	/** Thinking that is withheld; its encrypted form. */
	readonly redacted?: string;
	readonly text?: string;
	readonly calls?: readonly PlannedCall[];
	readonly spent?: Partial<Spent>;
	/** The provider's own word. */
	readonly stop?: string;
};

/** A server-sent event before it is written down. */
export type WireEvent = {readonly event?: string; readonly data: unknown};

/** What the provider remembers of what it said: opaque data, and which ids belong together. */
export type Memory = {
	readonly issued: Set<string>;
	/** Id of an item to the id of the reasoning it was made with. */
	readonly madeWith: Map<string, string>;
};

export const createMemory = (): Memory => ({issued: new Set(), madeWith: new Map()});

export type StrictProtocol = {
	readonly path: RegExp;
	/** What the provider would refuse the request for. */
	problem(body: Json, memory: Memory, headers?: http.IncomingHttpHeaders): string | undefined;
	refusal(message: string): unknown;
	/** How an event is written where it is not a server-sent one. */
	encode?(event: WireEvent): Uint8Array;
	/** Of the answer to a turn. */
	headers?(turn: number): Readonly<Record<string, string>>;
	/** The answer in the provider's wire shape; what it signs is kept in the memory. */
	events(answer: Answer, turn: number, memory: Memory): readonly WireEvent[];
};

/** The first problem that any item has. */
export function firstProblem<T>(
	items: readonly T[],
	problem: (item: T, index: number) => string | undefined,
): string | undefined {
	for (const [index, item] of items.entries()) {
		const found = problem(item, index);
		if (found !== undefined) return found;
	}

	return undefined;
}

/** The first problem that any rule finds; a rule is asked only when those before it found none. */
export const firstOf = (...rules: readonly (() => string | undefined)[]): string | undefined =>
	firstProblem(rules, rule => rule());

/** Content as parts: a plain string is one text. */
export const partsOf = (content: unknown): readonly Json[] =>
	typeof content === 'string' ? [{type: 'text', text: content}] : list(content).filter(isRecord);

export const joinedText = (content: unknown): string =>
	partsOf(content)
		.map(part => text(part.text))
		.join('');

export const isBlank = (value: unknown): boolean => text(value).trim() === '';

export const isJson = (value: unknown): boolean => {
	try {
		JSON.parse(text(value));
		return true;
	} catch {
		return false;
	}
};

/** Pieces of a few characters, as a stream brings them. */
export function pieces(value: string, size = 7): readonly string[] {
	const characters = [...value];
	return Array.from({length: Math.ceil(characters.length / size)}, (_, index) =>
		characters.slice(index * size, (index + 1) * size).join(''),
	);
}

export const spentOf = ({spent = {}}: Answer): Spent => ({
	input: 100,
	cacheRead: 0,
	cacheWrite: 0,
	output: 20,
	reasoning: 0,
	...spent,
});
