import type {ChangeObject} from 'diff';

const context = 4;

export type NumberedDiff = {readonly diff: string; readonly firstChangedLine: number | undefined};

const linesOf = (value: string): readonly string[] => value.replace(/\n$/, '').split('\n');

type Row = {readonly sign: ' ' | '+' | '-'; readonly number: number; readonly text: string};

function toRows(changes: readonly ChangeObject<string>[]): readonly Row[] {
	const rows: Row[] = [];
	let before = 1;
	let after = 1;
	for (const {added, removed, value} of changes) {
		for (const text of linesOf(value)) {
			if (added) rows.push({sign: '+', number: after++, text});
			else if (removed) rows.push({sign: '-', number: before++, text});
			else {
				rows.push({sign: ' ', number: after++, text});
				before += 1;
			}
		}
	}

	return rows;
}

/** Lines with their numbers, `+` or `-`, and four lines around each change; gaps are `...`. */
export function numberedDiff(changes: readonly ChangeObject<string>[]): NumberedDiff {
	const rows = toRows(changes);
	const near = new Set<number>();
	for (const [index, {sign}] of rows.entries()) {
		if (sign === ' ') continue;
		for (let at = index - context; at <= index + context; at += 1) near.add(at);
	}

	const width = String(rows.at(-1)?.number ?? 1).length;
	const out: string[] = [];
	let gap = false;
	for (const [index, {sign, number, text}] of rows.entries()) {
		if (!near.has(index)) {
			gap = true;
			continue;
		}

		if (gap && out.length > 0) out.push(` ${' '.repeat(width)} ...`);
		gap = false;
		out.push(`${sign}${String(number).padStart(width)} ${text.replace(/\r$/, '')}`);
	}

	return {diff: out.join('\n'), firstChangedLine: rows.find(({sign}) => sign !== ' ')?.number};
}
