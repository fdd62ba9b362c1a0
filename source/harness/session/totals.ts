import {emptyUsage, type Usage} from '../../ai/index.ts';
import type {SessionEntry} from './entries.ts';
import type {SessionTree} from './tree.ts';

export function addUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input + b.input,
		output: a.output + b.output,
		cacheRead: a.cacheRead + b.cacheRead,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		totalTokens: a.totalTokens + b.totalTokens,
		cost: {
			input: a.cost.input + b.cost.input,
			output: a.cost.output + b.cost.output,
			cacheRead: a.cost.cacheRead + b.cost.cacheRead,
			cacheWrite: a.cost.cacheWrite + b.cost.cacheWrite,
			total: a.cost.total + b.cost.total,
		},
	};
}

/** What an entry cost: answers, tools that asked a model, summaries, accounting entries. */
export function usageOf(entry: SessionEntry): Usage | undefined {
	if (entry.type === 'message') {
		const {message} = entry;
		return message.role === 'assistant' || message.role === 'toolResult'
			? message.usage
			: undefined;
	}

	return 'usage' in entry ? entry.usage : undefined;
}

export type Totals = {readonly branch: Usage; readonly file: Usage};

/** Both sums, kept up to date as entries are appended: all that was ever paid, and this branch's part. */
export type TotalsKeeper = {
	totals(): Totals;
	appended(entry: SessionEntry): void;
};

const sum = (entries: readonly SessionEntry[]): Usage =>
	entries.reduce((total, entry) => {
		const usage = usageOf(entry);
		return usage ? addUsage(total, usage) : total;
	}, emptyUsage);

const paidTypes = ['message', 'usage', 'compaction', 'branch_summary'];

export function createTotals(tree: SessionTree): TotalsKeeper {
	let file: Usage | undefined;
	let branch: {readonly leafId: string | null; readonly usage: Usage} | undefined;
	return {
		totals() {
			const leafId = tree.leafId();
			file ??= sum(paidTypes.flatMap(type => tree.idsOf(type).flatMap(id => tree.entry(id) ?? [])));
			if (branch?.leafId !== leafId) branch = {leafId, usage: sum(tree.path())};
			return {branch: branch.usage, file};
		},
		appended(entry) {
			const usage = usageOf(entry) ?? emptyUsage;
			file = file && addUsage(file, usage);
			if (branch?.leafId === entry.parentId) {
				branch = {leafId: entry.id, usage: addUsage(branch.usage, usage)};
			}
		},
	};
}
