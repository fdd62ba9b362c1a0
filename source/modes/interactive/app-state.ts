/** Small facts the app remembers between starts; not settings, and nothing is lost without them. */
export type AppState = {readonly lastVersion: string; readonly tipsShown: number};

export type Start = {
	/** The version that ran last; undefined at the very first start. */
	readonly before: string | undefined;
	/** How many tips were shown before this start. */
	readonly tipsShown: number;
};

/** What was before this start, which from now on counts. */
export async function noteStart(home: string, version: string): Promise<Start> {
	const {default: Conf} = await import('conf');
	const state = new Conf<Partial<AppState>>({
		cwd: home,
		configName: 'state',
		projectName: 'bough',
		configFileMode: 0o600,
		clearInvalidConfig: true,
	});
	const before = state.get('lastVersion');
	const tipsShown = state.get('tipsShown') ?? 0;
	state.set({lastVersion: version, tipsShown: before === undefined ? 0 : tipsShown + 1});
	return {before, tipsShown};
}
