import {
	memorySettings,
	openSettings,
	type Settings,
	type SettingsScope,
	type SettingsStore,
} from '../harness/index.ts';
import {type Change, NamedSettings} from './named-settings.ts';
import {placesOf} from './places.ts';

/** What could not be written. */
export type SettingsError = {readonly scope: 'global' | 'project'; readonly error: Error};

/** Settings of files or of memory. A setter holds at once and is written behind; `flush` waits for that. */
export class SettingsManager extends NamedSettings {
	readonly #store: SettingsStore;
	readonly #project: string | undefined;
	#isTrusted: boolean;
	#writing: Promise<void> = Promise.resolve();
	#errors: SettingsError[] = [];

	private constructor(store: SettingsStore, project: string | undefined, isTrusted: boolean) {
		super();
		this.#store = store;
		this.#project = project;
		this.#isTrusted = isTrusted;
		if (isTrusted) store.load(project);
	}

	/** The settings of the home and, unless it is not trusted, of the project. */
	static create(
		cwd: string,
		agentDir?: string,
		{projectTrusted = true}: {readonly projectTrusted?: boolean} = {},
	): SettingsManager {
		const {home, project, pi} = placesOf(cwd, agentDir);
		return new SettingsManager(openSettings(home, pi), project, projectTrusted);
	}

	static inMemory(settings: Change = {}): SettingsManager {
		return new SettingsManager(memorySettings(settings), undefined, false);
	}

	/** The store that sessions read. */
	store(): SettingsStore {
		return this.#store;
	}

	/** Every setting, with its default where nothing is said. */
	override getSettings(): Settings {
		return this.#store.get();
	}

	getGlobalSettings(): Change {
		return this.#store.given('person');
	}

	getProjectSettings(): Change {
		return this.#store.given('project');
	}

	isProjectTrusted(): boolean {
		return this.#isTrusted;
	}

	setProjectTrusted(trusted: boolean): void {
		this.#isTrusted = trusted;
		this.#store.load(trusted ? this.#project : undefined);
	}

	async reload(): Promise<void> {
		await this.flush();
		this.#store.load(this.#isTrusted ? this.#project : undefined);
	}

	/** For this run only, over all files. */
	applyOverrides(overrides: Change): void {
		this.#store.override(overrides);
	}

	/** Resolves when everything set so far is written or has failed. */
	async flush(): Promise<void> {
		await this.#writing;
	}

	/** What failed since the last call. */
	drainErrors(): readonly SettingsError[] {
		const errors = this.#errors;
		this.#errors = [];
		return errors;
	}

	protected override change(change: Change, scope: SettingsScope = 'person'): void {
		this.#store.override(change);
		const fail = (error: unknown) => {
			const reason = error instanceof Error ? error : new Error(String(error));
			this.#errors.push({scope: scope === 'person' ? 'global' : 'project', error: reason});
		};
		this.#writing = this.#writing.then(() => this.#store.save(change, scope)).catch(fail);
	}
}
