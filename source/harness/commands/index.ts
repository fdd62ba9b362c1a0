import {changelogCommand} from './changelog.ts';
import {cloneCommand} from './clone.ts';
import {compactCommand} from './compact.ts';
import {contextCommand} from './context.ts';
import {copyCommand} from './copy.ts';
import type {Command} from './define-command.ts';
import {exportCommand} from './export.ts';
import {extensionsCommand} from './extensions.ts';
import {forkCommand} from './fork.ts';
import {helpCommand} from './help.ts';
import {hotkeysCommand} from './hotkeys.ts';
import {llamaCommand} from './llama.ts';
import {loginCommand} from './login.ts';
import {logoutCommand} from './logout.ts';
import {modelCommand} from './model.ts';
import {nameCommand} from './name.ts';
import {newCommand} from './new.ts';
import {quitCommand} from './quit.ts';
import {reloadCommand} from './reload.ts';
import {resumeCommand} from './resume.ts';
import {scopedModelsCommand} from './scoped-models.ts';
import {sessionCommand} from './session.ts';
import {settingsCommand} from './settings.ts';
import {thinkingCommand} from './thinking.ts';
import {treeCommand} from './tree.ts';

/** The slash commands of the product. Completion and help read this list. */
export const commands: readonly Command[] = [
	helpCommand,
	hotkeysCommand,
	settingsCommand,
	modelCommand,
	scopedModelsCommand,
	thinkingCommand,
	loginCommand,
	logoutCommand,
	llamaCommand,
	newCommand,
	resumeCommand,
	treeCommand,
	forkCommand,
	cloneCommand,
	nameCommand,
	compactCommand,
	copyCommand,
	sessionCommand,
	contextCommand,
	exportCommand,
	extensionsCommand,
	reloadCommand,
	changelogCommand,
	quitCommand,
];

export type ParsedCommand = {readonly command: Command; readonly argument: string};

/**
 * A text that is one of our commands; everything else is for the model. The name is what stands between the slash and
 * the first space, and "/new ideas for the garden" is no command to throw ideas away.
 */
export function parseCommand(text: string): ParsedCommand | undefined {
	const [, name, rest = ''] = /^\/([^ ]+)(?: ([\s\S]*))?$/.exec(text.trimEnd()) ?? [];
	const command = commands.find(each => each.name === name);
	const argument = rest.trim();
	if (!command || (argument !== '' && command.argumentHint === undefined)) return undefined;
	return {command, argument};
}
