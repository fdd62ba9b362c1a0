import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {ToolError} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {isInside, realTarget} from './resolve-path.ts';

const wordsOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** Beside the target and then renamed over it: a reader sees the old file or the new one, and the mode stays. */
export function replaceFile(target: string, content: Uint8Array): void {
	const mode = fs.statSync(target, {throwIfNoEntry: false})?.mode;
	const next = path.join(
		path.dirname(target),
		`.${path.basename(target).slice(0, 100)}.${randomBytes(4).toString('hex')}.tmp`,
	);
	try {
		fs.mkdirSync(path.dirname(target), {recursive: true});
		fs.writeFileSync(next, content, {flag: 'wx'});
		if (mode !== undefined) fs.chmodSync(next, mode & 0o7777);
		fs.renameSync(next, target);
	} catch (error) {
		fs.rmSync(next, {force: true});
		throw new ToolError(`Cannot write ${target}: ${wordsOf(error)}`, {cause: error});
	}
}

/** Where a change of `file` really lands. A link out of the project is not followed: nobody agreed to that. */
export function writeTarget(file: string, given: string, {cwd}: ToolEnvironment): string {
	const target = realTarget(file);
	const project = realTarget(cwd);
	if (isInside(cwd, file) && !isInside(project, target)) {
		throw new ToolError(
			`Refused: ${given} is a link to ${target}, outside the project. Name that path itself if it is meant.`,
		);
	}

	return target;
}

/** Bytes as text, only if nothing would be lost by writing them back. */
export function decodeText(
	bytes: Uint8Array,
	given: string,
): {readonly text: string; readonly encoding: BufferEncoding} {
	try {
		return {
			text: new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes),
			encoding: 'utf8',
		};
	} catch {
		// Not UTF-8: byte by byte every value survives, and plain ASCII can still be found.
	}

	if (bytes.includes(0)) throw new ToolError(`${given} is a binary file; edit changes text only.`);
	return {text: Buffer.from(bytes).toString('latin1'), encoding: 'latin1'};
}
