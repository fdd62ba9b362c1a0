import {
	findNodeAtLocation,
	getNodeValue,
	type Node,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser';
import {isRecord} from '../lib/is-record.ts';
import type {Json} from './protocols/wire-json.ts';

/** What is wrong in a configuration file, and what to do about it. */
export type FileProblem = {
	readonly path: string;
	readonly line: number | undefined;
	readonly message: string;
};

export type ConfigText = {
	readonly value: Json;
	readonly problems: readonly FileProblem[];
	/** The line on which an entry begins. */
	lineOf(location: readonly (string | number)[]): number | undefined;
};

function lineStarts(source: string): readonly number[] {
	const starts = [0];
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}

	return starts;
}

/** The entry itself, or the nearest one around it that is there; of a member, the place of its name. */
function nodeAt(tree: Node, location: readonly (string | number)[]): Node {
	for (let length = location.length; length > 0; length -= 1) {
		const node = findNodeAtLocation(tree, location.slice(0, length));
		if (node) return node.parent?.type === 'property' ? node.parent : node;
	}

	return tree;
}

const words = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/**
 * Reads configuration as people write it: comments, trailing commas and a BOM are fine. Anything else is a
 * problem with its line; what stands around it is read all the same.
 */
export function readConfigText(source: string, path: string): ConfigText {
	const plain = source.replace(/^\uFEFF/, '');
	const errors: ParseError[] = [];
	const tree = parseTree(plain, errors, {allowTrailingComma: true});
	const starts = lineStarts(plain);
	const lineAt = (offset: number) => starts.findLastIndex(start => start <= offset) + 1;
	const value: unknown = tree ? getNodeValue(tree) : {};
	const [first] = errors;
	const problems: FileProblem[] = [];
	if (first) {
		const message = `not valid JSON: ${words(printParseErrorCode(first.error))}`;
		problems.push({path, line: lineAt(first.offset), message});
	} else if (!isRecord(value)) {
		problems.push({path, line: 1, message: 'must hold one JSON object'});
	}

	return {
		value: isRecord(value) ? value : {},
		problems,
		lineOf: location => (tree ? lineAt(nodeAt(tree, location).offset) : undefined),
	};
}

/** The same for files of which a part is worse than nothing. */
export function parseConfig(
	source: string,
	path: string,
): {readonly value: Json; readonly problems: readonly FileProblem[]} {
	const {value, problems} = readConfigText(source, path);
	return {value: problems.length > 0 ? {} : value, problems};
}
