import {Type} from 'typebox';
import text from '../../../prompts/model/tools/find.md';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {failureWords} from './failure-words.ts';
import {findFiles} from './find-files.ts';
import {limitedList} from './limited-list.ts';
import {existingPath, operationsOf} from './resolve-path.ts';
import {shownName} from './shown-name.ts';
import {toToolText} from './tool-text.ts';
import {untilAborted} from './until-aborted.ts';

const parameters = Type.Object({
	pattern: Type.String({minLength: 1, description: 'Glob pattern'}),
	path: Type.Optional(Type.String({description: 'Folder (default: the working directory)'})),
	limit: Type.Optional(Type.Integer({minimum: 1})),
});

export function createFindTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'find',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute({pattern, path: given = '.', limit = 1000}, {signal}) {
			const folder = await existingPath(given, environment);
			const stat = await operationsOf(environment).stat(folder);
			if (!stat?.isDirectory()) {
				throw new ToolError(`Cannot search ${given}: there is no such folder.`);
			}

			const found = await untilAborted(findFiles(pattern, folder, environment), signal).catch(
				error => {
					throw new ToolError(`Cannot search ${given}: ${failureWords(error)}`, {cause: error});
				},
			);
			if (found.length === 0) return textResult('No files found');
			const more = `${limit} of ${found.length} shown; use limit=${limit * 2} or a narrower pattern`;
			const notes = found.length > limit ? [more] : [];
			return textResult(limitedList(found.slice(0, limit).map(shownName), notes));
		},
	});
}
