import type {ToolEnvironment} from './environment.ts';

export type SearchQuery = {
	readonly pattern: string;
	readonly glob?: string;
	readonly ignoreCase?: boolean;
	readonly literal?: boolean;
	readonly context: number;
	readonly limit: number;
};

export type SearchPlace = {
	/** File or folder. */
	readonly target: string;
	readonly isFolder: boolean;
	readonly environment: ToolEnvironment;
	readonly signal: AbortSignal;
};

export type SearchLine = {
	/** Relative to the folder that is searched; need not be UTF-8. */
	readonly file: string | Uint8Array;
	readonly number: number;
	readonly text: string;
	/** Where the match is in the text; undefined for a line around one. */
	readonly at: number | undefined;
};

export type SearchHits = {
	readonly lines: readonly SearchLine[];
	/** There are more matches than the limit. */
	readonly hasMore: boolean;
	/** What went wrong beside it. */
	readonly trouble?: string;
};

/** Takes lines up to the limit of matches, and after the last match no more than its context. */
export function createHitList({limit, context}: SearchQuery) {
	const lines: SearchLine[] = [];
	let matches = 0;
	let last: SearchLine | undefined;
	let hasMore = false;

	const follows = ({file, number}: SearchLine): boolean =>
		last !== undefined && String(last.file) === String(file) && number <= last.number + context;

	return {
		/** false: that was one match too many. */
		add(line: SearchLine): boolean {
			if (line.at !== undefined) {
				if (matches === limit) {
					hasMore = true;
					return false;
				}

				matches += 1;
				last = line;
			}

			if (matches < limit || line === last || follows(line)) lines.push(line);
			return true;
		},
		hits: (): SearchHits => ({lines, hasMore}),
	};
}
