/**
 * The text with marks closed that are still being written, so that bold text and code do not first appear as
 * asterisks and backquotes. Only for looking at: what is complete is never changed.
 */
export function closeMarks(text: string): string {
	const start = text.lastIndexOf('\n\n') + 1;
	const last = text.slice(start);
	const open = openCode(last);
	if (open !== '') return last.endsWith(open) ? text.slice(0, -open.length) : text + open;
	const closed = closePairs(closeLink(last));
	return closed === last ? text : text.slice(0, start) + closed;
}

/** The backquotes of code that has not ended. */
function openCode(text: string): string {
	let open = '';
	for (const [run] of text.matchAll(/`+/g)) {
		if (open === '') open = run;
		else if (run === open) open = '';
	}

	return open;
}

/** Of a link whose address is still coming, the words. */
const closeLink = (text: string): string =>
	text.replace(/!?\[([^[\]\n]*)\]\([^()\s]*$/, (_, words: string) => words);

function closePairs(text: string): string {
	const bare = text.replace(/`[^`]*`/g, code => ' '.repeat(code.length));
	let closed = text;
	for (const mark of ['**', '~~']) {
		const opened = bare.lastIndexOf(mark);
		if (opened < 0 || bare.split(mark).length % 2 === 1) continue;
		const inside = closed.slice(opened + mark.length);
		// Nothing is in it yet, or it is no mark at all; half of the closing one may be there already.
		if (inside === '') closed = closed.slice(0, opened);
		else if (/^\S/.test(inside)) closed = closed.replace(/[*~]$/, '').trimEnd() + mark;
	}

	return closed;
}
