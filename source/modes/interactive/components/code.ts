import {cutToWidth, expandTabs, textWidth} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import type {Highlighter} from './highlight.ts';
import {wrapMarked} from './row-marks.ts';

export type CodeLook = {
	readonly paint: Paint;
	readonly highlighter: Highlighter;
	/** Hears of a language that is shown without colours because it is still on its way. */
	readonly onMiss?: (language: string) => void;
};

type Place = {readonly look: CodeLook; readonly width: number};

/** Code in colours. Lines that are too long go on in the next row wherever they are: every space counts. */
export function codeRows(code: string, language: string, {look, width}: Place): readonly string[] {
	const flat = expandTabs(code);
	const lines = flat.split('\n');
	const coloured = look.highlighter.highlight(flat, language, look);
	return coloured.flatMap((line, index) =>
		textWidth(lines[index] ?? '') <= width ? [line] : wrapMarked(line, width, 'cells'),
	);
}

export const fenceHead = (info: string, {look, width}: Place): string =>
	look.paint.fg('mdCodeBlockBorder', cutToWidth(`\`\`\`${info}`, width, '…'));

export const fenceFoot = ({look, width}: Place): string =>
	look.paint.fg('mdCodeBlockBorder', cutToWidth('```', width));

export const languageOf = (info: string): string => /^\S*/.exec(info)?.[0] ?? '';

/** A fenced block. Its lines begin at the edge, so that what is copied from the screen is the code. */
export function fenceRows(code: string, info: string, place: Place): readonly string[] {
	return [fenceHead(info, place), ...codeRows(code, languageOf(info), place), fenceFoot(place)];
}
