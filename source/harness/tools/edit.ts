import fs from 'node:fs';
import {createTwoFilesPatch, diffLines} from 'diff';
import {Type} from 'typebox';
import text from '../../../prompts/model/tools/edit.md';
import {applyEdits, type Edit} from './apply-edits.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {numberedDiff} from './numbered-diff.ts';
import {existingPath, resolvePath} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';
import {decodeText, replaceFile, writeTarget} from './write-file.ts';

const parameters = Type.Object({
	path: Type.String({description: 'File to change'}),
	edits: Type.Array(
		Type.Object({
			oldText: Type.String({description: 'Text as it stands in the file; must occur once'}),
			newText: Type.String({description: 'Text in its place'}),
		}),
		{minItems: 1},
	),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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
	const list = Array.isArray(edits) ? edits : edits === undefined ? [] : [edits];
	const legacy = typeof oldText === 'string' ? [{oldText, newText: newText ?? ''}] : [];
	return {...rest, edits: [...list, ...legacy]};
}

function readTarget(target: string, given: string): Buffer {
	try {
		return fs.readFileSync(target);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		const why = code === 'ENOENT' ? 'there is no such file' : String(error);
		throw new ToolError(`Cannot edit ${given}: ${why}`, {cause: error});
	}
}

/** latin1 keeps the bytes of a file in another encoding, but text beyond ASCII cannot be put into it. */
function checkEncodable(edits: readonly Edit[], encoding: BufferEncoding, given: string): void {
	const foreign = edits.some(({oldText, newText}) => /[^\x00-\x7f]/.test(oldText + newText));
	if (encoding === 'latin1' && foreign) {
		throw new ToolError(
			`${given} is not UTF-8; only edits in plain ASCII are possible without damage.`,
		);
	}
}

export function createEditTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'edit',
		...toToolText(text),
		capability: 'write',
		parameters,
		prepareArguments,
		async execute({path: given, edits}) {
			const file = existingPath(resolvePath(given, environment));
			const target = writeTarget(file, given, environment);
			return environment.queue(target, async () => {
				const before = readTarget(target, given);
				const {text: original, encoding} = decodeText(before, given);
				checkEncodable(edits, encoding, given);
				const changed = applyEdits(original, edits, given);
				const after = Buffer.from(changed, encoding);
				replaceFile(target, after);
				environment.files.saw(target, after);
				const patch = createTwoFilesPatch(given, given, original, changed, undefined, undefined, {
					context: 4,
				});
				const blocks = edits.length === 1 ? '1 block' : `${edits.length} blocks`;
				const {diff, firstChangedLine} = numberedDiff(diffLines(original, changed));
				return textResult(`Changed ${blocks} in ${given}.`, {diff, patch, firstChangedLine});
			});
		},
	});
}
