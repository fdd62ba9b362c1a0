import fs from 'node:fs';
import path from 'node:path';
import {reasonOf} from '../../lib/errors.ts';
import {privateFile} from '../paths.ts';
import {exportName, exportPath} from '../session/copy.ts';
import type {SessionTree} from '../session/tree.ts';
import {toHtml} from './to-html.ts';

const usualName = ({file, header}: SessionTree): string =>
	`bough-session-${file === undefined ? header.id : path.basename(file, '.jsonl')}.html`;

/** Writes the session as a page and returns its absolute path. Throws a sentence that names the file. */
export function exportHtml(tree: SessionTree, cwd: string, given?: string): string {
	if (tree.size() === 0) throw new Error('There is nothing to export yet.');
	const file = path.resolve(cwd, given ?? usualName(tree));
	try {
		fs.writeFileSync(file, toHtml(tree), {mode: privateFile});
	} catch (error) {
		throw new Error(`${file} cannot be written: ${reasonOf(error)}.`, {cause: error});
	}

	return file;
}

/** Writes the path to the leaf as a session of its own and returns its absolute path. */
export function exportJsonl(tree: SessionTree, cwd: string, given?: string): string {
	const file = path.resolve(cwd, given ?? exportName());
	exportPath(tree, file);
	return file;
}
