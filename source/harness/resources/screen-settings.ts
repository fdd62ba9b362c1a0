import {Type} from 'typebox';
import {off, on, text} from './setting-kinds.ts';

/** Settings of the screen and the terminal it is shown on. */
export const screenSettings = {
	theme: text('Theme by name, or "light/dark" to follow the terminal', 'dark'),
	tips: on('Say now and then what else can be done'),
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
			notify: Type.Enum(['auto', 'bell', 'off'], {
				default: 'auto',
				description: 'Word when a run is over or something is asked while nobody looks',
			}),
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
