import type {AgentMessage, SessionEntry} from '../../../harness/index.ts';
import {textOf} from '../store/items.ts';
import type {ThemeToken} from '../theme/tokens.ts';
import {oneLine} from '../tool-views/tool-view.ts';

/** An entry in one line: who speaks, what is said, and what was done beside it. */
export type EntryLine = {
	readonly who: string;
	readonly token: ThemeToken;
	readonly text: string;
	/** Calls of tools, the name before what it works on. */
	readonly tools: string;
};

/** Nobody sees more of it in one line. */
const longest = 400;

const first = (text: string): string => oneLine(text.slice(0, longest));

type Message<Role extends AgentMessage['role']> = Extract<AgentMessage, {role: Role}>;

const subject = (args: Readonly<Record<string, unknown>>): string => {
	const named = args.path ?? args.command ?? args.pattern ?? Object.values(args)[0];
	return typeof named === 'string' ? first(named) : '';
};

/** `read a.ts, b.ts · bash npm test`. */
function toolsOf({content}: Message<'assistant'>): string {
	const byName = new Map<string, string[]>();
	for (const part of content) {
		if (part.type !== 'toolCall') continue;
		byName.set(part.name, [...(byName.get(part.name) ?? []), subject(part.arguments)]);
	}

	return [...byName]
		.map(([name, on]) => `${oneLine(name)} ${on.filter(each => each !== '').join(', ')}`.trim())
		.join(' · ');
}

const endings: Readonly<Record<string, string>> = {aborted: '■ stopped', error: '✗ failed'};

function assistantLine(message: Message<'assistant'>): EntryLine {
	const ending = endings[message.stopReason] ?? '';
	const why = message.stopReason === 'error' ? first(message.errorMessage ?? '') : '';
	const text = [first(textOf(message.content)), ending, why].filter(part => part !== '').join(' ');
	return {who: 'agent', token: 'text', text, tools: toolsOf(message)};
}

const said = (who: string, token: ThemeToken, text: string): EntryLine => ({
	who,
	token,
	text,
	tools: '',
});

function messageLine(message: AgentMessage): EntryLine {
	switch (message.role) {
		case 'user':
			return said('you', 'accent', first(textOf(message.content)) || '[image]');
		case 'assistant':
			return assistantLine(message);
		case 'toolResult': {
			const sign = message.isError ? '✗' : '✓';
			return said(`${sign} ${oneLine(message.toolName)}`, 'muted', first(textOf(message.content)));
		}

		case 'bashExecution':
			return said('!', 'bashMode', first(message.command));
		default:
			return said(
				message.role,
				'muted',
				'content' in message ? first(textOf(message.content)) : '',
			);
	}
}

export function entryLine(entry: SessionEntry): EntryLine {
	switch (entry.type) {
		case 'message':
			return messageLine(entry.message);
		case 'compaction':
			return said(
				'▣ compacted',
				'warning',
				`from ${entry.tokensBefore} tokens: ${first(entry.summary)}`,
			);
		case 'branch_summary':
			return said('▣ notes of a branch', 'warning', first(entry.summary));
		case 'custom_message':
			return said(oneLine(entry.customType), 'customMessageLabel', first(textOf(entry.content)));
		case 'model_change':
			return said('model', 'muted', oneLine(`${entry.provider}/${entry.modelId}`));
		case 'thinking_level_change':
			return said('thinking', 'muted', oneLine(entry.thinkingLevel));
		case 'label':
			return said('label', 'muted', oneLine(entry.label ?? 'taken away'));
		case 'session_info':
			return said('name', 'muted', oneLine(entry.name ?? ''));
		case 'custom':
			return said('note', 'muted', oneLine(entry.customType));
		default:
			return said(oneLine(entry.type), 'muted', '');
	}
}

/** How much of an entry is looked through. */
const searched = 4000;

/** What a person may look for in an entry. Results of tools are most of a session, and hardly ever meant. */
export function searchText(entry: SessionEntry): string {
	const {who, text, tools} = entryLine(entry);
	const isSaid =
		entry.type === 'message' &&
		(entry.message.role === 'user' || entry.message.role === 'assistant');
	const whole = isSaid ? textOf(entry.message.content).slice(0, searched) : text;
	return `${who} ${whole} ${tools}`.toLowerCase();
}
