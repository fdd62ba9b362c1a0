import {type Static, Type} from 'typebox';
import {thinkingLevels} from '../../ai/index.ts';

const tokens = (description: string, standard: number) =>
	Type.Integer({minimum: 0, default: standard, description});
const milliseconds = (description: string, standard: number) =>
	Type.Number({minimum: 0, default: standard, description});
const on = (description: string) => Type.Boolean({default: true, description});
const off = (description: string) => Type.Boolean({default: false, description});
const text = (description: string, standard = '') => Type.String({default: standard, description});
const texts = (description: string, standard: readonly string[] = []) =>
	Type.Array(Type.String(), {default: [...standard], description});
const level = (description: string) =>
	Type.Enum([...thinkingLevels], {default: 'medium', description});
const queueMode = (description: string) =>
	Type.Enum(['one-at-a-time', 'all'], {default: 'one-at-a-time', description});

/** Only the person's own file may say this; a project that could would decide about itself. */
const personal = {scope: 'person'} as const;

const model = {
	defaultProvider: text('Provider of new sessions; empty: the first that has a key'),
	defaultModel: text('Model of new sessions'),
	defaultThinkingLevel: level('How hard the model thinks in new sessions'),
	modelThinkingLevels: Type.Record(Type.String(), Type.Enum([...thinkingLevels]), {
		default: {},
		description: 'Thinking level by model, as provider/id: level',
	}),
	thinkingBudgets: Type.Object(
		{
			minimal: Type.Optional(tokens('Tokens of thinking at this level', 1024)),
			low: Type.Optional(tokens('Tokens of thinking at this level', 2048)),
			medium: Type.Optional(tokens('Tokens of thinking at this level', 8192)),
			high: Type.Optional(tokens('Tokens of thinking at this level', 16_384)),
		},
		{default: {}, description: 'For providers that limit thinking by tokens'},
	),
	signIn: Type.Record(
		Type.String(),
		Type.Object({
			clientId: Type.Optional(Type.String()),
			server: Type.Optional(Type.String()),
			api: Type.Optional(Type.String()),
		}),
		{
			...personal,
			default: {},
			description: 'Client id and server of a sign-in, by provider',
		},
	),
	enabledModels: texts('Models to cycle through: names, globs, with an optional :level'),
	transport: Type.Enum(['auto', 'sse', 'websocket', 'websocket-cached'], {
		default: 'auto',
		description: 'How answers are streamed, where a provider offers a choice',
	}),
	httpProxy: Type.String({
		...personal,
		default: '',
		description: 'Proxy for all requests; empty: as HTTPS_PROXY and HTTP_PROXY say',
	}),
	httpIdleTimeoutMs: milliseconds('Silence in ms that ends a request; 0: none', 300_000),
	websocketConnectTimeoutMs: milliseconds('Longest wait in ms for a WebSocket', 15_000),
	cacheWarming: Type.Enum(['off', 'streaming', 'idle'], {
		...personal,
		default: 'off',
		description: 'Keep the provider’s cache warm; costs a little and saves more',
	}),
	localServers: on('Look for model servers on this machine'),
	retry: Type.Object(
		{
			enabled: on('Try again after failures that may pass'),
			maxRetries: Type.Integer({minimum: 0, default: 3, description: 'Attempts'}),
			baseDelayMs: milliseconds('First wait in ms; doubles each time', 2000),
			maxAgentDelayMs: milliseconds('Longest wait in ms', 60_000),
			provider: Type.Object(
				{
					timeoutMs: Type.Optional(milliseconds('Longest time in ms for one request', 300_000)),
					maxRetries: Type.Integer({
						minimum: 0,
						default: 0,
						description: 'Attempts below the agent, before it hears of a failure',
					}),
					maxRetryDelayMs: milliseconds('Longest wait in ms that a server may ask for', 60_000),
				},
				{default: {}, description: 'Attempts of the model layer itself'},
			),
		},
		{default: {}, description: 'What happens after a failed answer'},
	),
};

