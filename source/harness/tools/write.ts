import fs from 'node:fs';
import {Type} from 'typebox';
import text from '../../../prompts/model/tools/write.md';
import {sizeInWords} from '../../lib/limit-text.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {resolvePath} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';
import {replaceFile, writeTarget} from './write-file.ts';

const parameters = Type.Object({
	path: Type.String({description: 'File to write'}),
	content: Type.String({description: 'The whole content'}),
});

/** What a person saved meanwhile must not be lost to a file the model remembers. */
function checkSeen(target: string, given: string, {files}: ToolEnvironment): void {
	const stat = fs.statSync(target, {throwIfNoEntry: false});
	if (!stat) return;
	if (!stat.isFile()) throw new ToolError(`${given} is not a regular file; it is left as it is.`);
	const verdict = files.verdict(target, fs.readFileSync(target));
	if (verdict === 'unseen') {
		throw new ToolError(
			`${given} exists and was not read yet. Read it first, then write or edit it.`,
		);
	}

	if (verdict === 'changed') {
		throw new ToolError(
			`${given} has changed since you saw it. Read it again, then write or edit it.`,
		);
	}
}

export function createWriteTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'write',
		...toToolText(text),
		capability: 'write',
		parameters,
		async execute({path: given, content}) {
			const target = writeTarget(resolvePath(given, environment), given, environment);
			return environment.queue(target, async () => {
				checkSeen(target, given, environment);
				const bytes = Buffer.from(content);
				replaceFile(target, bytes);
				environment.files.saw(target, bytes);
				return textResult(`Wrote ${sizeInWords(bytes.length)} to ${given}.`);
			});
		},
	});
}
