import {diffArrays, formatPatch, type StructuredPatchHunk, structuredPatch} from 'diff';

const context = 4;

export type LineDiff = {
	/** Lines with their numbers and `+` or `-`, four lines around each change; gaps are `...`. */
	readonly diff: string;
	/** Unified, with the same context. */
	readonly patch: string;
	readonly firstChangedLine: number | undefined;
};

/** Start of the line that `offset` is on, or of one that is `lines` before it. */
function lineStart(text: string, offset: number, lines: number): number {
	let at = text.lastIndexOf('\n', offset - 1);
	for (let left = lines; left > 0 && at > 0; left -= 1) at = text.lastIndexOf('\n', at - 1);
	return offset === 0 ? 0 : at + 1;
}

/** End of the line that `offset` is on, or of one that is `lines` after it. */
function lineEnd(text: string, offset: number, lines: number): number {
	let at = offset;
	for (let left = lines; left >= 0 && at < text.length; left -= 1) {
		const next = text.indexOf('\n', at);
		at = next < 0 ? text.length : next + 1;
	}

	return at;
}

function countLines(text: string, end: number): number {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
		count += 1;
	return count;
}

/** Only what lies between the first and the last difference is compared line by line, so large files cost little. */
function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
	const shorter = Math.min(before.length, after.length);
	let same = 0;
	while (same < shorter && before[same] === after[same]) same += 1;
	let sameEnd = 0;
	while (sameEnd < shorter - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd))
		sameEnd += 1;
	const start = lineStart(before, same, context);
	const end = lineEnd(before, before.length - sameEnd, context);
	const endAfter = end - before.length + after.length;
	const skipped = countLines(before, start);
	const {hunks} = structuredPatch(
		'',
		'',
		before.slice(start, end),
		after.slice(start, endAfter),
		undefined,
		undefined,
		{context},
	);
	return hunks.map(hunk => ({
		...hunk,
		oldStart: hunk.oldStart + skipped,
		newStart: hunk.newStart + skipped,
	}));
}

type Row = {readonly sign: string; readonly number: number; readonly text: string};

function toRows({lines, oldStart, newStart}: StructuredPatchHunk): readonly Row[] {
	let before = oldStart;
	let after = newStart;
	return lines
		.filter(line => !line.startsWith('\\'))
		.map(line => {
			const [sign = ' '] = line;
			const number = sign === '-' ? before : after;
			if (sign !== '+') before += 1;
			if (sign !== '-') after += 1;
			return {sign, number, text: line.slice(1).replace(/\r$/, '')};
		});
}

export function lineDiff(name: string, before: string, after: string): LineDiff {
	const hunks = hunksOf(before, after);
	const blocks = hunks.map(toRows);
	const width = String(Math.max(1, ...blocks.flat().map(({number}) => number))).length;
	const diff = blocks
		.map(rows =>
			rows.map(({sign, number, text}) => `${sign}${String(number).padStart(width)} ${text}`),
		)
		.map(lines => lines.join('\n'))
		.join(`\n ${' '.repeat(width)} ...\n`);
	const patch = formatPatch({
		oldFileName: name,
		newFileName: name,
		oldHeader: undefined,
		newHeader: undefined,
		hunks: [...hunks],
	});
	const firstChangedLine = blocks.flat().find(({sign}) => sign !== ' ')?.number;
	return {diff, patch, firstChangedLine};
}

/** Two short texts, line by line: `-` only in the first, `+` only in the second. */
export function smallDiff(before: readonly string[], after: readonly string[]): readonly string[] {
	return diffArrays([...before], [...after]).flatMap(({added, removed, value}) => {
		const sign = added ? '+' : removed ? '-' : ' ';
		return value.map(line => sign + line);
	});
}
