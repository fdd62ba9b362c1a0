import {addUsage, type Usage} from '../../../ai/index.ts';
import type {SessionEntry} from '../../../harness/index.ts';
import {textOf} from '../store/items.ts';
import {entryLine} from './entry-line.ts';
import {childrenOf, type Outline} from './outline.ts';

export type TouchedFile = {readonly path: string; readonly isChanged: boolean};

/** What the side pane tells of the turn that is selected. */
export type TurnDetails = {
	readonly title: string;
	readonly timestamp: string;
	readonly label: string | undefined;
	/** Markdown. */
	readonly text: string;
	readonly files: readonly TouchedFile[];
	readonly tools: number;
	/** undefined: nothing was paid for it. */
	readonly usage: Usage | undefined;
	readonly model: string | undefined;
};

/** More of a run than this is not looked at. */
const mostEntries = 400;

const changing = new Set(['edit', 'write']);

/** A prompt and all that came of it, up to the next one; of anything else only itself and its results. */
function turnOf(start: number, outline: Outline): readonly number[] {
	const {heads, isOnPath} = outline;
	const isPrompt = heads[start]?.kind === 'user';
	const turn = [start];
	for (let at = start; turn.length < mostEntries; ) {
		const children = childrenOf(outline, at);
		const next = children.find(isOnPath) ?? children.at(-1);
		const kind = next === undefined ? undefined : heads[next]?.kind;
		if (next === undefined || kind === 'user' || (!isPrompt && kind !== 'toolResult')) break;
		turn.push(next);
		at = next;
	}

	return turn;
}

const assistantIn = (entry: SessionEntry) =>
	entry.type === 'message' && entry.message.role === 'assistant' ? [entry.message] : [];

function filesOf(calls: readonly {readonly name: string; readonly arguments: object}[]) {
	const files = new Map<string, boolean>();
	for (const {name, arguments: args} of calls) {
		const path = 'path' in args ? args.path : undefined;
		if (typeof path !== 'string' || path === '') continue;
		files.set(path, (files.get(path) ?? false) || changing.has(name));
	}

	return [...files].map(([path, isChanged]) => ({path, isChanged}));
}

/** All that an entry says. */
export function turnText(entry: SessionEntry): string {
	if (entry.type === 'compaction' || entry.type === 'branch_summary') return entry.summary;
	if (entry.type === 'custom_message') return textOf(entry.content);
	if (entry.type !== 'message') return entryLine(entry).text;
	const {message} = entry;
	if (message.role === 'bashExecution') return `! ${message.command}\n\n${message.output}`;
	return 'content' in message ? textOf(message.content) : '';
}

export function turnDetails(
	start: number,
	outline: Outline,
	read: (id: string) => SessionEntry | undefined,
): TurnDetails | undefined {
	const ids = turnOf(start, outline).map(number => outline.heads[number]?.id ?? '');
	const [entry, ...rest] = ids.flatMap(id => read(id) ?? []);
	if (!entry) return undefined;
	const answers = [entry, ...rest].flatMap(assistantIn);
	const calls = answers.flatMap(({content}) =>
		content.flatMap(part => (part.type === 'toolCall' ? [part] : [])),
	);
	const last = answers.at(-1);
	const {who, tools} = entryLine(entry);
	return {
		title: who,
		timestamp: entry.timestamp,
		label: outline.labels.get(entry.id)?.label,
		text: turnText(entry) || tools,
		files: filesOf(calls),
		tools: calls.length,
		usage: answers.length === 0 ? undefined : answers.map(({usage}) => usage).reduce(addUsage),
		model: last === undefined ? undefined : `${last.provider}/${last.model}`,
	};
}
