import type {Extension} from './extension.ts';
import type {ExtensionHost} from './host.ts';

const list = (title: string, names: Iterable<string>): readonly string[] => {
	const all = [...names];
	return all.length === 0 ? [] : [`    ${title}: ${all.join(', ')}`];
};

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

function costs({costs: all}: Extension): readonly string[] {
	return [...all]
		.sort(([, one], [, other]) => other.ms - one.ms)
		.slice(0, 5)
		.map(
			([name, {calls, ms: total, slowest}]) =>
				`    ${name}: ${calls} calls, ${ms(total)} in all, ${ms(slowest)} at most`,
		);
}

function block(host: ExtensionHost, extension: Extension): readonly string[] {
	const {source, handlers, tools, commands, shortcuts, flags, loadMs} = extension;
	const errors = host.errorsOf(source);
	const state = host.isOff(source) ? ', switched off' : '';
	const failed = errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'}`;
	const from = source.packageName === undefined ? source.place : source.packageName;
	return [
		`  ${source.name} (${from}${failed}${state}), loaded in ${ms(loadMs)}`,
		`    ${source.path}`,
		...list('hooks', handlers.keys()),
		...list('tools', tools.keys()),
		...list(
			'commands',
			[...commands.keys()].map(name => `/${name}`),
		),
		...list('keys', shortcuts.keys()),
		...list(
			'options',
			[...flags.keys()].map(name => `--${name}`),
		),
		...costs(extension),
	];
}

/** Each extension: where it lies, what it hooks and has registered, and what it has cost. */
export function describeExtensions(host: ExtensionHost): string {
	const loaded = host.list();
	const failed = [...host.failed()];
	if (loaded.length + failed.length === 0)
		return 'There are no extensions. A file in ~/.bough/extensions is one; so is --extension FILE.';
	return [
		...(loaded.length > 0 ? ['Extensions:'] : []),
		...loaded.flatMap(extension => block(host, extension)),
		...(failed.length > 0 ? ['Not loaded:'] : []),
		...failed.map(([{path}, why]) => `  ${path}: ${why}`),
	].join('\n');
}
