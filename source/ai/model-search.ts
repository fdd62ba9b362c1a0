import {type Model, type ThinkingLevel, thinkingLevels} from './model.ts';

/** The lower, the nearer; undefined: no match. */
type Rank = number | undefined;

/** All characters of the query in their order: "snt5" finds "claude-sonnet-5". */
function isSubsequence(query: string, text: string): boolean {
	let at = 0;
	for (const character of text) if (character === query[at]) at += 1;
	return at === query.length;
}

function rankOf({id, name, provider}: Model, query: string): Rank {
	const lowerId = id.toLowerCase();
	const lowerName = name.toLowerCase();
	if (lowerId === query || `${provider}/${lowerId}` === query) return 0;
	if (lowerId.split('/').at(-1) === query || lowerName === query) return 1;
	if (lowerId.startsWith(query)) return 2;
	if (lowerId.includes(query)) return 3;
	if (lowerName.includes(query)) return 4;
	return query.length > 2 && isSubsequence(query, lowerId) ? 5 : undefined;
}

/** A dated snapshot is what a short name means last. */
const isSnapshot = ({id}: Model): boolean => /\d{8}|\d{4}-\d{2}-\d{2}|-\d{4}$/.test(id);

const newestFirst = new Intl.Collator('en', {numeric: true});

/** The models that a pattern may mean, nearest first. */
export function searchModels(models: readonly Model[], pattern: string): readonly Model[] {
	const query = pattern.trim().toLowerCase();
	return models
		.flatMap(model => {
			const rank = rankOf(model, query);
			return rank === undefined ? [] : [{model, rank}];
		})
		.sort(
			(a, b) =>
				a.rank - b.rank ||
				Number(isSnapshot(a.model)) - Number(isSnapshot(b.model)) ||
				newestFirst.compare(b.model.id, a.model.id),
		)
		.map(({model}) => model);
}

/** Only those as near as the nearest. */
export function nearestModels(models: readonly Model[], pattern: string): readonly Model[] {
	const query = pattern.trim().toLowerCase();
	const ranks = models.map(model => rankOf(model, query) ?? Number.POSITIVE_INFINITY);
	const best = Math.min(...ranks, Number.POSITIVE_INFINITY);
	if (best === Number.POSITIVE_INFINITY) return [];
	return searchModels(
		models.filter((_model, index) => ranks[index] === best),
		pattern,
	);
}

/** `name:level`. Ids may have a colon too, so that this is tried only when the whole is no id. */
export function splitLevel(pattern: string): {
	readonly name: string;
	readonly level: ThinkingLevel | undefined;
} {
	const at = pattern.lastIndexOf(':');
	const level = thinkingLevels.find(name => name === pattern.slice(at + 1));
	return at > 0 && level ? {name: pattern.slice(0, at), level} : {name: pattern, level: undefined};
}
