import fs from 'node:fs';
import {Type} from 'typebox';
import text from '../../../prompts/model/tools/find.md';
import {limitHead, maxBytes, sizeInWords} from '../../lib/limit-text.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {findFiles} from './find-files.ts';
import {shownName} from './ls.ts';
import {existingPath, resolvePath} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';

const parameters = Type.Object({
	pattern: Type.String({description: 'Glob pattern'}),
	path: Type.Optional(Type.String({description: 'Folder (default: the working directory)'})),
	limit: Type.Optional(Type.Integer({minimum: 1})),
});

export function createFindTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'find',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute({pattern, path: given = '.', limit = 1000}) {
			const folder = existingPath(resolvePath(given, environment));
			if (!fs.statSync(folder, {throwIfNoEntry: false})?.isDirectory()) {
				throw new ToolError(`Cannot search ${given}: there is no such folder`);
			}

			const names = (await findFiles(pattern, folder)).map(shownName);
			if (names.length === 0) return textResult('No files found');
			const limited = limitHead(names.slice(0, limit).join('\n'), {lines: limit});
			const notes = [
				names.length > limit
					? `${limit} of ${names.length} shown; use limit=${limit * 2} or a narrower pattern`
					: '',
				limited.cutBy === 'bytes' ? `${sizeInWords(maxBytes)} limit reached` : '',
			].filter(note => note !== '');
			return textResult(limited.text + (notes.length > 0 ? `\n\n[${notes.join('. ')}]` : ''));
		},
	});
}