const session = {
	steeringMode: queueMode('Deliver queued steering messages one at a time or all at once'),
	followUpMode: queueMode('Deliver queued follow-ups one at a time or all at once'),
	sessionDir: text('Folder of sessions; empty: sessions/ in the home'),
	sessionShareDestination: Type.Enum(['auto', 'gist'], {
		default: 'auto',
		description: 'Where /share puts a session',
	}),
	compaction: Type.Object(
		{
			enabled: on('Compact when the context is full'),
			reserveTokens: tokens('Tokens kept free for the answer', 16_384),
			keepRecentTokens: tokens('Recent tokens that stay as they are', 20_000),
			modelOverrides: Type.Record(
				Type.String(),
				Type.Object({
					reserveTokens: Type.Optional(tokens('Tokens kept free for the answer', 16_384)),
					keepRecentTokens: Type.Optional(tokens('Recent tokens that stay as they are', 20_000)),
				}),
				{default: {}, description: 'Other numbers for some models, by provider/id'},
			),
		},
		{default: {}, description: 'When and how the conversation is shortened'},
	),
	branchSummary: Type.Object(
		{
			reserveTokens: tokens('Tokens kept free for the summary', 16_384),
			skipPrompt: off('Leave a branch without being asked about a summary'),
		},
		{default: {}, description: 'Notes about a branch that is left'},
	),
};

const tools = {
	defaultTools: texts('Tools that are on; +name and -name change the usual ones', [
		'read',
		'bash',
		'edit',
		'write',
	]),
	permissions: Type.Enum(['allow', 'ask-writes', 'read-only'], {
		...personal,
		default: 'allow',
		description: 'Tools that change something: let them run, ask first, or refuse them',
	}),
	shellPath: text('Shell for commands; empty: bash'),
	shellCommandPrefix: text('Runs before each command'),
	shellTimeoutSeconds: Type.Number({
		minimum: 0,
		default: 600,
		description: 'Seconds a command may take; 0: no limit',
	}),
	codemode: Type.Object(
		{
			mode: Type.Enum(['on', 'only'], {
				default: 'on',
				description: 'Beside the other tools, or instead of them',
			}),
			inlineBudget: tokens('Tokens that declarations of tools may take in the prompt', 3000),
		},
		{default: {}, description: 'Tools called from a script of the model'},
	),
	images: Type.Object(
		{
			autoResize: on('Make images as small as the model takes them'),
			blockImages: off('Never send images'),
		},
		{default: {}, description: 'Images in prompts and results'},
	),
};

const resources = {
	defaultProjectTrust: Type.Enum(['ask', 'always', 'never'], {
		...personal,
		default: 'ask',
		description: 'Whether files of a project may change what bough does, when nothing was decided',
	}),
	contextFilesNeedTrust: Type.Boolean({
		...personal,
		default: true,
		description: 'Read AGENTS.md and its like in trusted projects only',
	}),
	packages: Type.Array(Type.Union([Type.String(), Type.Object({source: Type.String()})]), {
		default: [],
		description: 'Packages with resources: npm:, git: or a path',
	}),
	extensions: texts('Further extensions: files, folders, globs'),
	skills: texts('Further skills: files, folders, globs'),
	prompts: texts('Further prompt templates: files, folders, globs'),
	themes: texts('Further themes: files, folders, globs'),
	enableSkillCommands: on('Offer each skill as /skill:name'),
	npmCommand: Type.Union([Type.String(), Type.Array(Type.String())], {
		default: 'npm',
		description: 'Installs packages: a program, or a list of it and its first arguments',
	}),
};

