export type {
	AgentMessage,
	BashExecutionMessage,
	ToolResult,
} from '../agent/index.ts';
export type {ToolResultMessage} from '../ai/index.ts';
export {type ThinkingLevel, thinkingLevels} from '../ai/index.ts';
export {copyToClipboard} from './clipboard.ts';
export type {Command, CommandContext} from './commands/define-command.ts';
export {commands, parseCommand} from './commands/index.ts';
export {ConfigFileError, problemText} from './config-file.ts';
export {createCredentials} from './credentials.ts';
export type {CompactionReason, CompactionResult, SessionEvent} from './events.ts';
export {type RunLimits, watchLimits} from './limits.ts';
export {
	ModelChoiceError,
	NoModelError,
	offeredLevels as levelsFor,
} from './model-choice.ts';
export {createModelRegistry, type ModelRegistry} from './model-registry.ts';
export {type Harness, type HarnessOptions, openHarness} from './open-session.ts';
export {type Places, placesFor} from './paths.ts';
export {openProject, type Project} from './project.ts';
export type {Resources} from './resources/load.ts';
export {openSettings, type Settings, type SettingsStore} from './resources/settings.ts';
export type {
	EntryBody,
	EntryOf,
	EntryType,
	SessionEntry,
	SessionHeader,
	SessionProblem,
} from './session/entries.ts';
export {SessionWriteError} from './session/entry-file.ts';
export {forkSession} from './session/fork.ts';
export {NotASessionError} from './session/line-index.ts';
export {findSession, listSessions, newestSession} from './session/list.ts';
export type {SessionTree} from './session/tree.ts';
export type {
	Activity,
	Disposition,
	HarnessState,
	PromptOptions,
	QueuedMessage,
} from './session-state.ts';
export {sessionStats} from './session-stats.ts';
export {createSessionStore, type SessionStore} from './session-store.ts';
export {killAllGroups} from './shell/kill-tree.ts';
export {
	type Capability,
	defineTool,
	type HarnessTool,
	ToolError,
	textResult,
} from './tools/define-tool.ts';
export {defaultTools, toolFactories} from './tools/index.ts';
export {imageType, readImage} from './tools/read-image.ts';
export * from './user-interface.ts';
export {toWireEvent} from './wire-events.ts';
