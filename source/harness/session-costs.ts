import type {Usage} from '../ai/index.ts';
import {branchesOf} from './session/branches.ts';
import {createTotals} from './session/totals.ts';
import {sessionStats} from './session-stats.ts';
import type {SessionStore} from './session-store.ts';

const mostBranches = 8;

const money = ({cost}: Usage): string => `$${cost.total.toFixed(4)}`;

function tokensLine(name: string, usage: Usage): string {
	const {input, output, cacheRead, cacheWrite} = usage;
	return `${name}: ${money(usage)}, ${input} tokens in, ${output} out, ${cacheRead} from cache, ${cacheWrite} to cache`;
}

/** Where a session is kept, what is in it and what it cost: this branch, all of it, each branch and model. */
export function sessionReport(session: SessionStore): string {
	const {usage, context, sessionName} = session.getState();
	const tree = session.tree();
	const totals = createTotals(tree);
	const stats = sessionStats(session);
	const {branches, count} = branchesOf(tree, totals, mostBranches);
	const models = [...totals.byModel()].filter(([name]) => name !== '');
	const share = context.window > 0 ? Math.round((100 * (context.tokens ?? 0)) / context.window) : 0;
	return [
		`Session ${stats.sessionId}${sessionName === undefined ? '' : ` (${sessionName})`}`,
		`File: ${stats.sessionFile ?? '(in memory only)'}`,
		`Messages: ${stats.userMessages} yours, ${stats.assistantMessages} answers, ${stats.toolCalls} tool calls`,
		`Context: about ${context.tokens ?? 0} of ${context.window} tokens (${share} %)`,
		tokensLine('This branch', usage.branch),
		tokensLine('All branches', usage.file),
		...(models.length > 1 ? models.map(([name, used]) => `  ${name}: ${money(used)}`) : []),
		...(count > 1 ? [`Branches, each from the root to its end (${count}):`] : []),
		...(count > 1
			? branches.map(
					({isCurrent, prompt, usage: used}) =>
						`${isCurrent ? '▸' : ' '} ${money(used)}  ${prompt.slice(0, 60)}`,
				)
			: []),
	].join('\n');
}
