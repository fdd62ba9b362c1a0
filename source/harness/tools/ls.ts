import {Type} from 'typebox';
import text from '../../../prompts/model/tools/ls.md';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {failureWords} from './failure-words.ts';
import {limitedList} from './limited-list.ts';
import {existingPath, operationsOf} from './resolve-path.ts';
import {shownName} from './shown-name.ts';
import {toToolText} from './tool-text.ts';

const parameters = Type.Object({
	path: Type.Optional(Type.String({description: 'Folder (default: the working directory)'})),
	limit: Type.Optional(Type.Integer({minimum: 1})),
});

async function namesIn(folder: string, environment: ToolEnvironment): Promise<readonly string[]> {
	const entries = await operationsOf(environment).readFolder(folder);
	return entries
		.map(({name, isFolder}) => ({sort: name.toString().toLowerCase(), name, isFolder}))
		.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : Buffer.compare(a.name, b.name)))
		.map(({name, isFolder}) => shownName(name) + (isFolder ? '/' : ''));
}

export function createLsTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'ls',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute({path: given = '.', limit = 500}) {
			try {
				const names = await namesIn(await existingPath(given, environment), environment);
				if (names.length === 0) return textResult('(empty folder)');
				const more = `${limit} of ${names.length} entries shown; raise limit to see more`;
				const notes = names.length > limit ? [more] : [];
				return textResult(limitedList(names.slice(0, limit), notes));
			} catch (error) {
				const isFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
				const why = isFile ? 'it is not a folder' : failureWords(error).replace('file', 'folder');
				throw new ToolError(`Cannot list ${given}: ${why}.`, {cause: error});
			}
		},
	});
}
