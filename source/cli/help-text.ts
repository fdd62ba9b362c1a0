import {type Flag, type FlagGroup, flagList} from './flags.ts';
import {subcommands} from './subcommands/index.ts';

const groups: readonly FlagGroup[] = [
	'Ways to run',
	'Model',
	'Session',
	'Tools',
	'Prompt',
	'Resources',
	'Limits',
	'Other',
];

const column = 36;

function row([name, {short, value, choices, help}]: readonly [string, Flag]): string {
	const shown = value ?? choices?.join('|');
	const left = `${short ? `-${short}, ` : ''}--${name}${shown ? ` <${shown}>` : ''}`;
	const values = value && choices ? ` (${choices.join(', ')})` : '';
	return `  ${left.padEnd(column)}  ${help}${values}`;
}

const rowsOf = (group: FlagGroup): string =>
	flagList
		.filter(([, flag]) => flag.group === group)
		.map(row)
		.join('\n');

const commandRows = subcommands
	.map(({name, usage, summary}) => `  ${`bough ${name} ${usage}`.padEnd(column)}  ${summary}`)
	.join('\n');

export const helpText = (version: string): string =>
	[
		`bough ${version}: a terminal coding agent that keeps every conversation as a tree`,
		`Usage: bough [options] [--] [@file …] [message …]

  bough                             open the screen
  bough "fix the failing test"      open it with a prompt
  bough -p "what does this do?"     print the answer and exit
  git diff | bough -p "review it"   what is piped in comes first; "-" waits for it
  bough -p @notes.md @plan.png hi   files before the message
  bough -c                          go on where you were`,
		`Commands:\n${commandRows}`,
		...groups.map(group => `${group}:\n${rowsOf(group)}`),
		`Exit codes: 0 ok, 1 the model or a file failed, 2 wrong usage or configuration, 3 a limit was reached,
            130 stopped by you, 143 and 129 ended by SIGTERM and SIGHUP`,
		'Keys of providers come from auth.json in $BOUGH_HOME (~/.bough) or their usual variables, such as\nANTHROPIC_API_KEY. Without one, model servers on this machine are looked for.',
	].join('\n\n');
