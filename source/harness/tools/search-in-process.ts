import path from 'node:path';
import {ToolError} from './define-tool.ts';
import {findFiles} from './find-files.ts';
import type {Operations} from './operations.ts';
import {operationsOf} from './resolve-path.ts';
import {
	createHitList,
	type SearchHits,
	type SearchLine,
	type SearchPlace,
	type SearchQuery,
} from './search-query.ts';

const largestFile = 64 * 1024 * 1024;

function toExpression({pattern, literal, ignoreCase}: SearchQuery): RegExp {
	const source = literal ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern;
	const flags = ignoreCase ? 'i' : '';
	try {
		return new RegExp(source, `${flags}u`);
	} catch {
		// With Unicode, escapes that mean nothing are errors; other engines let them pass.
	}

	try {
		return new RegExp(source, flags);
	} catch (error) {
		throw new ToolError(`grep cannot search for ${pattern}: ${String(error)}`, {cause: error});
	}
}

function* linesAround(
	lines: readonly string[],
	expression: RegExp,
	context: number,
): Generator<Omit<SearchLine, 'file'>> {
	let shown = 0;
	let until = -1;
	for (const [index, text] of lines.entries()) {
		const at = text.search(expression);
		if (at < 0 && index > until) continue;
		if (at >= 0) until = index + context;
		const from = at < 0 ? index : Math.max(shown, index - context);
		for (let before = from; before < index; before += 1) {
			yield {number: before + 1, text: lines[before] ?? '', at: undefined};
		}

		yield {number: index + 1, text, at: at < 0 ? undefined : at};
		shown = index + 1;
	}
}

async function linesOf(file: string, operations: Operations): Promise<readonly string[]> {
	const stat = await operations.stat(file);
	if (!stat?.isFile() || stat.size > largestFile) return [];
	const bytes = await operations.readFile(file);
	if (bytes.subarray(0, 8192).includes(0)) return [];
	return bytes
		.toString()
		.replace(/\r?\n$/, '')
		.split(/\r?\n/);
}

/** Slower than ripgrep and the same in what it finds: for platforms without it, and for other machines. */
export async function searchInProcess(query: SearchQuery, place: SearchPlace): Promise<SearchHits> {
	const {target, isFolder, environment, signal} = place;
	const expression = toExpression(query);
	const names = isFolder
		? await findFiles(query.glob ?? '**', target, environment)
		: [path.basename(target)];
	const folder = isFolder ? target : path.dirname(target);
	const list = createHitList(query);
	for (const name of names) {
		signal.throwIfAborted();
		if (name.endsWith('/')) continue;
		const lines = await linesOf(path.join(folder, name), operationsOf(environment));
		for (const line of linesAround(lines, expression, query.context)) {
			if (!list.add({file: name, ...line})) return list.hits();
		}
	}

	return list.hits();
}
