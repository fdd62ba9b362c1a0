/** Small facts the app remembers between starts; not settings, and nothing is lost without them. */
export type AppState = {readonly lastVersion: string};

/** The version that ran last, and from now on this one. undefined at the very first start. */
export async function noteVersion(home: string, version: string): Promise<string | undefined> {
	const {default: Conf} = await import('conf');
	const state = new Conf<Partial<AppState>>({
		cwd: home,
		configName: 'state',
		projectName: 'bough',
		configFileMode: 0o600,
		clearInvalidConfig: true,
	});
	const before = state.get('lastVersion');
	if (before !== version) state.set('lastVersion', version);
	return before;
}
