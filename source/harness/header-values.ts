import {
	checkedKey,
	type Environment,
	fillIn,
	isCommand,
	KeyError,
	runKeyCommand,
} from './key-value.ts';

/** Headers of models.json that are written like keys: variables are filled in, commands are run. */
export async function headerValues(
	headers: Readonly<Record<string, string>>,
	{provider, environment}: {readonly provider: string; readonly environment: Environment},
): Promise<Readonly<Record<string, string>>> {
	const source = {from: 'models.json', provider};
	const written = Object.entries(headers).filter(([, value]) => /^!|\$/.test(value));
	const filled = written.map(async ([name, value]) => {
		const text = isCommand(value)
			? await runKeyCommand(value, environment, source)
			: fillIn(value, environment);
		const checked = text === undefined ? undefined : checkedKey(text, source);
		if (checked !== undefined) return [name, checked] as const;
		throw new KeyError(
			`The header ${name} of ${provider} in models.json names nothing that is set.`,
		);
	});
	return Object.fromEntries(await Promise.all(filled));
}
