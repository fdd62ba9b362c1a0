/** What `import … from 'bough'` gives: sessions for programs, and the parts that they are made of. */

export type {
	AssistantMessageEvent,
	AssistantMessageEventStream,
	Context,
	ContextOptions,
	ImageContent,
	Message,
	Model,
	ThinkingLevel,
} from './ai/index.ts';
export {main} from './cli/main.ts';
export type {
	AgentMessage,
	CompactionResult,
	EntryBody,
	ExtensionAPI,
	ExtensionCommandContext,
	ExtensionContext,
	ExtensionFactory,
	ExtensionToolContext,
	Operations,
	QuestionOptions,
	SessionEntry,
	SessionHeader,
	SessionStore,
	SessionTree,
	ToolDefinition as ExtensionTool,
	UserInterface,
} from './harness/index.ts';
export {
	localOperations,
	SessionError,
	silentInterface,
	type ToolResult,
	textResult,
} from './harness/index.ts';
export * from './sdk/index.ts';
