import type {Caret} from '../composer/text-buffer.ts';

export type Suggestion = {
	/** What stands in the text once it is chosen. */
	readonly text: string;
	readonly label: string;
	readonly hint?: string;
	/** Stands behind the label: what the command wants to know. */
	readonly argument?: string;
	/** Something may follow that can be completed as well: a folder, an argument. */
	readonly goesOn?: boolean;
	/** The caret stands before the closing quote. */
	readonly isInside?: boolean;
	/** Enter sends it at once. */
	readonly isWhole?: boolean;
};

/** What is offered for the text from a place up to the caret. */
export type Suggestions = {
	readonly from: Caret;
	readonly items: readonly Suggestion[];
	readonly selected: number;
};

const needsQuotes = (path: string): boolean => /[\s"'(),;=]/.test(path);

/** A path as it stands in a prompt: quoted where it has blanks, with `@` in front when it names a file for the model. */
export function pathSuggestion(
	path: string,
	options: {readonly isFile: boolean; readonly isQuoted: boolean},
): Suggestion {
	const isFolder = path.endsWith('/');
	const at = options.isFile ? '@' : '';
	const isQuoted = options.isQuoted || needsQuotes(path);
	const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1);
	const rest = path.slice(0, path.length - name.length);
	return {
		text: (isQuoted ? `${at}"${path}"` : at + path) + (options.isFile && !isFolder ? ' ' : ''),
		label: name,
		...(rest === '' ? {} : {hint: rest}),
		...(isFolder ? {goesOn: true, isInside: isQuoted} : {}),
	};
}
