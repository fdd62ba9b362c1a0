import aborted from '../../prompts/model/notes/aborted-call.md';
import blocked from '../../prompts/model/notes/blocked-call.md';
import overLimit from '../../prompts/model/notes/call-over-limit.md';
import failedCheck from '../../prompts/model/notes/failed-check.md';
import invalidArguments from '../../prompts/model/notes/invalid-arguments.md';
import lostResult from '../../prompts/model/notes/lost-result.md';
import unknownTool from '../../prompts/model/notes/unknown-tool.md';
import type {ToolCall} from '../ai/index.ts';

/** The model knows what it sent; this is to show how it arrived. */
const longestReceived = 4000;

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
	text.trim().replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

function received({arguments: given}: ToolCall): string {
	const text = JSON.stringify(given, null, 2);
	const left = text.length - longestReceived;
	return left > 0 ? `${text.slice(0, longestReceived)}… (${left} more characters)` : text;
}

/** What a model is told of a call that was not run, or of which nothing can be shown. */
export const callTexts = {
	aborted: aborted.trim(),
	blocked: blocked.trim(),
	overLimit: overLimit.trim(),
	failedCheck: (problem: string) => filled(failedCheck, {problem}),
	lostResult: (tool: string, problem: string) => filled(lostResult, {tool, problem}),
	unknownTool: (tool: string, known: readonly string[]) =>
		filled(unknownTool, {tool, tools: known.join(', ') || '(none)'}),
	invalidArguments: (call: ToolCall, problems: readonly string[]) =>
		filled(invalidArguments, {
			tool: call.name,
			problems: problems.map(problem => `- ${problem}`).join('\n'),
			received: received(call),
		}),
} as const;

export const wordsOf = (error: unknown): string => {
	const words = error instanceof Error ? error.message : String(error);
	return words === '' ? 'no reason given' : words;
};
