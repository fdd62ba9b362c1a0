import type {ShellSettings} from '../shell/run-command.ts';
import type {FileMemory} from './file-memory.ts';
import type {FileQueue} from './file-queue.ts';
import type {Operations} from './operations.ts';
import type {ImageLimits} from './scale-image.ts';

/** What the tools of one session share. */
export type ToolEnvironment = {
	readonly cwd: string;
	readonly userHome: string;
	/** The machine that the tools work on; default: this one. */
	readonly operations?: Operations;
	/** Links that lead out of here are not written through unasked; default: `cwd`. */
	readonly projectRoot?: string;
	/** What the agent last saw of each file. */
	readonly files: FileMemory;
	/** One change at a time per file, in the order of the calls. */
	readonly queue: FileQueue;
	shell(): ShellSettings;
	/** Variables for commands, on top of the process's own. */
	env(): Readonly<Record<string, string>>;
	/** The model that is asked now can see images. */
	seesImages(): boolean;
	/** What the model that is asked now takes; default: what all providers take. */
	imageLimits?(): ImageLimits;
	/** Asks a person whether a link out of the project may be written through; without it nobody can be asked. */
	askBeforeLeaving?(question: {readonly given: string; readonly target: string}): Promise<boolean>;
};
