import {createBashTool} from './bash.ts';
import type {HarnessTool} from './define-tool.ts';
import {createEditTool} from './edit.ts';
import type {ToolEnvironment} from './environment.ts';
import {createFindTool} from './find.ts';
import {createGrepTool} from './grep.ts';
import {createLsTool} from './ls.ts';
import {createReadTool} from './read.ts';
import {createWriteTool} from './write.ts';

/** The tools of the product. Prompt, help and validation read this list. */
export const toolFactories: Readonly<
	Record<string, (environment: ToolEnvironment) => HarnessTool>
> = {
	read: createReadTool,
	bash: createBashTool,
	edit: createEditTool,
	write: createWriteTool,
	grep: createGrepTool,
	find: createFindTool,
	ls: createLsTool,
};

export const defaultTools: readonly string[] = ['read', 'bash', 'edit', 'write'];

export const createTools = (environment: ToolEnvironment): readonly HarnessTool[] =>
	Object.values(toolFactories).map(create => create(environment));
