export type {Command, CommandContext} from './commands/define-command.ts';
export type {CompactionReason, CompactionResult, SessionEvent} from './events.ts';
export type {
	EntryBody,
	EntryOf,
	EntryType,
	SessionEntry,
	SessionHeader,
} from './session/entries.ts';
export type {SessionProblem, SessionTree} from './session/tree.ts';
export type {
	Activity,
	Disposition,
	HarnessState,
	PromptOptions,
	QueuedMessage,
} from './session-state.ts';
export {createSessionStore, type SessionStore} from './session-store.ts';
export {
	type Capability,
	defineTool,
	type HarnessTool,
	ToolError,
	textResult,
} from './tools/define-tool.ts';
export * from './user-interface.ts';
