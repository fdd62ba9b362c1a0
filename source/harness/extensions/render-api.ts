import type {AgentMessage, ToolResult} from '../../agent/index.ts';
import type {SessionEntry} from '../session/entries.ts';
import type {View, ViewTheme} from './view.ts';

export type RenderContext = {
	readonly args: never;
	readonly toolCallId: string;
	invalidate(): void;
	readonly lastComponent: View | undefined;
	readonly state: Record<string, unknown>;
	readonly cwd: string;
	readonly executionStarted: boolean;
	readonly argsComplete: boolean;
	readonly isPartial: boolean;
	readonly expanded: boolean;
	readonly showImages: boolean;
	readonly isError: boolean;
	readonly durationMs: number | undefined;
	readonly outputPad: number;
	keyText(id: string): string;
	keyHint(id: string, description: string): string;
};

export type ToolRenderers = {
	readonly renderShell?: 'default' | 'self';
	renderCall?(args: never, theme: ViewTheme, context: RenderContext): unknown;
	renderResult?(
		result: ToolResult,
		options: {readonly expanded: boolean; readonly isPartial: boolean},
		...rest: readonly [theme: ViewTheme, context: RenderContext]
	): unknown;
};

export type ShowOptions = {
	readonly expanded: boolean;
	readonly outputPad?: number;
	keyText(id: string): string;
	keyHint(id: string, description: string): string;
};

/** Lines, a view, or in bough a React element. */
export type MessageRenderer = (
	message: Extract<AgentMessage, {readonly role: 'custom'}>,
	options: ShowOptions,
	theme: ViewTheme,
) => unknown;
export type EntryRenderer = (
	entry: SessionEntry,
	options: ShowOptions,
	theme: ViewTheme,
) => unknown;
export type ToolRendererResolver = (
	toolName: string,
	next: () => ToolRenderers | undefined,
) => ToolRenderers | undefined;
export type MarkdownTransformer = (
	markdown: string,
	context: {
		readonly messageType: string;
		readonly isStreaming: boolean;
		readonly availableWidth: number;
	},
) => string;
