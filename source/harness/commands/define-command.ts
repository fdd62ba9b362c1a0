import type {LocalServer} from '../../ai/index.ts';
import type {ExtensionHost} from '../extensions/host.ts';
import type {Harness, Models} from '../harness-options.ts';
import type {Environment} from '../key-value.ts';
import type {SessionStore} from '../session-store.ts';
import type {UserInterface} from '../user-interface.ts';

export type CommandContext = {
	readonly session: SessionStore;
	readonly ui: UserInterface;
	/** Who can be asked, and with which keys. */
	readonly models: Models;
	readonly environment: Environment;
	readonly extensions?: ExtensionHost | undefined;
	/** Looks for model servers on this machine, also offline. */
	findServers(): Promise<readonly LocalServer[]>;
	/** Chooses by name; throws a sentence when there is no such model. */
	chooseModel(pattern: string): Promise<void>;
	/** false: there is no clipboard that can be reached. */
	copy(text: string): Promise<boolean>;
	/** Reads settings, skills, slash prompts and instructions again. */
	reload(): Promise<void>;
	/** Ends the program after the terminal was given back. */
	quit(): void;
};

export type Choice = {readonly value: string; readonly hint?: string};

/** A slash command of the product itself. */
export type Command = {
	readonly name: string;
	readonly summary: string;
	/** Without one the command stands alone: with words behind it, it is a message for the model. */
	readonly argumentHint?: string;
	/** What stands behind it may be a secret, and is kept in no history. */
	readonly isPrivate?: true;
	/** What the argument may be, for completion. */
	choices?(harness: Pick<Harness, 'session' | 'registry'>): Promise<readonly Choice[]>;
	/** `argument` is the trimmed text after the name. */
	run(argument: string, context: CommandContext): void | Promise<void>;
};
