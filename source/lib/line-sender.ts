import type {Writable} from 'node:stream';
import {toJsonLine} from './json-lines.ts';

/** Writes records, one a line. A reader that is slow holds back whoever waits for what this returns. */
export function createLineSender(output: Writable): (record: unknown) => void | Promise<void> {
	return record => {
		if (output.write(toJsonLine(record))) return;
		return new Promise(resolve => {
			const done = () => {
				output.off('drain', done).off('close', done);
				resolve();
			};
			output.once('drain', done).once('close', done);
		});
	};
}
