import {compactCommand} from './compact.ts';
import type {Command} from './define-command.ts';
import {helpCommand} from './help.ts';
import {modelCommand} from './model.ts';
import {nameCommand} from './name.ts';
import {newCommand} from './new.ts';
import {quitCommand} from './quit.ts';
import {resumeCommand} from './resume.ts';
import {sessionCommand} from './session.ts';

/** The slash commands of the product. Completion and help read this list. */
export const commands: readonly Command[] = [
	helpCommand,
	modelCommand,
	newCommand,
	nameCommand,
	compactCommand,
	resumeCommand,
	sessionCommand,
	quitCommand,
];

export type ParsedCommand = {readonly command: Command; readonly argument: string};

/** A text that is one of our commands: the name is what stands between the slash and the first space. */
export function parseCommand(text: string): ParsedCommand | undefined {
	if (!text.startsWith('/')) return undefined;
	const end = text.indexOf(' ');
	const name = end < 0 ? text.slice(1) : text.slice(1, end);
	const command = commands.find(each => each.name === name.trimEnd());
	return command && {command, argument: end < 0 ? '' : text.slice(end + 1).trim()};
}
