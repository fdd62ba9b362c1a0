import type {InspectedChange, RequestPart, RequestReport} from './inspect-request.ts';

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

const sum = (parts: readonly RequestPart[]): number =>
	parts.reduce((total, {tokens}) => total + tokens, 0);

const line = (title: string, tokens: number): string => `${number(tokens).padStart(9)}  ${title}`;

const names: Readonly<Record<RequestPart['kind'], string>> = {
	system: 'system prompt',
	tool: 'tools',
	user: 'your messages',
	assistant: 'answers',
	toolResult: 'results of tools',
};

const kinds: readonly RequestPart['kind'][] = ['system', 'tool', 'user', 'assistant', 'toolResult'];

/** Messages are many: only the largest are named unless all are asked for. */
const namedMessages = 8;

function details(parts: readonly RequestPart[], isAll: boolean): readonly string[] {
	if (isAll)
		return parts.map(({title, tokens, kind}) => line(`  ${names[kind]}: ${title}`, tokens));
	return kinds.flatMap(kind => {
		const own = parts.filter(part => part.kind === kind);
		if (own.length === 0) return [];
		const isListed = kind === 'system' || kind === 'tool';
		const largest = own.toSorted((a, b) => b.tokens - a.tokens);
		const named = isListed ? own : largest.slice(0, own.length > 1 ? namedMessages : 0);
		const total = line(`${names[kind]} (${own.length})`, sum(own));
		return [total, ...named.map(({title, tokens}) => line(`  ${title}`, tokens))];
	});
}

function changeLines(changes: readonly InspectedChange[]): readonly string[] {
	if (changes.length === 0) return ['Nothing is repaired, shortened, dropped or redacted.'];
	const counts = new Map<string, number>();
	for (const {kind, what, why} of changes) {
		const text = `${kind}: ${what}: ${why}`;
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}

	return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
}

/** The next request, for people. */
export function requestReportText(report: RequestReport, isAll = false): string {
	const {provider, model, api, thinkingLevel, contextWindow, maxOutputTokens, tokens} = report;
	const share = contextWindow > 0 ? ` (${((tokens / contextWindow) * 100).toFixed(1)} %)` : '';
	return [
		`Next request: ${provider}/${model} over ${api}, thinking ${thinkingLevel}`,
		`About ${number(tokens)} of ${number(contextWindow)} tokens${share}; the answer may have ${number(maxOutputTokens)}`,
		'',
		...details(report.parts, isAll),
		'',
		...changeLines(report.changes),
	].join('\n');
}
