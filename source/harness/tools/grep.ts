import {Type} from 'typebox';
import text from '../../../prompts/model/tools/grep.md';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {failureWords} from './failure-words.ts';
import {limitedList} from './limited-list.ts';
import {existingPath, operationsOf} from './resolve-path.ts';
import {ripgrepPath} from './ripgrep.ts';
import {searchInProcess} from './search-in-process.ts';
import type {SearchHits, SearchLine, SearchPlace, SearchQuery} from './search-query.ts';
import {searchWithRipgrep} from './search-with-ripgrep.ts';
import {shownName} from './shown-name.ts';
import {toToolText} from './tool-text.ts';

const longestLine = 500;

const parameters = Type.Object({
	pattern: Type.String({minLength: 1, description: 'Regular expression, or text with literal'}),
	path: Type.Optional(
		Type.String({description: 'File or folder (default: the working directory)'}),
	),
	glob: Type.Optional(Type.String({description: 'Only files like this, for example *.ts'})),
	ignoreCase: Type.Optional(Type.Boolean()),
	literal: Type.Optional(Type.Boolean({description: 'Take the pattern as plain text'})),
	context: Type.Optional(
		Type.Integer({minimum: 0, maximum: 1000, description: 'Lines around each match'}),
	),
	limit: Type.Optional(Type.Integer({minimum: 1, description: 'Matches (default 100)'})),
});

/** Of a long line the part around the match. */
function cutLine({text, at = 0}: SearchLine): string {
	if (text.length <= longestLine) return text;
	const start = Math.max(0, Math.min(at - 100, text.length - longestLine));
	const end = start + longestLine;
	const part = text.slice(start, end).toWellFormed();
	return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

function toRow(line: SearchLine): string {
	const sign = line.at === undefined ? '-' : ':';
	return `${shownName(line.file)}${sign}${line.number}${sign} ${cutLine(line)}`;
}

function shown({lines, hasMore, trouble}: SearchHits, limit: number): string {
	const cut = lines.filter(({text}) => text.length > longestLine).length;
	const notes = [
		...(hasMore
			? [`${limit} matches shown, there are more; use limit=${limit * 2} or a narrower pattern`]
			: []),
		...(cut > 0
			? [`Long lines are cut to ${longestLine} characters (${cut} of them); read shows them whole`]
			: []),
		...(trouble === undefined ? [] : [`Not everything could be searched: ${trouble}`]),
	];
	return limitedList(lines.map(toRow), notes);
}

async function search(query: SearchQuery, place: SearchPlace): Promise<SearchHits> {
	const {searchFolder} = operationsOf(place.environment);
	const rg = searchFolder && ripgrepPath();
	if (!rg) return searchInProcess(query, place);
	return searchWithRipgrep(rg, query, {...place, target: searchFolder(place.target)});
}

export function createGrepTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'grep',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute({path: given = '.', context = 0, limit = 100, ...query}, {signal}) {
			const target = await existingPath(given, environment);
			const stat = await operationsOf(environment).stat(target);
			if (!stat) throw new ToolError(`Cannot search ${given}: it does not exist.`);
			try {
				const place = {target, isFolder: stat.isDirectory(), environment, signal};
				const hits = await search({...query, context, limit}, place);
				return textResult(hits.lines.length === 0 ? 'No matches found' : shown(hits, limit));
			} catch (error) {
				if (error instanceof ToolError) throw error;
				throw new ToolError(`Cannot search ${given}: ${failureWords(error)}.`, {cause: error});
			}
		},
	});
}
