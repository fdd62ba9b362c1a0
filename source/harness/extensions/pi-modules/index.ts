/** The modules that extensions import, by name: bough's own, of the same shape. */
export async function piModules(): Promise<Readonly<Record<string, unknown>>> {
	const [typebox, value, compile] = await Promise.all([
		import('typebox'),
		import('typebox/value'),
		import('typebox/compile'),
	]);
	return {
		typebox,
		'typebox/value': value,
		'typebox/compile': compile,
		'@sinclair/typebox': typebox,
		'@sinclair/typebox/value': value,
		'@sinclair/typebox/compiler': compile,
		'@sinclair/typebox/compile': compile,
	};
}
