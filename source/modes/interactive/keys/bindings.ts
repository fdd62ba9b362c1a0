// Every key of the interface is a row here; hints, help, docs and a person's own keybindings.json go by these ids.

export type Platform = 'linux' | 'mac' | 'windows' | 'wsl';

export type Binding = {
	readonly does: string;
	readonly keys: readonly string[];
	/** Keys where a platform takes the usual ones for itself. */
	readonly on?: Partial<Record<Platform, readonly string[]>>;
	/** Extensions cannot take its keys. */
	readonly isReserved?: true;
};

const bind = (does: string, ...keys: readonly string[]): Binding => ({does, keys});
const reserve = (does: string, ...keys: readonly string[]): Binding => ({
	does,
	keys,
	isReserved: true,
});
const onWindows = (windows: readonly string[], wsl: readonly string[] = windows) => ({
	on: {windows, wsl},
});

export const bindings = {
	'tui.editor.cursorUp': bind('One line up', 'up'),
	'tui.editor.cursorDown': bind('One line down', 'down'),
	'tui.editor.historyPrevious': bind('Earlier prompt'),
	'tui.editor.historyNext': bind('Later prompt'),
	'tui.editor.cursorLeft': bind('One character left', 'left', 'ctrl+b'),
	'tui.editor.cursorRight': bind('One character right', 'right', 'ctrl+f'),
	'tui.editor.cursorWordLeft': bind('One word left', 'alt+left', 'ctrl+left', 'alt+b'),
	'tui.editor.cursorWordRight': bind('One word right', 'alt+right', 'ctrl+right', 'alt+f'),
	'tui.editor.cursorLineStart': bind('Start of the line', 'home', 'ctrl+a'),
	'tui.editor.cursorLineEnd': bind('End of the line', 'end', 'ctrl+e'),
	'tui.editor.jumpForward': bind('Forward to a character', 'ctrl+]'),
	'tui.editor.jumpBackward': bind('Back to a character', 'ctrl+alt+]'),
	'tui.editor.pageUp': bind('One page up in the editor', 'pageUp', 'ctrl+pageUp'),
	'tui.editor.pageDown': bind('One page down in the editor', 'pageDown', 'ctrl+pageDown'),
	'tui.editor.deleteCharBackward': bind('Delete the character before', 'backspace'),
	'tui.editor.deleteCharForward': bind('Delete the character behind', 'delete', 'ctrl+d'),
	'tui.editor.deleteWordBackward': bind('Cut the word before', 'ctrl+w', 'alt+backspace'),
	'tui.editor.deleteWordForward': bind('Cut the word behind', 'alt+d', 'alt+delete'),
	'tui.editor.deleteToLineStart': bind('Cut to the start of the line', 'ctrl+u'),
	'tui.editor.deleteToLineEnd': reserve('Cut to the end of the line', 'ctrl+k'),
	'tui.editor.yank': bind('Insert what was cut last', 'ctrl+y'),
	'tui.editor.yankPop': bind('Insert what was cut before that', 'alt+y'),
	'tui.editor.undo': {...bind('Undo', 'ctrl+-'), ...onWindows(['ctrl+z'], ['alt+z'])},

	'tui.input.newLine': bind('New line', 'shift+enter', 'ctrl+j'),
	'tui.input.submit': reserve('Send', 'enter'),
	'tui.input.tab': bind('Complete', 'tab'),
	'tui.input.copy': reserve('Copy the selection', 'ctrl+c'),

	'tui.select.up': bind('One entry up', 'up'),
	'tui.select.down': bind('One entry down', 'down'),
	'tui.select.pageUp': bind('One page of entries up', 'pageUp'),
	'tui.select.pageDown': bind('One page of entries down', 'pageDown'),
	'tui.select.confirm': reserve('Choose', 'enter'),
	'tui.select.cancel': reserve('Cancel', 'escape', 'ctrl+c'),

	'tui.altScreen.pageUp': bind('One page up', 'pageUp'),
	'tui.altScreen.pageDown': bind('One page down', 'pageDown'),
	'tui.altScreen.halfPageUp': bind('Half a page up'),
	'tui.altScreen.halfPageDown': bind('Half a page down'),
	'tui.altScreen.lineUp': bind('One row up'),
	'tui.altScreen.lineDown': bind('One row down'),
	'tui.altScreen.previousPrompt': bind('Previous prompt', 'ctrl+shift+up', 'ctrl+up'),
	'tui.altScreen.nextPrompt': bind('Next prompt', 'ctrl+shift+down', 'ctrl+down'),
	'tui.altScreen.search': {...bind('Search', 'ctrl+shift+f'), ...onWindows(['ctrl+f'])},
	'tui.altScreen.searchNext': bind('Next match', 'enter', 'ctrl+g'),
	'tui.altScreen.searchPrevious': bind('Previous match', 'shift+enter', 'ctrl+shift+g'),
	'tui.altScreen.searchClose': bind('End the search', 'escape'),
	'tui.altScreen.top': bind('To the beginning', 'ctrl+home'),
	'tui.altScreen.bottom': bind('To the end', 'ctrl+end'),

	'app.interrupt': reserve('Stop what is running', 'escape'),
	'app.clear': reserve('Clear the editor; twice: leave', 'ctrl+c'),
	'app.exit': reserve('Leave when the editor is empty', 'ctrl+d'),
	// There is no stopping on Windows, where the key undoes.
	'app.suspend': {...reserve('Put into the background', 'ctrl+z'), on: {windows: []}},
	'app.editor.external': reserve('Write in an editor of your own', 'ctrl+g'),
	'app.history.search': bind('Search earlier prompts', 'ctrl+r'),
	'app.clipboard.pasteImage': {
		...bind('Paste an image', 'ctrl+v'),
		...onWindows(['alt+v', 'ctrl+v']),
	},
	'app.session.new': bind('New session'),
	'app.session.tree': bind('Tree of the session'),
	'app.session.fork': bind('Fork the session'),
	'app.session.resume': bind('Open a session'),
	'app.session.togglePath': bind('Show paths', 'ctrl+p'),
	'app.session.toggleSort': bind('Other order', 'ctrl+s'),
	'app.session.toggleNamedFilter': bind('Only named ones', 'ctrl+n'),
	'app.session.rename': bind('Rename', 'ctrl+r'),
	'app.session.delete': bind('Delete', 'ctrl+d'),
	'app.session.deleteNoninvasive': bind('Delete when nothing is searched', 'ctrl+backspace'),
	'app.model.select': reserve('Choose a model', 'ctrl+l'),
	'app.model.cycleForward': reserve('Next model', 'ctrl+p'),
	'app.model.cycleBackward': {
		...reserve('Previous model', 'shift+ctrl+p'),
		...onWindows(['alt+p']),
	},
	'app.models.save': bind('Save the selection', 'ctrl+s'),
	'app.models.enableAll': bind('Enable all', 'ctrl+a'),
	'app.models.clearAll': bind('Disable all', 'ctrl+x'),
	'app.models.toggleProvider': bind('Toggle the provider', 'ctrl+p'),
	'app.models.reorderUp': bind('Move up', 'alt+up'),
	'app.models.reorderDown': bind('Move down', 'alt+down'),
	'app.thinking.cycle': reserve('Next thinking level', 'shift+tab'),
	'app.thinking.save': bind('Save as default', 'ctrl+s'),
	'app.thinking.toggle': reserve('Show or hide thinking', 'ctrl+t'),
	'app.tools.expand': reserve('Expand or collapse tools', 'ctrl+o'),
	'app.message.copy': reserve('Copy the last answer', 'ctrl+x'),
	'app.message.followUp': {
		...reserve('Send when the run is over', 'alt+enter'),
		...onWindows(['ctrl+q']),
	},
	'app.message.dequeue': {...bind('Take queued prompts back', 'alt+up'), ...onWindows(['alt+q'])},
	'app.tree.foldOrUp': {
		...bind('Fold, or to the parent', 'ctrl+left', 'alt+left'),
		on: {mac: ['alt+left', 'ctrl+left']},
	},
	'app.tree.unfoldOrDown': {
		...bind('Unfold, or to the child', 'ctrl+right', 'alt+right'),
		on: {mac: ['alt+right', 'ctrl+right']},
	},
	'app.tree.editLabel': bind('Label', 'shift+l'),
	'app.tree.toggleLabelTimestamp': bind('Times of labels', 'shift+t'),
	'app.tree.hide': bind('Hide the branch, or bring it back', 'shift+h'),
	'app.tree.showHidden': bind('Show hidden branches', 'alt+h'),
	'app.tree.filter.default': bind('Usual entries', 'ctrl+d'),
	'app.tree.filter.noTools': bind('Without tools', 'ctrl+t'),
	'app.tree.filter.userOnly': bind('Only prompts', 'ctrl+u'),
	'app.tree.filter.labeledOnly': bind('Only labelled ones', 'ctrl+l'),
	'app.tree.filter.all': bind('All entries', 'ctrl+a'),
	'app.tree.filter.cycleForward': bind('Next filter', 'ctrl+o'),
	'app.tree.filter.cycleBackward': bind('Previous filter', 'shift+ctrl+o'),
} as const satisfies Readonly<Record<string, Binding>>;

export type ActionId = keyof typeof bindings;

/** Ids that earlier keybindings files used, where the last part alone does not tell which is meant. */
export const formerIds: Readonly<Record<string, ActionId>> = {
	selectUp: 'tui.select.up',
	selectDown: 'tui.select.down',
	selectPageUp: 'tui.select.pageUp',
	selectPageDown: 'tui.select.pageDown',
	selectConfirm: 'tui.select.confirm',
	selectCancel: 'tui.select.cancel',
	pageUp: 'tui.editor.pageUp',
	pageDown: 'tui.editor.pageDown',
	copy: 'tui.input.copy',
	externalEditor: 'app.editor.external',
	selectModel: 'app.model.select',
	cycleModelForward: 'app.model.cycleForward',
	cycleModelBackward: 'app.model.cycleBackward',
	cycleThinkingLevel: 'app.thinking.cycle',
	toggleThinking: 'app.thinking.toggle',
	expandTools: 'app.tools.expand',
	toggleSessionNamedFilter: 'app.session.toggleNamedFilter',
	toggleSessionPath: 'app.session.togglePath',
	toggleSessionSort: 'app.session.toggleSort',
	renameSession: 'app.session.rename',
	deleteSession: 'app.session.delete',
	newSession: 'app.session.new',
};
