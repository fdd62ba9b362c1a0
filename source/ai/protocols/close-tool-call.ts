import type {ToolCall} from '../messages.ts';

type OpenCall = {
	readonly id: string;
	readonly name: string;
	/** The argument text as it came. */
	readonly text: string;
	readonly thoughtSignature?: string;
};

/** Control characters and lone backslashes inside strings are what models get wrong most. */
function mend(text: string): string {
	return text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, string =>
		string
			.replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
			.replace(/[\u0000-\u001f]/g, control => JSON.stringify(control).slice(1, -1)),
	);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Mended text still has to be whole: nothing is ever completed for the model.
		return JSON.parse(mend(text));
	}
}

/** Whole arguments or none: a call with text that is not one JSON object is never run. */
export function closeToolCall({id, name, text, thoughtSignature}: OpenCall): ToolCall {
	const call = {
		type: 'toolCall',
		id,
		name,
		...(thoughtSignature ? {thoughtSignature} : {}),
	} as const;
	if (text.trim() === '') return {...call, arguments: {}};
	try {
		const value = parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
			return {...call, arguments: Object.fromEntries(Object.entries(value))};
		}
	} catch {
		// The words below tell the model what it sent.
	}

	const shown = text.length > 400 ? `${text.slice(0, 400)}…` : text;
	return {...call, arguments: {}, argumentsError: `The arguments are not a JSON object: ${shown}`};
}
