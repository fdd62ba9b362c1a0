import type {SessionStore} from '../session-store.ts';
import type {UserInterface} from '../user-interface.ts';

export type CommandContext = {
	readonly session: SessionStore;
	readonly ui: UserInterface;
	/** Chooses by name; throws a sentence when there is no such model. */
	chooseModel(pattern: string): Promise<void>;
	/** Ends the program after the terminal was given back. */
	quit(): void;
};

/** A slash command of the product itself. `argument` is the trimmed text after the name. */
export type Command = {
	readonly name: string;
	readonly summary: string;
	readonly argumentHint?: string;
	run(argument: string, context: CommandContext): void | Promise<void>;
};
