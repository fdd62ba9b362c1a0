import {appendText, createFile, replaceText} from './changing.ts';
import {findFiles, listFiles, readFile} from './looking.ts';
import type {Request} from './plan.ts';
import {summariseProject} from './project.ts';
import {runCommand, runProjectTests, showDiff, showStatus} from './running.ts';
import {findName, listTodos, searchText} from './searching.ts';

/** What the script understands. The first that fits is taken, so the narrow ones come first. */
export const requests: readonly Request[] = [
	listFiles,
	showStatus,
	showDiff,
	readFile,
	searchText,
	findName,
	listTodos,
	findFiles,
	runProjectTests,
	runCommand,
	createFile,
	replaceText,
	appendText,
	summariseProject,
];

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** The requests that share most words with what was said; without any, those that show most. */
export function nearest(text: string, most: number): readonly string[] {
	const said = new Set(wordsOf(text));
	const score = ({example}: Request) => wordsOf(example).filter(word => said.has(word)).length;
	const [first, ...others] = requests
		.map(request => ({request, points: score(request)}))
		.sort((a, b) => b.points - a.points);
	if (!first || first.points === 0) {
		return [summariseProject, readFile, runCommand].slice(0, most).map(({example}) => example);
	}

	return [first, ...others].slice(0, most).map(({request}) => request.example);
}
