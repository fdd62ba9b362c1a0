import {
	addUsage,
	type NestedCall,
	type NestedCalls,
	type ToolCall,
	type Usage,
} from '../ai/index.ts';
import type {ToolResult} from './tool.ts';

type Outcome = {
	readonly result: ToolResult;
	readonly isError: boolean;
	readonly durationMs: number;
};

/** What is kept of the calls that a tool made, on the result of that tool. */
export type NestedRecord = {
	/** Returns what is to be called with the outcome. */
	begin(call: ToolCall): (outcome: Outcome) => void;
	/** undefined: there were none. */
	nestedCalls(): NestedCalls | undefined;
	/** Of the tool itself and of all that it called. */
	totalUsage(own: Usage | undefined): Usage | undefined;
};

const mostCalls = 256;
const longestArguments = 8 * 1024;
const longestAll = 32 * 1024;
const longestError = 500;

const errorText = ({content}: ToolResult): string =>
	content
		.flatMap(part => (part.type === 'text' ? [part.text] : []))
		.join('\n')
		.slice(0, longestError);

export function createNestedRecord(): NestedRecord {
	const calls: NestedCall[] = [];
	let isComplete = true;
	let bytesKept = 0;
	let usage: Usage | undefined;

	function toEntry({id, name, arguments: given}: ToolCall): NestedCall {
		const argumentsBytes = Buffer.byteLength(JSON.stringify(given));
		if (argumentsBytes > longestArguments || bytesKept + argumentsBytes > longestAll) {
			isComplete = false;
			return {id, name, argumentsBytes, status: 'unfinished'};
		}

		bytesKept += argumentsBytes;
		return {id, name, arguments: given, status: 'unfinished'};
	}

	function end(at: number, {result, isError, durationMs}: Outcome): void {
		const entry = calls[at];
		if (!entry) return;
		const status = isError ? 'error' : 'ok';
		const error = isError ? {error: errorText(result)} : {};
		calls[at] = {...entry, status, durationMs, ...error};
	}

	return {
		begin(call) {
			const at = calls.length;
			if (at < mostCalls) calls.push(toEntry(call));
			else isComplete = false;
			return outcome => {
				const spent = outcome.result.usage;
				if (spent) usage = usage ? addUsage(usage, spent) : spent;
				if (at < mostCalls) end(at, outcome);
			};
		},
		nestedCalls: () => (calls.length > 0 ? {calls: [...calls], complete: isComplete} : undefined),
		totalUsage: own => (own && usage ? addUsage(own, usage) : (own ?? usage)),
	};
}
