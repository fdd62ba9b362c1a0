export type {
	AgentMessage,
	BashExecutionMessage,
	ToolResult,
} from '../agent/index.ts';
export type {ToolResultMessage} from '../ai/index.ts';
export {localProviders, type ThinkingLevel, thinkingLevels} from '../ai/index.ts';
export {openCredentials} from './auth/open-credentials.ts';
export {openPage} from './auth/open-page.ts';
export {
	type SignInTarget,
	signIn,
	signInTarget,
	signInTargets,
	sourceText,
} from './auth/sign-in.ts';
export {SignInCancelled, type SignInPort} from './auth/sign-in-flow.ts';
export {copyToClipboard} from './clipboard.ts';
export {readClipboardImage} from './clipboard-image.ts';
export type {Command, CommandContext} from './commands/define-command.ts';
export {commands, parseCommand} from './commands/index.ts';
export {serialise} from './compaction/serialise.ts';
export {ConfigFileError, problemText} from './config-file.ts';
export type {CredentialSource} from './credentials.ts';
export type {CompactionReason, CompactionResult, SessionEvent} from './events.ts';
export {exportHtml, exportJsonl} from './export/export-session.ts';
export {describeExtensions} from './extensions/describe.ts';
export type {
	ExtensionAPI,
	ExtensionCommandContext,
	ExtensionContext,
	ExtensionFactory,
	ExtensionToolContext,
	ToolDefinition,
} from './extensions/extension-api.ts';
export type {ExtensionHost} from './extensions/host.ts';
export type {PiModules} from './extensions/load.ts';
export type {
	CustomFactory,
	InputListener,
	OverlayHandle,
	View,
	ViewFactory,
	ViewHost,
	ViewKeys,
	ViewTheme,
} from './extensions/view.ts';
export type {Harness, HarnessOptions, Models} from './harness-options.ts';
export {type UpdatedCatalog, updateHomeCatalog} from './home-catalog.ts';
export {
	type ImportedFile,
	type PiImport,
	planPiImport,
	runPiImport,
} from './import/from-pi.ts';
export {hasProjectResources} from './inspect-project.ts';
export {type RunLimits, watchLimits} from './limits.ts';
export {
	ModelChoiceError,
	NoModelError,
	offeredLevels as levelsFor,
	warningsAbout,
} from './model-choice.ts';
export {createModelRegistry, type ModelRegistry} from './model-registry.ts';
export {nameOf, type ScopedModel} from './model-search.ts';
export type {ModelSelection} from './model-selection.ts';
export {openAddress} from './open-address.ts';
export {openExtensions} from './open-extensions.ts';
export {openHarness, openModels} from './open-session.ts';
export {type PackageExtension, packageExtensions} from './packages/extension-files.ts';
export {installedPackages} from './packages/installed.ts';
export {
	createPackageKeeper,
	type PackageChange,
	type PackageKeeper,
	type PackageState,
} from './packages/keep-packages.ts';
export {type PackageFile, packageFiles} from './packages/package-files.ts';
export {
	expandHome,
	type Places,
	packageFolder,
	placesFor,
	sessionsFor,
	sessionsRoot,
} from './paths.ts';
export {openProject, type Project} from './project.ts';
export {projectFiles} from './project-files.ts';
export {openPromptHistory, type PromptHistory} from './prompt-history.ts';
export {record as recordMessage} from './recorder.ts';
export {type SettingsScope, settingProblem} from './resources/check-settings.ts';
export {parseHead, readBody} from './resources/frontmatter.ts';
export {loadResources, type Resources} from './resources/load.ts';
export {
	changeAt,
	isAllowed,
	parseSetting,
	type SettingField,
	settingFields,
	settingText,
	valueAt,
} from './resources/setting-fields.ts';
export {
	memorySettings,
	openSettings,
	type Settings,
	type SettingsStore,
} from './resources/settings.ts';
export type {ThemeFile} from './resources/themes.ts';
export {convertToLlm} from './session/convert-to-llm.ts';
export {
	exportName,
	exportPath,
	forkFile,
	importSession,
	rehomeSession,
} from './session/copy.ts';
export type {
	EntryBody,
	EntryHead,
	EntryOf,
	EntryType,
	SessionEntry,
	SessionHeader,
	SessionProblem,
} from './session/entries.ts';
export {editable as editableText, forkSession} from './session/fork.ts';
export {hiddenBranches, setHidden} from './session/hidden.ts';
export {acquireLease, type Holder, type Lease, leaseHolder} from './session/lease.ts';
export {
	findSession,
	type ListOptions,
	listAllSessions,
	listSessions,
	locateSession,
	newestSession,
	type SessionInfo,
} from './session/list.ts';
export {type Jump, planJump, rememberLeaf} from './session/navigate.ts';
export {createSession, openSession, readHeader, seedSession} from './session/open.ts';
export {settingsAt} from './session/path-settings.ts';
export {projectTree} from './session/projection.ts';
export {removeSession} from './session/remove.ts';
export {renameSession} from './session/rename.ts';
export {SessionError} from './session/session-error.ts';
export type {SessionTree} from './session/tree.ts';
export {continuationOf, moveSession} from './session-folder.ts';
export type {NavigateOptions, NavigateResult} from './session-navigation.ts';
export type {
	Activity,
	BashResult,
	Disposition,
	HarnessState,
	PromptOptions,
	QueuedMessage,
} from './session-state.ts';
export {sessionStats} from './session-stats.ts';
export {createSessionStore, type SessionStore} from './session-store.ts';
export {killAllGroups} from './shell/kill-tree.ts';
export type {CommandEnd, CommandOptions} from './shell/run-command.ts';
export {type CustomOptions, noSurface, type Surface} from './surface.ts';
export {
	type Capability,
	defineTool,
	type HarnessTool,
	ToolError,
	textResult,
} from './tools/define-tool.ts';
export type {ToolEnvironment} from './tools/environment.ts';
export {createFileMemory, type FileMemory} from './tools/file-memory.ts';
export {createFileQueue, type FileQueue} from './tools/file-queue.ts';
export {
	type Decision,
	decide,
	type GatedCall,
	type GateRule,
	type RuleSetName,
	ruleSets,
} from './tools/gate.ts';
export {type ImageType, imageTypeOf} from './tools/image-header.ts';
export {createTools, defaultTools, toolFactories} from './tools/index.ts';
export {
	type FileStat,
	type FolderEntry,
	localOperations,
	type Operations,
} from './tools/operations.ts';
export {readImage} from './tools/read-image.ts';
export {leavesProject, resolvePath} from './tools/resolve-path.ts';
export {rememberTrust} from './trust.ts';
export * from './user-interface.ts';
export {userTexts} from './user-texts.ts';
export {toWireEvent} from './wire-events.ts';
