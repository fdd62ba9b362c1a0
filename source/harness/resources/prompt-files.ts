import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {codeOf, reasonOf} from '../../lib/errors.ts';
import {isInside, realPath} from './project-root.ts';

export type PromptFiles = {
	/** Stands in the place of our own prompt. */
	readonly systemPrompt?: string;
	readonly addendum?: string;
	readonly problems: readonly FileProblem[];
};

type Read = {readonly text?: string; readonly problem?: FileProblem};

function read(file: string, within: string | undefined): Read {
	const place = realPath(file);
	if (place !== undefined && within !== undefined && !isInside(within, place)) {
		const message = 'it is a link that leads out of the project; it is not read';
		return {problem: {path: file, line: undefined, message}};
	}

	try {
		return {text: fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '')};
	} catch (error) {
		return codeOf(error) === 'ENOENT'
			? {}
			: {problem: {path: file, line: undefined, message: `cannot be read: ${reasonOf(error)}`}};
	}
}

/** SYSTEM.md and APPEND_SYSTEM.md: the one of a trusted project, else the person's own. */
export function readPromptFiles(home: string, project?: string): PromptFiles {
	const border = project === undefined ? undefined : path.dirname(project);
	const pick = (name: string): Read => {
		const own = project === undefined ? {} : read(path.join(project, name), border);
		return own.text === undefined ? {...read(path.join(home, name), undefined), ...own} : own;
	};
	const system = pick('SYSTEM.md');
	const addendum = pick('APPEND_SYSTEM.md');
	return {
		...(system.text === undefined ? {} : {systemPrompt: system.text}),
		...(addendum.text === undefined ? {} : {addendum: addendum.text}),
		problems: [system, addendum].flatMap(({problem}) => problem ?? []),
	};
}
