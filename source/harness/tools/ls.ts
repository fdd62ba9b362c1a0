import fs from 'node:fs';
import {Type} from 'typebox';
import text from '../../../prompts/model/tools/ls.md';
import {limitHead, maxBytes, sizeInWords} from '../../lib/limit-text.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {existingPath, resolvePath} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';

const parameters = Type.Object({
	path: Type.Optional(Type.String({description: 'Folder (default: the working directory)'})),
	limit: Type.Optional(Type.Integer({minimum: 1})),
});

function entriesOf(folder: string, given: string): readonly string[] {
	try {
		return fs
			.readdirSync(folder, {withFileTypes: true})
			.map(entry => {
				const isFolder =
					entry.isDirectory() ||
					(entry.isSymbolicLink() &&
						fs.statSync(`${folder}/${entry.name}`, {throwIfNoEntry: false})?.isDirectory());
				return isFolder ? `${entry.name}/` : entry.name;
			})
			.sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()));
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		const why =
			{ENOENT: 'it does not exist', ENOTDIR: 'it is not a folder'}[String(code)] ?? String(error);
		throw new ToolError(`Cannot list ${given}: ${why}`, {cause: error});
	}
}

/** A name with a line break or other controls is shown as a JSON string. */
export const shownName = (name: string): string =>
	/[\u0000-\u001f\u007f]/.test(name) ? JSON.stringify(name) : name;

export function createLsTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'ls',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute({path: given = '.', limit = 500}) {
			const names = entriesOf(existingPath(resolvePath(given, environment)), given).map(shownName);
			if (names.length === 0) return textResult('(empty folder)');
			const limited = limitHead(names.slice(0, limit).join('\n'));
			const notes = [
				names.length > limit
					? `${limit} of ${names.length} entries shown; raise limit for more`
					: '',
				limited.cutBy === 'bytes' ? `${sizeInWords(maxBytes)} limit reached` : '',
			].filter(note => note !== '');
			return textResult(limited.text + (notes.length > 0 ? `\n\n[${notes.join('. ')}]` : ''));
		},
	});
}
