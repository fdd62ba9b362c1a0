import {type CodeLook, codeRows, fenceFoot, fenceHead, languageOf} from '../components/code.ts';

const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/;

/** Lines that are coloured together: more would make every delta dearer, fewer lose what spans lines. */
const together = 100;

export type OpenFence = {
	/** Takes lines in; gives back what follows the end of the block, once that is there. */
	take(lines: string): string | undefined;
	/** The block as it was written. */
	source(): string;
	/** Rows that do not change any more; more come behind them. */
	readonly done: readonly string[];
	/** The rows behind those. `partial` is the line that is still being written. */
	open(partial: string): readonly string[];
};

/** A fenced block that is still being written: its lines are taken as they come, and not read again. */
export function openFence(
	source: string,
	place: {readonly look: CodeLook; readonly width: number},
): OpenFence | undefined {
	const [head, indent = '', fence = '', info = ''] = opening.exec(source) ?? [];
	if (head === undefined || (fence.startsWith('`') && info.includes('`'))) return undefined;
	const language = languageOf(info.trim());
	const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},} *$`);
	const partOfClosing = new RegExp(`^ {0,3}${fence[0]}+$`);
	const outdent = new RegExp(`^ {0,${indent.length}}`);
	let taken = head;
	let lines: string[] = [];
	const done = [fenceHead(info.trim(), place)];
	const foot = fenceFoot(place);

	return {
		take(text) {
			let at = 0;
			for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
				const line = text.slice(at, end);
				at = end + 1;
				if (closing.test(line)) {
					taken += text.slice(0, at);
					return text.slice(at);
				}

				lines.push(line.replace(outdent, ''));
				if (lines.length < together) continue;
				done.push(...codeRows(lines.join('\n'), language, place));
				lines = [];
			}

			taken += text;
			return undefined;
		},
		source: () => taken,
		done,
		open(partial) {
			const isHidden = partial === '' || partOfClosing.test(partial);
			const code = isHidden ? lines : [...lines, partial];
			return code.length === 0 ? [foot] : [...codeRows(code.join('\n'), language, place), foot];
		},
	};
}
