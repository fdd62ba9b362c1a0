export {
	AgentSession,
	type PromptDisposition,
	type PromptOptions,
	type ScopedModel,
} from './agent-session.ts';
export * from './agent-session-runtime.ts';
export {
	type CreateAgentSessionOptions,
	type CreateAgentSessionResult,
	createAgentSession,
} from './create-agent-session.ts';
export {ModelRuntime, type ModelRuntimeOptions} from './model-runtime.ts';
export {getAgentDir} from './places.ts';
export {
	DefaultResourceLoader,
	type ResourceDiagnostic,
	type ResourceLoader,
	type ResourceLoaderOptions,
} from './resource-loader.ts';
export {
	type AgentsFile,
	createSyntheticSourceInfo,
	type PromptTemplate,
	type Skill,
	type SourceInfo,
} from './resource-shapes.ts';
export {RpcClient, type RpcEventListener, type RpcSessionState} from './rpc-client.ts';
export type {RpcProcessOptions as RpcClientOptions, RpcRecord} from './rpc-process.ts';
export {type PrintModeOptions, runPrintMode, runRpcMode} from './run-modes.ts';
export type {AgentSessionEvent, AgentSessionEventListener} from './session-events.ts';
export type {SessionInfo, SessionListProgress} from './session-files.ts';
export {type NewSessionOptions, SessionManager} from './session-manager.ts';
export {ReadonlySessionManager} from './session-reader.ts';
export type {SessionContext, SessionProjection, SessionTreeNode} from './session-views.ts';
export {type SettingsError, SettingsManager} from './settings-manager.ts';
export {defineTool, type ToolDefinition} from './tool-definition.ts';
export * from './tool-factories.ts';
