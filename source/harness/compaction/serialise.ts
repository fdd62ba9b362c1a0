import type {AgentMessage} from '../../agent/index.ts';
import type {ToolCall} from '../../ai/index.ts';
import {isObject} from '../session/raw-record.ts';

const resultLimit = 2000;

const textOf = (content: unknown): string => {
	if (typeof content === 'string') return content;
	return (Array.isArray(content) ? content : [])
		.flatMap(part =>
			part?.type === 'text' ? [String(part.text)] : part?.type === 'image' ? ['[image]'] : [],
		)
		.join('\n');
};

/** The head and the tail of a long result: the command's words and its outcome. */
function shortened(text: string): string {
	if (text.length <= resultLimit) return text;
	const half = resultLimit / 2;
	return `${text.slice(0, half)}\n[… ${text.length - resultLimit} characters left out …]\n${text.slice(-half)}`;
}

const callText = ({name, arguments: args}: ToolCall): string =>
	`${name}(${Object.entries(args)
		.map(([key, value]) => `${key}=${shortened(JSON.stringify(value) ?? '')}`)
		.join(', ')})`;

function lines(message: AgentMessage): readonly string[] {
	switch (message.role) {
		case 'user':
		case 'custom':
			return [`[User]: ${textOf(message.content)}`];
		case 'assistant': {
			const calls = message.content.filter(part => part.type === 'toolCall');
			const said = textOf(message.content);
			return [
				...(said.trim() === '' ? [] : [`[Assistant]: ${said}`]),
				...(calls.length > 0 ? [`[Assistant tool calls]: ${calls.map(callText).join('; ')}`] : []),
			];
		}

		case 'toolResult':
			return [
				`[Tool result${message.isError ? ', failed' : ''}]: ${shortened(textOf(message.content))}`,
			];
		case 'bashExecution':
			return message.excludeFromContext
				? []
				: [`[User ran]: ${message.command}\n${shortened(message.output)}`];
		case 'branchSummary':
			return [`[Notes of another branch]: ${message.summary}`];
		case 'compactionSummary':
			return [`[Notes of what came before]: ${message.summary}`];
		default:
			return [];
	}
}

/** A conversation as text for the writer of the notes; thinking is left out. */
export const serialise = (messages: readonly AgentMessage[]): string =>
	messages.flatMap(lines).join('\n\n');

export type TouchedFiles = {
	readonly readFiles: readonly string[];
	readonly modifiedFiles: readonly string[];
};

const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every(one => typeof one === 'string');

export const isTouchedFiles = (details: unknown): details is TouchedFiles =>
	isObject(details) && isTexts(details.readFiles) && isTexts(details.modifiedFiles);

const isPath = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Call = {readonly name: unknown; readonly arguments: unknown};

/** Calls of a message, and those that a tool made on its own, which stand in the result of that tool. */
function callsOf(message: AgentMessage): readonly Call[] {
	if (message.role === 'assistant') return message.content.filter(part => part.type === 'toolCall');
	if (message.role !== 'toolResult' || !('nestedCalls' in message)) return [];
	const {nestedCalls} = message;
	if (!isObject(nestedCalls) || !Array.isArray(nestedCalls.calls)) return [];
	return nestedCalls.calls
		.filter(isObject)
		.map(({name, arguments: args}) => ({name, arguments: args}));
}

/** Files that calls of these messages read or changed, added to those known from earlier. */
export function touchedFiles(
	messages: readonly AgentMessage[],
	before?: TouchedFiles,
): TouchedFiles {
	const read = new Set(before?.readFiles);
	const modified = new Set(before?.modifiedFiles);
	for (const {name, arguments: args} of messages.flatMap(callsOf)) {
		if (!isObject(args) || !isPath(args.path)) continue;
		if (name === 'read') read.add(args.path);
		if (name === 'write' || name === 'edit') modified.add(args.path);
	}

	return {
		readFiles: [...read].filter(file => !modified.has(file)).sort(),
		modifiedFiles: [...modified].sort(),
	};
}

const block = (tag: string, files: readonly string[]): string =>
	files.length === 0 ? '' : `\n\n<${tag}>\n${files.join('\n')}\n</${tag}>`;

export const fileLists = ({readFiles, modifiedFiles}: TouchedFiles): string =>
	block('read-files', readFiles) + block('modified-files', modifiedFiles);
