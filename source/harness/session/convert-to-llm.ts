import branchLead from '../../../prompts/model/branch-lead.md';
import compactionLead from '../../../prompts/model/compaction-lead.md';
import type {AgentMessage} from '../../agent/index.ts';
import type {Message, UserMessage} from '../../ai/index.ts';

const user = (text: string, timestamp: number): UserMessage => ({
	role: 'user',
	content: [{type: 'text', text}],
	timestamp,
});

const notes = (lead: string, summary: string): string =>
	`${lead.trim()}\n\n<summary>\n${summary}\n</summary>`;

/** Longer than any row of backticks in the text, so that the text cannot end it. */
function fenceFor(text: string): string {
	const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(row => row.length));
	return '`'.repeat(Math.max(3, longest + 1));
}

function ranCommand(message: Extract<AgentMessage, {role: 'bashExecution'}>): string {
	const {command, output, exitCode, cancelled, truncated, fullOutputPath} = message;
	const fence = fenceFor(output);
	const shown = output.trim() === '' ? '(no output)' : `${fence}\n${output}\n${fence}`;
	const remarks = [
		cancelled ? 'The command was cancelled.' : '',
		!cancelled && exitCode !== undefined && exitCode !== 0
			? `It ended with exit code ${exitCode}.`
			: '',
		truncated && fullOutputPath
			? `The output is shortened; all of it is in ${fullOutputPath}.`
			: '',
	];
	return [`Ran \`${command}\``, shown, ...remarks.filter(remark => remark !== '')].join('\n');
}

/** The application's own kinds of messages as the user messages that models read. */
export function convertToLlm(messages: readonly AgentMessage[]): readonly Message[] {
	return messages.flatMap((message): Message[] => {
		switch (message.role) {
			case 'custom': {
				const {content, timestamp} = message;
				return [
					typeof content === 'string'
						? user(content, timestamp)
						: {role: 'user', content, timestamp},
				];
			}

			case 'compactionSummary':
				return [user(notes(compactionLead, message.summary), message.timestamp)];
			case 'branchSummary':
				return [user(notes(branchLead, message.summary), message.timestamp)];
			case 'bashExecution':
				return message.excludeFromContext ? [] : [user(ranCommand(message), message.timestamp)];
			default:
				return [message];
		}
	});
}
