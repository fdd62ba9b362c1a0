import {emptyUsage, type Usage} from '../../ai/index.ts';
import type {SessionEntry} from './entries.ts';
import {usageOf} from './raw-record.ts';
import type {SessionTree} from './tree.ts';

export function addUsage(a: Usage, b: Usage): Usage {
	const extra = (key: 'cacheWrite1h' | 'reasoning') =>
		a[key] === undefined && b[key] === undefined ? {} : {[key]: add(a[key], b[key])};
	return {
		input: add(a.input, b.input),
		output: add(a.output, b.output),
		cacheRead: add(a.cacheRead, b.cacheRead),
		cacheWrite: add(a.cacheWrite, b.cacheWrite),
		...extra('cacheWrite1h'),
		...extra('reasoning'),
		totalTokens: add(tokensOf(a), tokensOf(b)),
		cost: {
			input: add(a.cost.input, b.cost.input),
			output: add(a.cost.output, b.cost.output),
			cacheRead: add(a.cost.cacheRead, b.cost.cacheRead),
			cacheWrite: add(a.cost.cacheWrite, b.cost.cacheWrite),
			total: add(a.cost.total, b.cost.total),
		},
	};
}

/** Prompt and answer together; old records and some providers leave the sum to us. */
export const tokensOf = ({input, output, cacheRead, cacheWrite, totalTokens}: Usage): number =>
	totalTokens || add(input, output) + add(cacheRead, cacheWrite);

const add = (a: number | undefined, b: number | undefined): number => (a || 0) + (b || 0);

export type Totals = {readonly branch: Usage; readonly file: Usage};

/** Both sums, kept up to date as entries are appended: all that was ever paid, and this branch's part. */
export type TotalsKeeper = {
	totals(): Totals;
	/** What the way to an entry cost. */
	branchTo(id: string | null): Usage;
	/** All that was paid, by `provider/model`; what names no model comes under an empty name. */
	byModel(): ReadonlyMap<string, Usage>;
	appended(entry: SessionEntry): void;
};

type Cost = {readonly usage: Usage; readonly model: string};

/** Reads every entry that cost something once, when a sum is first asked for. */
export function createTotals(tree: SessionTree): TotalsKeeper {
	const costs = new Map<string, Cost>();
	const sums = new Map<string, Usage>();
	let file = emptyUsage;
	let counted = 0;

	const count = (id: string, entry: SessionEntry | undefined): void => {
		const usage = entry && usageOf(entry);
		if (!usage || costs.has(id)) return;
		costs.set(id, {usage, model: modelOf(entry)});
		file = addUsage(file, usage);
	};

	const catchUp = (): void => {
		if (counted === tree.size()) return;
		for (const {id, isPaid} of tree.heads()) {
			if (isPaid && !costs.has(id)) count(id, tree.entry(id));
		}

		counted = tree.size();
	};

	const branchTo = (id: string | null): Usage => {
		catchUp();
		const path: string[] = [];
		let at = id;
		while (at !== null && !sums.has(at)) {
			path.push(at);
			at = tree.parentOf(at) ?? null;
		}

		let sum = (at === null ? undefined : sums.get(at)) ?? emptyUsage;
		for (const passed of path.reverse()) {
			const cost = costs.get(passed);
			if (cost) sum = addUsage(sum, cost.usage);
			sums.set(passed, sum);
		}

		return sum;
	};

	return {
		totals() {
			catchUp();
			return {branch: branchTo(tree.leafId()), file};
		},
		branchTo,
		byModel() {
			catchUp();
			const models = new Map<string, Usage>();
			for (const {usage, model} of costs.values()) {
				models.set(model, addUsage(models.get(model) ?? emptyUsage, usage));
			}

			return models;
		},
		appended(entry) {
			count(entry.id, entry);
			// Only when nothing else came in between is there nothing left to look for.
			if (counted === tree.size() - 1) counted += 1;
		},
	};
}

function modelOf(entry: SessionEntry): string {
	if (entry.type === 'usage') return `${entry.provider}/${entry.model}`;
	if (entry.type !== 'message' || entry.message.role !== 'assistant') return '';
	return `${entry.message.provider}/${entry.message.model}`;
}
