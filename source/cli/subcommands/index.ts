import type {Subcommand} from './define-subcommand.ts';

/** Words that are commands when they come first. Help and the check of arguments read this table. */
export const subcommands: readonly Subcommand[] = [
	{
		name: 'auth',
		usage: '<login|logout|check|…> [provider]',
		summary: 'Sign in and out, see what there is, print a key for a script',
		details: `  login [provider] [--api-key] [--no-browser]
      Sign in, or give a key; it is asked for unseen, or read from a pipe.
      --api-key: a key also where there is another way; --no-browser: only show the address
  logout [provider]
      Forget what auth.json has. Keys of the environment and of models.json stay.
  check [provider] [--json] [--credentials] [--no-refresh]
      Exit code 0: ready, 1: nothing there, 2: there is something that does not work.
      --credentials: all providers that have something; --no-refresh: renew nothing, run no commands
  print-api-key <provider>
      Print the key, or the token that stands for it.
  print-bearer-token <provider> [--min-expiry 10m]
      Print the token of a sign-in; it is valid at least as long (ms, s, m, h).`,
		load: async () => (await import('./auth.ts')).auth,
	},
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
		usage: '[source|--models]',
		summary: 'Bring packages up to date, or the list of models',
		details: `  update [source]
      Packages; those with a fixed version stay.
  update --models [--from url|file]
      The newest facts about models, into the home; BOUGH_MODELS_URL names another source.`,
		load: async () => (await import('./update.ts')).update,
	},
	{
		name: 'list',
		usage: '',
		summary: 'Show packages and what they bring',
		load: async () => (await import('./list.ts')).list,
	},
	{
		name: 'doctor',
		usage: 'extensions',
		summary: 'Say what each extension hooks, and what its load takes',
		load: async () => (await import('./doctor.ts')).doctor,
	},
	{
		name: 'config',
		usage: '[on|off <package> <what>]',
		summary: 'Turn resources of packages on and off',
		load: async () => (await import('./config.ts')).config,
	},
	{
		name: 'import',
		usage: 'pi [--credentials] [--dry-run]',
		summary: 'Take over settings, models, keys and sessions of pi',
		load: async () => (await import('./import.ts')).importFrom,
	},
	{
		name: 'sessions',
		usage: '[list|move|export|import|verify]',
		summary: 'List, move, export, import or check sessions',
		details: `  list [--all] [--named] [--json]
  move <session> [folder]     to this folder or another
  export <session> [file]     the path to its end, as a session of its own
  import <file>
  verify [session]`,
		load: async () => (await import('./sessions.ts')).sessions,
	},
];

export const subcommandHelp = ({name, usage, summary, details}: Subcommand): string =>
	[
		`bough ${name}${usage === '' ? '' : ` ${usage}`}`,
		`${summary}.`,
		...(details === undefined ? [] : [details]),
	].join('\n\n');

export const findSubcommand = (word: string | undefined): Subcommand | undefined =>
	subcommands.find(({name, aliases = []}) => word === name || aliases.includes(word ?? ''));
