export type FlagGroup =
	| 'Ways to run'
	| 'Model'
	| 'Session'
	| 'Tools'
	| 'Prompt'
	| 'Resources'
	| 'Limits'
	| 'Other';

export type Flag = {
	readonly type: 'boolean' | 'string' | 'number';
	readonly group: FlagGroup;
	readonly help: string;
	/** Without its dash; may have two letters. */
	readonly short?: string;
	/** What stands for the value in the help. */
	readonly value?: string;
	readonly choices?: readonly string[];
	/** May be given several times. */
	readonly multiple?: boolean;
};

const turnedOn = <const T extends Omit<Flag, 'type'>>(flag: T) =>
	({type: 'boolean', ...flag}) as const;
const text = <const T extends Omit<Flag, 'type'>>(flag: T) => ({type: 'string', ...flag}) as const;
const number = <const T extends Omit<Flag, 'type'>>(flag: T) =>
	({type: 'number', ...flag}) as const;

/** Every option of the command line. Parsing, help and the check for unknown options read this table. */
export const flags = {
	print: turnedOn({short: 'p', group: 'Ways to run', help: 'Print the answer and exit'}),
	mode: text({
		choices: ['text', 'json', 'rpc'],
		group: 'Ways to run',
		help: 'Output of a run without a screen',
	}),
	'list-models': turnedOn({
		group: 'Ways to run',
		help: 'List the models that can be used; words narrow the list',
	}),
	export: text({
		value: 'path|id',
		group: 'Ways to run',
		help: 'Write a session as a page, to the file that follows or here, and exit',
	}),

	provider: text({value: 'name', group: 'Model', help: 'Provider of the model; needs --model'}),
	model: text({
		value: 'pattern',
		group: 'Model',
		help: 'Id, provider/id or part of a name; :level sets how hard it thinks',
	}),
	models: text({
		value: 'patterns',
		group: 'Model',
		help: 'Models to cycle through: names or globs, parted by commas',
	}),
	thinking: text({
		choices: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
		value: 'level',
		group: 'Model',
		help: 'How hard the model thinks',
	}),
	'api-key': text({value: 'key', group: 'Model', help: 'Key for this run; it is not stored'}),

	continue: turnedOn({
		short: 'c',
		group: 'Session',
		help: 'Go on with the newest session of this folder',
	}),
	resume: turnedOn({short: 'r', group: 'Session', help: 'Choose a session to go on with'}),
	session: text({
		value: 'path|id',
		group: 'Session',
		help: 'Open this session; the beginning of an id is enough',
	}),
	'session-id': text({
		value: 'id',
		group: 'Session',
		help: 'Open the session with this id, or start it',
	}),
	fork: text({
		value: 'path|id',
		group: 'Session',
		help: 'Copy a session and go on in the copy',
	}),
	name: text({short: 'n', value: 'text', group: 'Session', help: 'Name the session'}),
	'session-dir': text({value: 'folder', group: 'Session', help: 'Keep sessions here'}),
	'no-session': turnedOn({group: 'Session', help: 'Keep the session in memory only'}),

	tools: text({
		short: 't',
		value: 'list',
		group: 'Tools',
		help: 'Only these tools, or changes to the usual ones: +grep,-bash',
	}),
	'exclude-tools': text({short: 'xt', value: 'list', group: 'Tools', help: 'Without these tools'}),
	'no-tools': turnedOn({short: 'nt', group: 'Tools', help: 'Without any tools'}),
	'no-builtin-tools': turnedOn({
		short: 'nbt',
		group: 'Tools',
		help: 'Without the tools that come with bough',
	}),

	'system-prompt': text({
		value: 'text|file',
		group: 'Prompt',
		help: 'Replace the system prompt',
	}),
	'append-system-prompt': text({
		multiple: true,
		value: 'text|file',
		group: 'Prompt',
		help: 'Add to the system prompt (repeatable)',
	}),
	'no-context-files': turnedOn({
		short: 'nc',
		group: 'Prompt',
		help: 'Without AGENTS.md and its like',
	}),

	approve: turnedOn({
		short: 'a',
		group: 'Resources',
		help: "Trust this project's own files for this run",
	}),
	'no-approve': turnedOn({
		short: 'na',
		group: 'Resources',
		help: "Do not trust this project's own files for this run",
	}),
	extension: text({
		short: 'e',
		multiple: true,
		value: 'path',
		group: 'Resources',
		help: 'Load an extension: a file, a folder, or builtin:name (repeatable)',
	}),
	'no-extensions': turnedOn({
		short: 'ne',
		group: 'Resources',
		help: 'Without extensions, but those of --extension',
	}),
	skill: text({
		multiple: true,
		value: 'path',
		group: 'Resources',
		help: 'Load a skill or a folder of skills (repeatable)',
	}),
	'no-skills': turnedOn({
		short: 'ns',
		group: 'Resources',
		help: 'Without skills, but those of --skill',
	}),
	'prompt-template': text({
		multiple: true,
		value: 'path',
		group: 'Resources',
		help: 'Load a slash prompt or a folder of them (repeatable)',
	}),
	'no-prompt-templates': turnedOn({
		short: 'np',
		group: 'Resources',
		help: 'Without slash prompts, but those of --prompt-template',
	}),
	theme: text({
		multiple: true,
		value: 'path',
		group: 'Resources',
		help: 'Load a theme or a folder of themes (repeatable)',
	}),
	'no-themes': turnedOn({
		group: 'Resources',
		help: 'Without themes of files, but those of --theme',
	}),
	'use-theme': text({value: 'name', group: 'Resources', help: 'Show this theme'}),

	'max-turns': number({
		value: 'n',
		group: 'Limits',
		help: 'Stop after so many answers of the model',
	}),
	'max-cost': number({value: 'dollars', group: 'Limits', help: 'Stop when this much was spent'}),
	'max-time': number({value: 'seconds', group: 'Limits', help: 'Stop after this time'}),

	offline: turnedOn({group: 'Other', help: 'No network use but the model'}),
	verbose: turnedOn({group: 'Other', help: 'Say at the start what was loaded'}),
	help: turnedOn({short: 'h', group: 'Other', help: 'Show this text'}),
	version: turnedOn({short: 'v', group: 'Other', help: 'Show the version'}),
} satisfies Readonly<Record<string, Flag>>;

export type FlagName = keyof typeof flags;

type ValueOf<F extends Flag> = F extends {readonly multiple: true}
	? readonly string[]
	: F extends {readonly type: 'boolean'}
		? true
		: F extends {readonly type: 'number'}
			? number
			: string;

/** Only what was given is there. */
export type FlagValues = {readonly [N in FlagName]?: ValueOf<(typeof flags)[N]>};

export const flagList: readonly (readonly [string, Flag])[] = Object.entries(flags);

/** Options of other agents whose feature is not here: refused with a sentence rather than taken for nothing. */
export const absentFlags: Readonly<
	Record<string, {readonly short?: string; readonly why: string}>
> = {
	'no-mcp': {why: 'This version speaks no MCP, so there is nothing to turn off.'},
	'tui-mode': {why: 'This version has one kind of screen, the full one.'},
};

/** Words that are commands in other agents; as a prompt they would surprise. */
export const absentCommands: readonly string[] = ['mcp'];
