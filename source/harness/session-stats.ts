import type {SessionStore} from './session-store.ts';

/** Counts and sums over the whole file, all branches. */
export function sessionStats(session: SessionStore) {
	const {sessionFile, sessionId, usage, context} = session.getState();
	const tree = session.tree();
	const count = {user: 0, assistant: 0, toolResult: 0, all: 0, calls: 0};
	for (const id of tree.idsOf('message')) {
		const entry = tree.entry(id);
		if (entry?.type !== 'message') continue;
		const {message} = entry;
		count.all += 1;
		if (message.role === 'user') count.user += 1;
		if (message.role === 'toolResult') count.toolResult += 1;
		if (message.role !== 'assistant') continue;
		count.assistant += 1;
		count.calls += message.content.filter(({type}) => type === 'toolCall').length;
	}

	const {input, output, cacheRead, cacheWrite, totalTokens, cost} = usage.file;
	const {tokens, window} = context;
	const percent = tokens === null || window === 0 ? null : (tokens / window) * 100;
	return {
		...(sessionFile === undefined ? {} : {sessionFile}),
		sessionId,
		userMessages: count.user,
		assistantMessages: count.assistant,
		toolCalls: count.calls,
		toolResults: count.toolResult,
		totalMessages: count.all,
		tokens: {input, output, cacheRead, cacheWrite, total: totalTokens},
		cost: cost.total,
		...(window > 0 ? {contextUsage: {tokens, contextWindow: window, percent}} : {}),
	};
}
