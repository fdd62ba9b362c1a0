export {addUsage} from './add-usage.ts';
export {type Assembler, createAssembler, failureOf, toolCallsOf} from './assemble.ts';
export {
	catalogAsOf,
	catalogModels,
	catalogProviders,
	catalogRows,
	defaultModel,
	findProvider,
	type Provider,
	pickDefault,
	toCatalogModels,
} from './catalog.ts';
export {parseSource, readSource, usualSource} from './catalog-update/read-source.ts';
export {updateCatalog} from './catalog-update/update-catalog.ts';
export {type FileProblem, parseConfig} from './config-text.ts';
export {toConfiguredModel, toOverriddenModel} from './configured-model.ts';
export {
	type AssistantMessageEvent,
	type AssistantMessageEventStream,
	type Context,
	type ContextOptions,
	streamContext,
} from './context-stream.ts';
export {demoModel} from './demo-model.ts';
export {describeRequest, type RequestDescription} from './describe-request.ts';
export type {FailureCode, ModelEvent, ModelFailure} from './events.ts';
export type {RequestChange} from './explain-history.ts';
export {toFailure} from './failure.ts';
export {clampLevel, levelsOf} from './levels.ts';
export {
	createLlamaRouter,
	type LlamaRouter,
	type RouterModel,
} from './local-servers/llama-router.ts';
export {
	findLocalServers,
	type LocalSearch,
	type LocalServer,
	localProviders,
	localServerUrls,
} from './local-servers.ts';
export * from './messages.ts';
export {type Model, type Price, type ThinkingLevel, thinkingLevels} from './model.ts';
export {
	type ConfiguredProvider,
	type ModelsFile,
	parseModelsFile,
} from './models-file.ts';
export type {Environment, Fetch} from './network.ts';
export {fetchFor} from './network.ts';
export type {CacheRetention} from './protocols/protocol.ts';
export {complete, type ModelRequest, streamModel} from './stream.ts';
export type {StreamOptions} from './stream-options.ts';
export {renderSystemPrompt, type SystemState, systemState} from './system-state.ts';
export {checkToolInput} from './tool-input.ts';
