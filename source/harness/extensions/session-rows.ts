import type {CompactionReason} from '../events.ts';
import type {EntryOf, SessionEntry} from '../session/entries.ts';
import {cancels, collect, first, gate, notify} from './event-row.ts';
import {hasDecided} from './merges.ts';
import type {
	CompactionPreparation,
	OwnCompaction,
	Replacing,
	TreeAnswer,
	TreePreparation,
} from './payloads.ts';

/** What happens to a session as a whole. */
export const sessionRows = {
	project_trust: first<
		{readonly cwd: string},
		{readonly trusted: 'yes' | 'no' | 'undecided'; readonly remember?: boolean}
	>('a folder that is not decided about is opened; only for extensions of the person', ['cwd'], {
		ends: hasDecided,
	}),
	resources_discover: collect<
		{readonly cwd: string; readonly reason: 'startup' | 'reload'},
		{
			readonly skillPaths?: readonly string[];
			readonly promptPaths?: readonly string[];
			readonly themePaths?: readonly string[];
		}
	>('resources are read; answers name further places', ['cwd', 'reason']),
	session_start: notify<{
		readonly reason: 'startup' | 'reload' | Replacing;
		readonly previousSessionFile?: string;
	}>('a session is open and can be used', ['reason', 'previousSessionFile']),
	session_info_changed: notify<{readonly name?: string}>('the session got another name', ['name']),
	session_before_switch: gate<
		{readonly reason: 'new' | 'resume'; readonly targetSessionFile?: string},
		{readonly cancel?: boolean}
	>('another session is about to be opened', ['reason', 'targetSessionFile'], cancels),
	session_before_fork: gate<
		{readonly entryId: string; readonly position: 'before' | 'at'},
		{readonly cancel?: boolean}
	>('a copy of the session is about to be made', ['entryId', 'position'], cancels),
	session_before_compact: gate<
		{
			readonly preparation: CompactionPreparation;
			readonly branchEntries: readonly SessionEntry[];
			readonly customInstructions?: string;
			readonly reason: CompactionReason;
			readonly willRetry: boolean;
			readonly signal: AbortSignal;
		},
		{readonly cancel?: boolean; readonly compaction?: OwnCompaction}
	>(
		'older messages are about to be summarised; an answer may bring the summary',
		['preparation', 'branchEntries', 'customInstructions', 'reason', 'willRetry', 'signal'],
		cancels,
	),
	session_compact: notify<{
		readonly compactionEntry: EntryOf<'compaction'>;
		readonly fromExtension: boolean;
		readonly reason: CompactionReason;
		readonly willRetry: boolean;
	}>('older messages were summarised', ['compactionEntry', 'fromExtension', 'reason', 'willRetry']),
	session_compact_failed: notify<{
		readonly reason: CompactionReason;
		readonly errorMessage?: string;
		readonly aborted: boolean;
		readonly willRetry: boolean;
		readonly fromExtension: boolean;
	}>('summarising failed or was cancelled', [
		'reason',
		'errorMessage',
		'aborted',
		'willRetry',
		'fromExtension',
	]),
	session_before_tree: gate<
		{readonly preparation: TreePreparation; readonly signal: AbortSignal},
		TreeAnswer
	>('the session is about to go on at another entry', ['preparation', 'signal'], cancels),
	session_tree: notify<{
		readonly newLeafId: string | null;
		readonly oldLeafId: string | null;
		readonly summaryEntry?: EntryOf<'branch_summary'>;
		readonly fromExtension?: boolean;
	}>('the session goes on at another entry', [
		'newLeafId',
		'oldLeafId',
		'summaryEntry',
		'fromExtension',
	]),
	session_shutdown: notify<{
		readonly reason: 'quit' | 'reload' | Replacing;
		readonly targetSessionFile?: string;
	}>('the session ends; waited for', ['reason', 'targetSessionFile']),
	mcp_servers_change: notify<{readonly servers: readonly unknown[]}>(
		'an extension added or removed an MCP server',
		['servers'],
	),
};
