import type {Surface} from './surface.ts';

/** The port through which everything below a mode reaches a person. */

export type SelectorId =
	| 'model'
	| 'scoped-models'
	| 'thinking'
	| 'session'
	| 'tree'
	| 'fork'
	| 'settings'
	| 'login'
	| 'help'
	| 'hotkeys'
	| 'changelog';

export type Question =
	| {
			readonly kind: 'select';
			readonly title: string;
			/** Several lines that stand above the options. */
			readonly message?: string;
			readonly options: readonly string[];
	  }
	| {readonly kind: 'confirm'; readonly title: string; readonly message: string}
	| {
			readonly kind: 'input';
			readonly title: string;
			/** Several lines that stand above the field. */
			readonly message?: string;
			readonly placeholder?: string;
			/** What is typed is not shown, and goes nowhere but to who asked. */
			readonly secret?: true;
	  }
	| {readonly kind: 'editor'; readonly title: string; readonly prefill?: string};

export type QuestionOptions = {readonly signal?: AbortSignal; readonly timeoutMs?: number};

export type NoticeLevel = 'info' | 'warning' | 'error';

export type UserInterface = {
	/** A person can answer. */
	readonly canAsk: boolean;
	notify(text: string, level?: NoticeLevel): void;
	/** undefined: cancelled, timed out or nobody there. A confirmation answers 'yes' or 'no'. */
	ask(question: Question, options?: QuestionOptions): Promise<string | undefined>;
	/** Shows one of the selectors; modes without a screen say that there is none. */
	open(selector: SelectorId): void;
	setEditorText(text: string): void;
	/** What extensions show beside questions; a mode without a screen leaves it out. */
	readonly surface?: Surface;
};

/** For modes without a person: says nothing, answers nothing. */
export const silentInterface: UserInterface = {
	canAsk: false,
	notify() {},
	ask: async () => undefined,
	open() {},
	setEditorText() {},
};