const screen = {
	theme: text('Theme by name, or "light/dark" to follow the terminal', 'dark'),
	quietStartup: off('Start without the welcome lines'),
	hideThinkingBlock: off('Hide the thinking of the model'),
	showCacheMissNotices: off('Say when the provider’s cache was missed'),
	externalEditor: text('Editor for long prompts; empty: as VISUAL and EDITOR say'),
	doubleEscapeAction: Type.Enum(['tree', 'fork', 'none'], {
		default: 'tree',
		description: 'What Escape twice does while the editor is empty',
	}),
	treeFilterMode: Type.Enum(['default', 'no-tools', 'user-only', 'labeled-only', 'all'], {
		default: 'default',
		description: 'Entries that the tree shows at first',
	}),
	tuiMode: Type.Enum(['fullscreen', 'regular'], {
		default: 'fullscreen',
		description: 'Own the screen, or write into the terminal’s scrollback',
	}),
	fullscreenExitOutput: Type.Enum(['transcript', 'hint', 'none'], {
		default: 'transcript',
		description: 'What is left in the terminal after leaving',
	}),
	fullscreenScrollbar: Type.Enum(['auto', 'always', 'never'], {
		default: 'auto',
		description: 'When the scrollbar shows',
	}),
	fullscreenCopyOnSelect: on('Copy what is selected with the mouse'),
	fullscreenWheelScrollLines: Type.Union(
		[Type.Literal('auto'), Type.Integer({minimum: 1, maximum: 100})],
		{default: 'auto', description: 'Lines that one notch of the wheel scrolls'},
	),
	editorPaddingX: Type.Integer({
		minimum: 0,
		maximum: 3,
		default: 0,
		description: 'Empty columns beside the editor',
	}),
	outputPad: Type.Integer({
		minimum: 0,
		maximum: 1,
		default: 1,
		description: 'Empty columns beside the transcript',
	}),
	autocompleteMaxVisible: Type.Integer({
		minimum: 3,
		maximum: 20,
		default: 5,
		description: 'Suggestions shown at once',
	}),
	showHardwareCursor: off('Show the terminal’s own cursor'),
	terminal: Type.Object(
		{
			showImages: on('Show images where the terminal can'),
			imageWidthCells: Type.Integer({minimum: 1, default: 60, description: 'Columns of an image'}),
			clearOnShrink: off('Clear rows that are no longer used'),
			showTerminalProgress: off('Show progress in the terminal’s tab'),
			hyperlinks: terminalSwitch('Links that can be clicked'),
			images: Type.Enum(['auto', 'kitty', 'iterm2', 'off'], {
				default: 'auto',
				description: 'How the terminal is given images',
			}),
			trueColor: terminalSwitch('All colours'),
		},
		{default: {}, description: 'What the terminal is taken to be able to do'},
	),
	markdown: Type.Object(
		{
			codeBlockIndent: text('Stands before each line of code', '  '),
			mermaid: Type.Enum(['off', 'final', 'streaming'], {
				default: 'streaming',
				description: 'Draw diagrams as text',
			}),
		},
		{default: {}, description: 'How answers are laid out'},
	),
};

function terminalSwitch(what: string) {
	return Type.Union([Type.Literal('auto'), Type.Boolean()], {
		default: 'auto',
		description: `${what}; auto: if the terminal is known for it`,
	});
}

const updates = {
	selfUpdateCommand: Type.String({
		...personal,
		default: '',
		description: 'Command that updates bough; empty: the usual one',
	}),
	collapseChangelog: off('Show only the headline of what is new'),
	enableInstallTelemetry: off('Count installations, anonymously'),
	enableAnalytics: off('Send anonymous numbers about use'),
	warnings: Type.Object(
		{anthropicExtraUsage: on('Warn when a subscription may be billed for extra use')},
		{default: {}, description: 'Warnings that can be turned off'},
	),
};

/** Every setting with its default and what it does: the menu, the checks and the documentation read this. */
export const settingsSchema = Type.Object({
	...model,
	...session,
	...tools,
	...resources,
	...screen,
	...updates,
});

export type Settings = Static<typeof settingsSchema>;
