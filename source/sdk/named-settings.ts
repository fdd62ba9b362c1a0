import type {Settings, SettingsScope} from '../harness/index.ts';

export type Change = {readonly [key: string]: unknown};

const orNone = (text: string): string | undefined => (text === '' ? undefined : text);

/** A getter and a setter for each of the settings that programs ask for; what is empty in a file is undefined here. */
export abstract class NamedSettings {
	abstract getSettings(): Settings;

	protected abstract change(change: Change, scope?: SettingsScope): void;

	setDefaultModelAndProvider(provider: string, modelId: string): void {
		this.change({defaultProvider: provider, defaultModel: modelId});
	}

	getCompactionSettings(): Settings['compaction'] {
		return this.getSettings().compaction;
	}

	getRetrySettings(): Settings['retry'] {
		return this.getSettings().retry;
	}

	getDefaultProvider(): string | undefined {
		return orNone(this.getSettings().defaultProvider);
	}

	setDefaultProvider(value: string | undefined): void {
		this.change({defaultProvider: value ?? ''});
	}

	getDefaultModel(): string | undefined {
		return orNone(this.getSettings().defaultModel);
	}

	setDefaultModel(value: string | undefined): void {
		this.change({defaultModel: value ?? ''});
	}

	getDefaultThinkingLevel(): Settings['defaultThinkingLevel'] {
		return this.getSettings().defaultThinkingLevel;
	}

	setDefaultThinkingLevel(value: Settings['defaultThinkingLevel']): void {
		this.change({defaultThinkingLevel: value});
	}

	getSteeringMode(): Settings['steeringMode'] {
		return this.getSettings().steeringMode;
	}

	setSteeringMode(value: Settings['steeringMode']): void {
		this.change({steeringMode: value});
	}

	getFollowUpMode(): Settings['followUpMode'] {
		return this.getSettings().followUpMode;
	}

	setFollowUpMode(value: Settings['followUpMode']): void {
		this.change({followUpMode: value});
	}

	getTheme(): Settings['theme'] {
		return this.getSettings().theme;
	}

	setTheme(value: Settings['theme']): void {
		this.change({theme: value});
	}

	getSessionDir(): string | undefined {
		return orNone(this.getSettings().sessionDir);
	}

	getShellPath(): string | undefined {
		return orNone(this.getSettings().shellPath);
	}

	setShellPath(value: string | undefined): void {
		this.change({shellPath: value ?? ''});
	}

	getShellCommandPrefix(): string | undefined {
		return orNone(this.getSettings().shellCommandPrefix);
	}

	setShellCommandPrefix(value: string | undefined): void {
		this.change({shellCommandPrefix: value ?? ''});
	}

	getQuietStartup(): Settings['quietStartup'] {
		return this.getSettings().quietStartup;
	}

	setQuietStartup(value: Settings['quietStartup']): void {
		this.change({quietStartup: value});
	}

	getHideThinkingBlock(): Settings['hideThinkingBlock'] {
		return this.getSettings().hideThinkingBlock;
	}

	setHideThinkingBlock(value: Settings['hideThinkingBlock']): void {
		this.change({hideThinkingBlock: value});
	}

	getShowCacheMissNotices(): Settings['showCacheMissNotices'] {
		return this.getSettings().showCacheMissNotices;
	}

	setShowCacheMissNotices(value: Settings['showCacheMissNotices']): void {
		this.change({showCacheMissNotices: value});
	}

	getDefaultProjectTrust(): Settings['defaultProjectTrust'] {
		return this.getSettings().defaultProjectTrust;
	}

	setDefaultProjectTrust(value: Settings['defaultProjectTrust']): void {
		this.change({defaultProjectTrust: value});
	}

	getEnableSkillCommands(): Settings['enableSkillCommands'] {
		return this.getSettings().enableSkillCommands;
	}

	setEnableSkillCommands(value: Settings['enableSkillCommands']): void {
		this.change({enableSkillCommands: value});
	}

	getHttpIdleTimeoutMs(): Settings['httpIdleTimeoutMs'] {
		return this.getSettings().httpIdleTimeoutMs;
	}

	setHttpIdleTimeoutMs(value: Settings['httpIdleTimeoutMs']): void {
		this.change({httpIdleTimeoutMs: value});
	}

