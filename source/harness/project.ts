import {problemText} from './config-file.ts';
import type {Places} from './paths.ts';
import type {SettingsStore} from './resources/settings.ts';
import {decideTrust, type Trust} from './trust.ts';
import {silentInterface, type UserInterface} from './user-interface.ts';

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
	/** Reads the settings again without a question. false: nothing was read, since trust is to be decided anew. */
	refresh(): Promise<boolean>;
};

/** Decides about trust before anything of the project is used. */
export async function openProject(options: ProjectOptions): Promise<Project> {
	const {cwd, userHome, places, settings, trustFlag, ui} = options;
	const decide = (asking: UserInterface) => {
		const {defaultProjectTrust, contextFilesNeedTrust} = settings.get();
		return decideTrust({
			cwd,
			userHome,
			home: places.home,
			flag: trustFlag,
			setting: defaultProjectTrust,
			contextFilesNeedTrust,
			ui: asking,
		});
	};
	let decided: Trust = {isTrusted: false};
	let told: readonly string[] = [];
	const read = () => {
		settings.load(decided.isTrusted ? places.project : undefined);
		const problems = settings.problems().map(problemText);
		for (const problem of problems) if (!told.includes(problem)) ui.notify(problem, 'warning');
		told = problems;
	};
	const reload = async () => {
		told = [];
		settings.load(undefined);
		decided = await decide(ui);
		read();
		if (decided.notice) ui.notify(decided.notice, 'warning');
	};

	await reload();
	return {
		isTrusted: () => decided.isTrusted,
		reload,
		async refresh() {
			if (decided.isTrusted && !(await decide(silentInterface)).isTrusted) return false;
			read();
			return true;
		},
	};
}
