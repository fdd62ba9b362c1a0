import type {Extension} from './extension.ts';
import type {CommandDefinition} from './extension-api.ts';

export type OwnedCommand = {
	/** What one types: with a number behind it where several have the name. */
	readonly name: string;
	readonly extension: Extension;
	readonly command: CommandDefinition;
};

/** Every command can be called: of equal names, each has its number. */
export function ownedCommands(extensions: readonly Extension[]): readonly OwnedCommand[] {
	const all = extensions.flatMap(extension =>
		[...extension.commands].map(([name, command]) => ({name, extension, command})),
	);
	return all.map((each, index) => {
		const same = all.filter(({name}) => name === each.name);
		if (same.length === 1) return each;
		const place = all.slice(0, index).filter(({name}) => name === each.name).length + 1;
		return {...each, name: `${each.name}:${place}`};
	});
}

/** The command that a text calls, and what stands behind its name. */
export function findCommand(
	extensions: readonly Extension[],
	text: string,
): (OwnedCommand & {readonly argument: string}) | undefined {
	const [, name, argument = ''] = /^\/([^\s]+)(?:\s+([\s\S]*))?$/.exec(text.trimEnd()) ?? [];
	const found = ownedCommands(extensions).find(each => each.name === name);
	return found && {...found, argument: argument.trim()};
}
