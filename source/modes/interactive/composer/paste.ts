import type {ImageContent} from '../../../ai/index.ts';
import {lineAt, remember, splice, type TextBuffer, toLines} from './text-buffer.ts';

const maxLines = 10;
const maxLength = 1000;

/** What comes from the clipboard as it may stand in a prompt: no control characters, tabs as spaces. */
export const cleanPaste = (text: string): string =>
	text
		.replace(/\r\n?/g, '\n')
		.replaceAll('\t', '    ')
		.replace(/[\0-\u0009\u000B-\u001F\u007F-\u009F]/g, '');

/** Long pastes become one unit with a name; what they stand for goes out when the text is sent. */
export function paste(buffer: TextBuffer, text: string): TextBuffer {
	const clean = apart(buffer, cleanPaste(text));
	if (clean === '') return buffer;
	const {caret} = buffer;
	const lines = clean.split('\n').length;
	if (lines <= maxLines && clean.length <= maxLength) {
		const next = splice(buffer, {from: caret, to: caret}, toLines(clean));
		return remember(next, buffer, {kind: 'other'});
	}

	const number = nextNumber(buffer);
	const size = lines > maxLines ? `+${lines} lines` : `${clean.length} chars`;
	const name = `[paste #${number} ${size}]`;
	const chipped = {...buffer, chips: {...buffer.chips, [name]: clean}};
	const next = splice(chipped, {from: caret, to: caret}, [[name]]);
	return remember(next, buffer, {kind: 'other'});
}

const nextNumber = ({chips}: TextBuffer): number => Object.keys(chips).length + 1;

/** Images of a session that can still be sent again; a picture takes megabytes. */
const mostImages = 20;

/** Puts an image where the caret is, as a chip. */
export function attach(buffer: TextBuffer, label: string, image: ImageContent): TextBuffer {
	const {caret} = buffer;
	const name = `[image #${nextNumber(buffer)}${label === '' ? '' : ` ${label}`}]`;
	const kept = Object.entries(buffer.images).slice(1 - mostImages);
	const chipped = {
		...buffer,
		chips: {...buffer.chips, [name]: name},
		images: {...Object.fromEntries(kept), [name]: image},
	};
	const next = splice(chipped, {from: caret, to: caret}, [[name, ' ']]);
	return remember(next, buffer, {kind: 'other'});
}

/** Puts the text of a chip beside the caret in its place; undefined when there is none that has one. */
export function openChip(buffer: TextBuffer): TextBuffer | undefined {
	const {line, column} = buffer.caret;
	const units = lineAt(buffer, line);
	const at = [column - 1, column].find(index => {
		const name = units[index];
		return name !== undefined && Object.hasOwn(buffer.chips, name) && buffer.chips[name] !== name;
	});
	if (at === undefined) return undefined;
	const cut = {from: {line, column: at}, to: {line, column: at + 1}};
	const text = buffer.chips[units[at] ?? ''] ?? '';
	return remember(splice(buffer, cut, toLines(text)), buffer, {kind: 'other'});
}

/** A file dropped onto the window is pasted as its path; it must not stick to the word before it. */
function apart({lines, caret}: TextBuffer, text: string): string {
	const before = lines[caret.line]?.[caret.column - 1] ?? ' ';
	const isPath = /^(?:~|\.{1,2})?\/\S/.test(text) && !text.includes('\n');
	return isPath && /^[\p{L}\p{N}]/u.test(before) ? ` ${text}` : text;
}
