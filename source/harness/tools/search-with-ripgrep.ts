import path from 'node:path';
import {ToolError} from './define-tool.ts';
import {
	createHitList,
	type SearchHits,
	type SearchLine,
	type SearchPlace,
	type SearchQuery,
} from './search-query.ts';

const bareGlob = (glob: string): string => glob.replace(/^(?:\.?\/)+/, '');

/** As a type, which narrows; a glob would also bring back what is ignored. A type looks at the name alone. */
function typeArguments({glob}: SearchQuery): readonly string[] {
	if (!glob) return [];
	const name = bareGlob(glob).split('/').at(-1) || '*';
	const isWhole = name === '**' || /[{}]/.test(bareGlob(glob).slice(0, -name.length));
	return isWhole ? [] : [`--type-add=wanted:${name}`, '--type=wanted'];
}

/** A glob with a slash speaks of the whole path. */
async function toPathFilter({glob = ''}: SearchQuery): Promise<(file: string) => boolean> {
	const bare = bareGlob(glob);
	if (!bare.includes('/')) return () => true;
	const {default: picomatch} = await import('picomatch');
	return picomatch(bare, {dot: true});
}

function toArguments(query: SearchQuery, target: string): readonly string[] {
	return [
		'--json',
		'--no-config',
		'--hidden',
		'--no-require-git',
		'--crlf',
		'--engine=auto',
		// In the order of names, so that a limit leaves the same out each time.
		'--sort=path',
		...(query.ignoreCase ? ['--ignore-case'] : []),
		...(query.literal ? ['--fixed-strings'] : []),
		...(query.context > 0 ? [`--context=${query.context}`] : []),
		...typeArguments(query),
		'--glob=!.git',
		'--regexp',
		query.pattern,
		'--',
		target,
	];
}

type Words = {readonly text?: string; readonly bytes?: string};
type Data = {
	readonly path: Words;
	readonly lines: Words;
	readonly line_number: number;
	readonly submatches: readonly {readonly start: number}[];
};

const toBytes = ({text, bytes = ''}: Words): Buffer =>
	text === undefined ? Buffer.from(bytes, 'base64') : Buffer.from(text);

function toLine(record: string, {target, isFolder}: SearchPlace): SearchLine | undefined {
	const {type, data}: {type: string; data: Data} = JSON.parse(record);
	if (type !== 'match' && type !== 'context') return undefined;
	const file = toBytes(data.path);
	const from = Buffer.byteLength(isFolder ? target : path.dirname(target));
	const text = toBytes(data.lines);
	const [first] = data.submatches;
	return {
		file: file.subarray(file[from] === path.sep.charCodeAt(0) ? from + 1 : from),
		number: data.line_number,
		text: text.toString().replace(/\r?\n$/, ''),
		at: type === 'match' ? text.toString('utf8', 0, first?.start ?? 0).length : undefined,
	};
}

/** ripgrep runs on this machine, over the real folder that `place` is in. */
export async function searchWithRipgrep(
	rg: string,
	query: SearchQuery,
	place: SearchPlace,
): Promise<SearchHits> {
	const {execa} = await import('execa');
	const isWanted = await toPathFilter(query);
	const child = execa(rg, toArguments(query, place.target), {
		stdin: 'ignore',
		reject: false,
		buffer: {stdout: false},
		maxBuffer: 100_000,
		cancelSignal: place.signal,
		// Globs are rooted where ripgrep is started.
		cwd: place.isFolder ? place.target : path.dirname(place.target),
	});
	const list = createHitList(query);
	for await (const record of child.iterable({from: 'stdout'})) {
		const line = toLine(String(record), place);
		if (line && isWanted(String(line.file)) && !list.add(line)) {
			child.kill('SIGKILL');
			break;
		}
	}

	const {exitCode, stderr} = await child;
	const hits = list.hits();
	place.signal.throwIfAborted();
	if (exitCode !== 2) return hits;
	const trouble = stderr.trim().slice(0, 500);
	if (hits.lines.length > 0) return {...hits, trouble};
	throw new ToolError(`grep cannot search for ${query.pattern}: ${trouble}`);
}
