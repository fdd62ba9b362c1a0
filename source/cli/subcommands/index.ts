import type {Subcommand} from './define-subcommand.ts';

/** Words that are commands when they come first. Help and the check of arguments read this table. */
export const subcommands: readonly Subcommand[] = [
	{
		name: 'install',
		usage: '[source] [-l]',
		summary: 'Install npm:name, git:host/path or a folder; alone: what the settings list',
		load: async () => (await import('./install.ts')).install,
	},
	{
		name: 'remove',
		aliases: ['uninstall'],
		usage: '<source> [-l]',
		summary: 'Remove a package',
		load: async () => (await import('./remove.ts')).remove,
	},
	{
		name: 'update',
		usage: '[source]',
		summary: 'Bring packages up to date; those with a fixed version stay',
		load: async () => (await import('./update.ts')).update,
	},
	{
		name: 'list',
		usage: '',
		summary: 'Show packages and what they bring',
		load: async () => (await import('./list.ts')).list,
	},
	{
		name: 'config',
		usage: '[on|off <package> <what>]',
		summary: 'Turn resources of packages on and off',
		load: async () => (await import('./config.ts')).config,
	},
];

export const subcommandHelp = ({name, usage, summary}: Subcommand): string =>
	`bough ${name}${usage === '' ? '' : ` ${usage}`}\n\n${summary}.`;

export const findSubcommand = (word: string | undefined): Subcommand | undefined =>
	subcommands.find(({name, aliases = []}) => word === name || aliases.includes(word ?? ''));
