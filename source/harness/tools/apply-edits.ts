import {ToolError} from './define-tool.ts';
import {findText, lineOf, type Match, nearest} from './edit-match.ts';

export type Edit = {readonly oldText: string; readonly newText: string};
type Placed = Match & {readonly newText: string; readonly index: number};

const nameOf = (index: number, count: number): string => (count > 1 ? `edits[${index}]: ` : '');

/** The line ending in use around a place: that of the line it starts on, else of its neighbours. */
function endingAt(original: string, start: number): string {
	const after = /\r\n|\n|\r/.exec(original.slice(start));
	if (after) return after[0];
	const before = original.slice(0, start).match(/\r\n|\n|\r/g);
	return before?.at(-1) ?? '\n';
}

const withEnding = (text: string, ending: string): string =>
	text.replace(/\r\n|\n|\r/g, () => ending);

function missing(original: string, edit: Edit, at: {where: string; path: string}): ToolError {
	const near = nearest(original, edit.oldText);
	const hint = near
		? ` The nearest text is at line ${near.line}:\n${near.text}\nCopy the text exactly, blanks included.`
		: ' Read the file again and copy the text exactly.';
	return new ToolError(`${at.where}The text to replace is not in ${at.path}.${hint}`);
}

function placeEdit(
	original: string,
	edit: Edit,
	at: {index: number; count: number; path: string},
): Placed {
	const where = nameOf(at.index, at.count);
	if (edit.oldText === '')
		throw new ToolError(`${where}oldText is empty. To create a file, use write.`);
	const found = findText(original, edit.oldText);
	if (found.kind === 'missing') throw missing(original, edit, {where, path: at.path});
	if (found.kind === 'many') {
		const lines = found.offsets.slice(0, 20).map(offset => lineOf(original, offset));
		throw new ToolError(
			`${where}The text occurs ${found.offsets.length} times in ${at.path}, at lines ${lines.join(', ')}. Take in more text around it, so that it is the only one.`,
		);
	}

	const newText = withEnding(edit.newText, endingAt(original, found.match.start));
	return {...found.match, newText, index: at.index};
}

/** All edits against the same original, or none. Outside the matches not a byte changes. */
export function applyEdits(original: string, edits: readonly Edit[], path: string): string {
	if (edits.length === 0) throw new ToolError('There are no edits.');
	const placed = edits
		.map((edit, index) => placeEdit(original, edit, {index, count: edits.length, path}))
		.sort((a, b) => a.start - b.start);
	for (const [position, edit] of placed.entries()) {
		const before = placed[position - 1];
		if (before && before.end > edit.start) {
			throw new ToolError(
				`edits[${before.index}] and edits[${edit.index}] overlap. Join them into one.`,
			);
		}
	}

	let result = '';
	let at = 0;
	for (const {start, end, newText} of placed) {
		result += original.slice(at, start) + newText;
		at = end;
	}

	result += original.slice(at);
	if (result === original)
		throw new ToolError(`Nothing would change in ${path}: the new text is the old text.`);
	return result;
}
