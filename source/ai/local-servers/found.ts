import type {Ask} from './ask.ts';

export type LocalServerKind = 'ollama' | 'lmstudio' | 'llama.cpp' | 'vllm' | 'sglang' | 'other';

/** A model as its server describes it. */
export type FoundModel = {
	readonly id: string;
	/** undefined: the server does not say. */
	readonly context: number | undefined;
	readonly isLoaded: boolean;
	/** undefined: the server does not say. */
	readonly hasTools: boolean | undefined;
	readonly seesImages: boolean;
};

export type Found = {
	readonly kind: LocalServerKind;
	readonly models: readonly FoundModel[];
	/** How the context is made larger, after "To change that, ". */
	readonly remedy: string;
	readonly warnings?: readonly string[];
};

/** Tells a kind of server by what it answers, never by its port; loads nothing. */
export type Recognise = (ask: Ask) => Promise<Found | undefined>;
