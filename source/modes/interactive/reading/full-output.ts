import {open} from 'node:fs/promises';
import type {TranscriptItem} from '../store/state.ts';
import {toolViewOf} from '../tool-views/index.ts';
import {argument, oneLine} from '../tool-views/tool-view.ts';
import type {PagerText} from './pager.tsx';

/** More than this is not held in memory; the end is what one looks for. */
const mostBytes = 64 << 20;

export const hasOutput = (item: TranscriptItem): boolean =>
	(item.kind === 'tool' && (item.output !== '' || argument(item, 'content') !== '')) ||
	(item.kind === 'bash' && item.message.output !== '');

const pathIn = (details: unknown): string | undefined => {
	const path =
		typeof details === 'object' && details !== null && 'fullOutputPath' in details
			? details.fullOutputPath
			: undefined;
	return typeof path === 'string' ? path : undefined;
};

async function readEnd(path: string): Promise<{text: string; note: string}> {
	const file = await open(path, 'r');
	try {
		const {size} = await file.stat();
		const from = Math.max(0, size - mostBytes);
		const bytes = Buffer.alloc(size - from);
		const {bytesRead} = await file.read(bytes, 0, bytes.length, from);
		const note = from > 0 ? `(the last ${mostBytes >> 20} MB of ${path})` : `(${path})`;
		return {text: bytes.toString('utf8', 0, bytesRead), note};
	} finally {
		await file.close();
	}
}

async function outputOf(
	shown: string,
	path: string | undefined,
): Promise<{text: string; note: string}> {
	if (path === undefined) return {text: shown, note: ''};
	try {
		return await readEnd(path);
	} catch (error) {
		// The file of an old run may be gone; what the model saw is still there.
		return {text: shown, note: `(not all of it: ${oneLine(String(error))})`};
	}
}

/** All that a call or a command said: from the file where it was kept whole, if there is one. */
export async function fullOutput(item: TranscriptItem): Promise<PagerText | undefined> {
	if (item.kind !== 'tool' && item.kind !== 'bash') return undefined;
	const isTool = item.kind === 'tool';
	const own = isTool ? item.output || argument(item, 'content') : item.message.output;
	const path = isTool ? pathIn(item.details) : item.message.fullOutputPath;
	const title = isTool
		? `${oneLine(item.name)} ${toolViewOf(item.name).title(item)}`
		: `! ${oneLine(item.message.command)}`;
	const {text, note} = await outputOf(own, path);
	return {title, lines: text.replace(/\n$/, '').split(/\r?\n/), note};
}
