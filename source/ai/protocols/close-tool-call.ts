import unreadable from '../../../prompts/model/notes/unreadable-arguments.md';
import {isRecord} from '../../lib/is-record.ts';
import {parseJson} from '../../lib/partial-json.ts';
import type {ToolCall} from '../messages.ts';

type OpenCall = {
	readonly id: string;
	readonly name: string;
	/** The argument text as it came. */
	readonly text: string;
	readonly thoughtSignature?: string;
};

/** Enough for a model to see what it wrote. */
const shownLength = 400;

function toArguments(text: string): ToolCall['arguments'] | undefined {
	if (text.trim() === '') return {};
	try {
		const value = parseJson(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// The caller tells the model what it sent.
		return undefined;
	}
}

/** Whole arguments or none: a call with text that is not one JSON object is never run. */
export function closeToolCall({id, name, text, thoughtSignature}: OpenCall): ToolCall {
	const signed = thoughtSignature ? {thoughtSignature} : {};
	const call = {type: 'toolCall', id, name, ...signed} as const;
	const parsed = toArguments(text);
	if (parsed) return {...call, arguments: parsed};
	const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
	return {...call, arguments: {}, argumentsError: `${unreadable.trim()} ${shown.toWellFormed()}`};
}
