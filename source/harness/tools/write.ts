import {Type} from 'typebox';
import text from '../../../prompts/model/tools/write.md';
import {sizeInWords} from '../../lib/limit-text.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {digestOf, startDigest} from './file-memory.ts';
import {operationsOf} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';
import {changeFile} from './write-target.ts';

const parameters = Type.Object({
	path: Type.String({minLength: 1, description: 'File to write'}),
	content: Type.String({description: 'The whole content'}),
});

/** What a person saved meanwhile must not be lost to a file as the model remembers it. */
async function checkSeen(target: string, given: string, environment: ToolEnvironment) {
	const operations = operationsOf(environment);
	const stat = await operations.stat(target);
	if (!stat) return;
	if (stat.isDirectory()) throw new ToolError(`${given} is a folder.`);
	if (!stat.isFile()) throw new ToolError(`${given} is a device or a pipe, not a file.`);
	const digest = startDigest();
	for await (const piece of operations.readPieces(target, {})) digest.update(piece);
	const verdict = environment.files.verdict(target, digest.digest('base64'));
	if (verdict === 'seen') return;
	const why = verdict === 'unseen' ? 'exists and was not read yet' : 'has changed since you saw it';
	throw new ToolError(`${given} ${why}. Read it, then write or edit it. Nothing was written.`);
}

export function createWriteTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'write',
		...toToolText(text),
		capability: 'write',
		parameters,
		execute: ({path: given, content}) =>
			changeFile(given, environment, async target => {
				await checkSeen(target, given, environment);
				const bytes = Buffer.from(content);
				await operationsOf(environment).replaceFile(target, bytes);
				environment.files.saw(target, digestOf(bytes));
				return textResult(`Wrote ${sizeInWords(bytes.length)} to ${given}.`);
			}),
	});
}
