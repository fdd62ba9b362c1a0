import fs from 'node:fs';
import path from 'node:path';
import {reasonOf} from '../lib/errors.ts';
import {makePrivateFolder, privateFile, sessionFolderName} from './paths.ts';

export type PromptHistory = {
	/** What was sent in this project, the oldest first; also by other processes. */
	read(): readonly string[];
	/** Throws a sentence when it cannot be kept. */
	add(text: string): void;
};

const most = 1000;
/** Only the end of a long file is looked at. */
const tailBytes = 1024 * 1024;
/** A longer prompt is in its session; here it would push out all others. */
const longest = 16 * 1024;

function readTail(file: string): string {
	const fd = fs.openSync(file, 'r');
	try {
		const {size} = fs.fstatSync(fd);
		const bytes = Buffer.alloc(Math.min(size, tailBytes));
		fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
		return bytes.toString('utf8');
	} finally {
		fs.closeSync(fd);
	}
}

function toText(line: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(line);
		const text =
			typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;
		return typeof text === 'string' ? [text] : [];
	} catch {
		// Cut at the beginning of the tail, or broken off by a crash: the other lines are whole.
		return [];
	}
}

/** The prompts of a project over all its sessions. Processes that add at the same time do not disturb each other. */
export function openPromptHistory(home: string, cwd: string): PromptHistory {
	const file = path.join(home, 'history', `${sessionFolderName(cwd)}.jsonl`);
	return {
		read() {
			try {
				return readTail(file).split('\n').flatMap(toText).slice(-most);
			} catch {
				// Not there yet, or closed to us: without it the prompts of the session remain.
				return [];
			}
		},
		add(text) {
			if (text.length > longest) return;
			try {
				makePrivateFolder(path.dirname(file));
				// One write at the end of the file: the system does not let others in between.
				const line = `${JSON.stringify({text, at: Date.now()})}\n`;
				fs.appendFileSync(file, line, {mode: privateFile});
			} catch (error) {
				throw new Error(`Prompts cannot be kept in ${file}: ${reasonOf(error)}.`, {cause: error});
			}
		},
	};
}
