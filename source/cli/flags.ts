export type FlagType = 'boolean' | 'string' | 'number';

export type Flag = {
	readonly type: FlagType;
	readonly short?: string;
	/** May be given several times. */
	readonly multiple?: boolean;
	readonly value?: string;
	readonly help: string;
	readonly group: 'Ways to run' | 'Model' | 'Session' | 'Tools' | 'Prompt' | 'Limits' | 'Other';
};

/** Every option of the command line. Parsing, help and the check for unknown options read this table. */
export const flags = {
	print: {type: 'boolean', short: 'p', group: 'Ways to run', help: 'Print the answer and exit'},
	mode: {
		type: 'string',
		value: 'text|json|rpc',
		group: 'Ways to run',
		help: 'Output of a run without a screen',
	},
	provider: {
		type: 'string',
		value: 'name',
		group: 'Model',
		help: 'Provider of the model (needs --model)',
	},
	model: {
		type: 'string',
		value: 'pattern',
		group: 'Model',
		help: 'Model, as id or provider/id, with an optional :level',
	},
	'api-key': {
		type: 'string',
		value: 'key',
		group: 'Model',
		help: 'Key for this run; it is not stored',
	},
	thinking: {
		type: 'string',
		value: 'level',
		group: 'Model',
		help: 'off, minimal, low, medium, high, xhigh or max',
	},
	'list-models': {
		type: 'boolean',
		group: 'Model',
		help: 'List the models that can be used, and exit; words narrow the list',
	},
	continue: {
		type: 'boolean',
		short: 'c',
		group: 'Session',
		help: 'Go on with the newest session of this folder',
	},
	resume: {type: 'boolean', short: 'r', group: 'Session', help: 'Choose a session to go on with'},
	session: {type: 'string', value: 'path|id', group: 'Session', help: 'Open this session'},
	'session-id': {
		type: 'string',
		value: 'id',
		group: 'Session',
		help: 'Open the session with this id, or start it',
	},
	fork: {
		type: 'string',
		value: 'path|id',
		group: 'Session',
		help: 'Copy a session and go on in the copy',
	},
	'session-dir': {type: 'string', value: 'folder', group: 'Session', help: 'Keep sessions here'},
	'no-session': {type: 'boolean', group: 'Session', help: 'Keep the session in memory only'},
	name: {type: 'string', short: 'n', value: 'text', group: 'Session', help: 'Name the session'},
	tools: {
		type: 'string',
		short: 't',
		value: 'list',
		group: 'Tools',
		help: 'Only these tools, or changes: +grep,-bash',
	},
	'exclude-tools': {
		type: 'string',
		short: 'xt',
		value: 'list',
		group: 'Tools',
		help: 'Without these tools',
	},
	'no-tools': {type: 'boolean', short: 'nt', group: 'Tools', help: 'Without tools'},
	'system-prompt': {
		type: 'string',
		value: 'text|file',
		group: 'Prompt',
		help: 'Replace the system prompt',
	},
	'append-system-prompt': {
		type: 'string',
		multiple: true,
		value: 'text|file',
		group: 'Prompt',
		help: 'Add to the system prompt',
	},
	'no-context-files': {
		type: 'boolean',
		short: 'nc',
		group: 'Prompt',
		help: 'Do not load AGENTS.md and its like',
	},
	approve: {
		type: 'boolean',
		short: 'a',
		group: 'Prompt',
		help: "Trust this project's own files for this run",
	},
	'no-approve': {
		type: 'boolean',
		short: 'na',
		group: 'Prompt',
		help: "Do not trust this project's own files for this run",
	},
	'max-turns': {
		type: 'number',
		value: 'n',
		group: 'Limits',
		help: 'Stop after so many answers of the model',
	},
	'max-cost': {
		type: 'number',
		value: 'dollars',
		group: 'Limits',
		help: 'Stop when this much was spent',
	},
	'max-time': {type: 'number', value: 'seconds', group: 'Limits', help: 'Stop after this time'},
	offline: {type: 'boolean', group: 'Other', help: 'No network use but the model'},
	verbose: {type: 'boolean', group: 'Other', help: 'Say more at the start'},
	help: {type: 'boolean', short: 'h', group: 'Other', help: 'Show this text'},
	version: {type: 'boolean', short: 'v', group: 'Other', help: 'Show the version'},
} as const satisfies Readonly<Record<string, Flag>>;

export const flagList: readonly (readonly [string, Flag])[] = Object.entries(flags);
