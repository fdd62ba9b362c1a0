import {problemText} from './config-file.ts';
import type {Places} from './paths.ts';
import type {SettingsStore} from './resources/settings.ts';
import {decideTrust} from './trust.ts';
import type {UserInterface} from './user-interface.ts';

export type ProjectOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly settings: SettingsStore;
	/** Trust of the command line, for this run. */
	readonly trustFlag: boolean | undefined;
	readonly ui: UserInterface;
};

/** The working directory as far as it may change what bough does. */
export type Project = {
	isTrusted(): boolean;
	/** Reads the settings again, the project's only if it is trusted as it is now. */
	reload(): Promise<void>;
};

/** Decides about trust before anything of the project is used. */
export async function openProject(options: ProjectOptions): Promise<Project> {
	const {cwd, userHome, places, settings, trustFlag, ui} = options;
	let isTrusted = false;
	async function reload(): Promise<void> {
		settings.load(undefined);
		const {defaultProjectTrust, contextFilesNeedTrust} = settings.get();
		const trust = await decideTrust({
			cwd,
			userHome,
			home: places.home,
			flag: trustFlag,
			setting: defaultProjectTrust,
			contextFilesNeedTrust,
			ui,
		});
		isTrusted = trust.isTrusted;
		if (isTrusted) settings.load(places.project);
		for (const problem of settings.problems()) ui.notify(problemText(problem), 'warning');
		if (trust.notice) ui.notify(trust.notice, 'warning');
	}

	await reload();
	return {isTrusted: () => isTrusted, reload};
}
