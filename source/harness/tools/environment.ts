import type {ShellSettings} from '../shell/run-command.ts';
import type {FileMemory} from './file-memory.ts';
import type {FileQueue} from './file-queue.ts';

/** What the tools of one session share. */
export type ToolEnvironment = {
	readonly cwd: string;
	readonly userHome: string;
	/** What the agent last saw of each file. */
	readonly files: FileMemory;
	/** One change at a time per file, in the order of the calls. */
	readonly queue: FileQueue;
	shell(): ShellSettings;
	/** Variables for commands, on top of the process's own. */
	env(): Readonly<Record<string, string>>;
	/** The model that is asked now can see images. */
	seesImages(): boolean;
};
