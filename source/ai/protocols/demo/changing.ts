import {readStep} from './looking.ts';
import {count, type Plan, type Request, type Seen} from './plan.ts';
import {literal, pathPattern, quotedPattern, unquoted} from './sentences.ts';

/** Without quotes only words for a plain text are a text; for any other file they are a task that I cannot do. */
const textFor = (path: string, given: string): string | undefined =>
	unquoted(given) === given.trim() && !/\.txt$/i.test(path) ? undefined : literal(given);

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

function* create(path: string, text: string): Plan {
	const content = ended(text);
	yield {tool: 'write', input: {path, content}};
	return {text: `${path} is written: ${count(content.split('\n').length - 1, 'line')}.`};
}

const creating = new RegExp(
	`^(?:create|make|write|add)(?: me)?(?: a| the)?(?: new)?(?: file)?(?: named| called)? (?<path>${pathPattern}) (?:(?:with|containing|that says)(?: the)?(?: text| contents?| words?)? )?(?<text>${quotedPattern}|(?<=(?:with|containing|says|text|contents?|words?) ).+)$`,
	'i',
);

export const createFile: Request = {
	example: 'create notes.txt with "hello"',
	match(sentence) {
		const found = creating.exec(sentence)?.groups;
		if (!found?.path || !found.text) return undefined;
		const path = unquoted(found.path);
		const text = textFor(path, found.text);
		return text === undefined ? undefined : create(path, text);
	},
};

const positions = (text: string, part: string): readonly number[] => {
	const all: number[] = [];
	for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
		all.push(at);
	return all;
};

type Replacement = {
	readonly path: string;
	readonly from: string;
	readonly to: string;
	readonly isForAll: boolean;
};

/** What is said of a file that cannot be changed safely by a script. */
function objection({text, notice, hasImage}: Seen, path: string): string | undefined {
	if (hasImage) return `${path} is an image; I left it as it is.`;
	// Only a part was read: what I do not see I do not change.
	return text !== '' && notice !== ''
		? `${path} is too long for me; I left it as it is.`
		: undefined;
}

function* replace({path, from, to, isForAll}: Replacement): Plan {
	const seen = yield readStep(path);
	const problem = objection(seen, path);
	if (problem) return {text: problem, stop: true};
	const found = positions(seen.text, from);
	const [first = 0] = found;
	if (found.length === 0) {
		return {text: `\`${from}\` is not in ${path}; I changed nothing.`, stop: true};
	}

	if (found.length > 1 && !isForAll) {
		const text = `\`${from}\` is in ${path} ${found.length} times; I changed nothing. To change every one: replace all \`${from}\` with \`${to}\` in ${path}`;
		return {text, stop: true};
	}

	// From the first to the last one there is only one such text, which is what the tool asks for.
	const oldText = seen.text.slice(first, (found.at(-1) ?? first) + from.length);
	yield {
		tool: 'edit',
		input: {path, edits: [{oldText, newText: oldText.replaceAll(from, () => to)}]},
	};
	return {text: `${path}: ${count(found.length, 'place')} changed from \`${from}\` to \`${to}\`.`};
}

const replacing = new RegExp(
	`^replace(?<all> all| every| each)?(?: occurrences? of)? (?<from>${quotedPattern}|\\S+) (?:with|by) (?<to>${quotedPattern}|\\S+)(?<everywhere> everywhere)? in (?<path>${pathPattern})$`,
	'i',
);

export const replaceText: Request = {
	example: 'replace "red" with "blue" in notes.txt',
	match(sentence) {
		const found = replacing.exec(sentence)?.groups;
		if (!found?.path) return undefined;
		const from = literal(found.from ?? '');
		const to = found.to === undefined ? undefined : unquoted(found.to);
		if (!from || to === undefined) return undefined;
		const isForAll = (found.all ?? found.everywhere) !== undefined;
		return replace({path: unquoted(found.path), from, to, isForAll});
	},
};

/** The end of a text, long enough to occur but once. */
function uniqueEnd(text: string): string {
	const isAlone = (end: string) => text.indexOf(end) === text.length - end.length;
	for (
		let at = text.lastIndexOf('\n', text.length - 2);
		at > 0;
		at = text.lastIndexOf('\n', at - 1)
	) {
		const end = text.slice(at + 1);
		if (end.trim() !== '' && isAlone(end)) return end;
	}

	return text;
}

function* append(path: string, given: string): Plan {
	const added = ended(given);
	const seen = yield readStep(path);
	const problem = objection(seen, path);
	if (problem) return {text: problem, stop: true};
	if (seen.text === '') yield {tool: 'write', input: {path, content: added}};
	else {
		const oldText = uniqueEnd(seen.text);
		yield {tool: 'edit', input: {path, edits: [{oldText, newText: ended(oldText) + added}]}};
	}

	return {text: `${count(added.split('\n').length - 1, 'line')} added at the end of ${path}.`};
}

const appending = new RegExp(
	`^(?:append|add)(?: the)?(?: text| line| words?)? (?<text>${quotedPattern}|.+?) (?:to|at)(?: the)?(?: end of)?(?: file)? (?<path>${pathPattern})$`,
	'i',
);

export const appendText: Request = {
	example: 'append "one more line" to notes.txt',
	match(sentence) {
		const found = appending.exec(sentence)?.groups;
		if (!found?.path || !found.text) return undefined;
		const path = unquoted(found.path);
		const text = textFor(path, found.text);
		return text === undefined ? undefined : append(path, text);
	},
};
