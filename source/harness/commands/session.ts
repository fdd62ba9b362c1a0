import {sessionStats} from '../session-stats.ts';
import type {Command} from './define-command.ts';

export const sessionCommand: Command = {
	name: 'session',
	summary: 'Show where this session is kept and what it cost',
	run(_argument, {session, ui}) {
		const stats = sessionStats(session);
		const {input, output, cacheRead, cacheWrite} = stats.tokens;
		ui.notify(
			[
				`Session ${stats.sessionId}`,
				`File: ${stats.sessionFile ?? '(in memory only)'}`,
				`Messages: ${stats.userMessages} yours, ${stats.assistantMessages} answers, ${stats.toolCalls} tool calls`,
				`Tokens: ${input} in, ${output} out, ${cacheRead} from cache, ${cacheWrite} to cache`,
				`Cost: $${stats.cost.toFixed(4)}`,
			].join('\n'),
		);
	},
};
