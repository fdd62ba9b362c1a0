import {Type} from 'typebox';
import text from '../../../prompts/model/tools/edit.md';
import {isRecord} from '../../lib/is-record.ts';
import {limitHead, maxBytes} from '../../lib/limit-text.ts';
import {lineDiff} from '../../lib/line-diff.ts';
import {applyEdits, type Edit} from './apply-edits.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {digestOf} from './file-memory.ts';
import {toFileText} from './file-text.ts';
import {operationsOf} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';
import {changeFile} from './write-target.ts';

const parameters = Type.Object({
	path: Type.String({minLength: 1, description: 'File to change'}),
	edits: Type.Array(
		Type.Object({
			oldText: Type.String({description: 'Text as it stands in the file; must occur once'}),
			newText: Type.String({description: 'Text in its place'}),
		}),
		{minItems: 1},
	),
});

function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		// Not JSON: validation tells the model what is wrong with it.
		return value;
	}
}

/** Shapes that other tools have taught models: one edit, edits as a JSON string, oldText at the top. */
function prepareArguments(input: unknown): unknown {
	if (!isRecord(input)) return input;
	const {oldText, newText, edits: given, ...rest} = input;
	const edits = parsed(given);
	const isLegacy = typeof oldText === 'string' && typeof newText === 'string';
	if (typeof edits === 'string') return {...rest, edits};
	const list = Array.isArray(edits) ? edits : edits === undefined || edits === null ? [] : [edits];
	return {...rest, edits: isLegacy ? [...list, {oldText, newText}] : list};
}

/** What views show of the change; too long a one is cut, for it is stored with the session. */
function changeDetails(given: string, before: string, after: string) {
	const {diff, patch, firstChangedLine} = lineDiff(given, before, after);
	const shown = limitHead(diff, {lines: Number.POSITIVE_INFINITY});
	return {
		diff: shown.cutBy === undefined ? diff : `${shown.text}\n…`,
		...(Buffer.byteLength(patch) > maxBytes ? {} : {patch}),
		firstChangedLine,
	};
}

/** Counts how often in a row a file could not be edited; the model may be working from an old view of it. */
function createFailureCount() {
	const failures = new Map<string, number>();
	return {
		succeeded: (target: string) => failures.delete(target),
		explain(target: string, error: unknown): unknown {
			if (!(error instanceof ToolError)) return error;
			const count = (failures.get(target) ?? 0) + 1;
			failures.set(target, count);
			if (count < 2) return error;
			return new ToolError(
				`${error.message}\nThis is failure ${count} in a row on this file: read it again before the next edit.`,
				{cause: error},
			);
		},
	};
}

export function createEditTool(environment: ToolEnvironment): HarnessTool {
	const operations = operationsOf(environment);
	const failures = createFailureCount();

	async function edit(
		target: string,
		{path: given, edits}: {path: string; edits: readonly Edit[]},
	) {
		const stat = await operations.stat(target);
		if (!stat) throw new ToolError(`Cannot edit ${given}: there is no such file.`);
		if (!stat.isFile()) throw new ToolError(`Cannot edit ${given}: it is not a regular file.`);
		const file = toFileText(await operations.readFile(target), given);
		const changed = applyEdits({file, edits, given});
		const bytes = file.toBytes(changed);
		await operations.replaceFile(target, bytes);
		environment.files.saw(target, digestOf(bytes));
		const blocks = edits.length === 1 ? '1 block' : `${edits.length} blocks`;
		const toShow = (text: string) => (file.inBytes ? Buffer.from(text, 'latin1').toString() : text);
		const details = changeDetails(given, toShow(file.text), toShow(changed));
		return textResult(`Replaced ${blocks} in ${given}.`, details);
	}

	return defineTool({
		name: 'edit',
		...toToolText(text),
		capability: 'write',
		parameters,
		prepareArguments,
		execute: input =>
			changeFile(input.path, environment, async target => {
				try {
					const result = await edit(target, input);
					failures.succeeded(target);
					return result;
				} catch (error) {
					throw failures.explain(target, error);
				}
			}),
	});
}