	getEnabledModels(): Settings['enabledModels'] {
		return this.getSettings().enabledModels;
	}

	setEnabledModels(value: Settings['enabledModels']): void {
		this.change({enabledModels: value});
	}

	getDefaultTools(): Settings['defaultTools'] {
		return this.getSettings().defaultTools;
	}

	getTuiMode(): Settings['tuiMode'] {
		return this.getSettings().tuiMode;
	}

	setTuiMode(value: Settings['tuiMode']): void {
		this.change({tuiMode: value});
	}

	getDoubleEscapeAction(): Settings['doubleEscapeAction'] {
		return this.getSettings().doubleEscapeAction;
	}

	setDoubleEscapeAction(value: Settings['doubleEscapeAction']): void {
		this.change({doubleEscapeAction: value});
	}

	getTreeFilterMode(): Settings['treeFilterMode'] {
		return this.getSettings().treeFilterMode;
	}

	setTreeFilterMode(value: Settings['treeFilterMode']): void {
		this.change({treeFilterMode: value});
	}

	getEditorPaddingX(): Settings['editorPaddingX'] {
		return this.getSettings().editorPaddingX;
	}

	setEditorPaddingX(value: Settings['editorPaddingX']): void {
		this.change({editorPaddingX: value});
	}

	getAutocompleteMaxVisible(): Settings['autocompleteMaxVisible'] {
		return this.getSettings().autocompleteMaxVisible;
	}

	setAutocompleteMaxVisible(value: Settings['autocompleteMaxVisible']): void {
		this.change({autocompleteMaxVisible: value});
	}

	getCompactionEnabled(): Settings['compaction']['enabled'] {
		return this.getSettings().compaction.enabled;
	}

	setCompactionEnabled(value: Settings['compaction']['enabled']): void {
		this.change({compaction: {enabled: value}});
	}

	getCompactionReserveTokens(): Settings['compaction']['reserveTokens'] {
		return this.getSettings().compaction.reserveTokens;
	}

	getCompactionKeepRecentTokens(): Settings['compaction']['keepRecentTokens'] {
		return this.getSettings().compaction.keepRecentTokens;
	}

	getRetryEnabled(): Settings['retry']['enabled'] {
		return this.getSettings().retry.enabled;
	}

	setRetryEnabled(value: Settings['retry']['enabled']): void {
		this.change({retry: {enabled: value}});
	}

	getImageAutoResize(): Settings['images']['autoResize'] {
		return this.getSettings().images.autoResize;
	}

	setImageAutoResize(value: Settings['images']['autoResize']): void {
		this.change({images: {autoResize: value}});
	}

	getBlockImages(): Settings['images']['blockImages'] {
		return this.getSettings().images.blockImages;
	}

	setBlockImages(value: Settings['images']['blockImages']): void {
		this.change({images: {blockImages: value}});
	}

	getPackages(): Settings['packages'] {
		return this.getSettings().packages;
	}

	setPackages(value: Settings['packages']): void {
		this.change({packages: value});
	}

	setProjectPackages(value: Settings['packages']): void {
		this.change({packages: value}, 'project');
	}

	getExtensionPaths(): Settings['extensions'] {
		return this.getSettings().extensions;
	}

	setExtensionPaths(value: Settings['extensions']): void {
		this.change({extensions: value});
	}

	setProjectExtensionPaths(value: Settings['extensions']): void {
		this.change({extensions: value}, 'project');
	}

	getSkillPaths(): Settings['skills'] {
		return this.getSettings().skills;
	}

	setSkillPaths(value: Settings['skills']): void {
		this.change({skills: value});
	}

	setProjectSkillPaths(value: Settings['skills']): void {
		this.change({skills: value}, 'project');
	}

	getPromptTemplatePaths(): Settings['prompts'] {
		return this.getSettings().prompts;
	}

	setPromptTemplatePaths(value: Settings['prompts']): void {
		this.change({prompts: value});
	}

	setProjectPromptTemplatePaths(value: Settings['prompts']): void {
		this.change({prompts: value}, 'project');
	}

	getThemePaths(): Settings['themes'] {
		return this.getSettings().themes;
	}

	setThemePaths(value: Settings['themes']): void {
		this.change({themes: value});
	}

	setProjectThemePaths(value: Settings['themes']): void {
		this.change({themes: value}, 'project');
	}
}
