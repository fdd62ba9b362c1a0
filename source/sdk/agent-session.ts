import type {ImageContent, Model, ThinkingLevel} from '../ai/index.ts';
import {
	type BashResult,
	type CompactionResult,
	exportHtml,
	exportJsonl,
	type Harness,
	type NavigateOptions,
	type NavigateResult,
} from '../harness/index.ts';
import {nextOf} from '../lib/next-of.ts';
import {AgentSessionState} from './agent-session-state.ts';
import type {ModelRuntime} from './model-runtime.ts';
import type {ResourceLoader} from './resource-loader.ts';
import type {PromptTemplate} from './resource-shapes.ts';
import {type AgentSessionEventListener, toSessionEvent} from './session-events.ts';
import type {SessionManager} from './session-manager.ts';
import type {SettingsManager} from './settings-manager.ts';

export type ScopedModel = {readonly model: Model; readonly thinkingLevel?: ThinkingLevel};

/** started: a run began; queued: delivered with the run that is going; handled: nothing for the model to do. */
export type PromptDisposition = 'started' | 'queued' | 'handled';

export type PromptOptions = {
	readonly images?: readonly ImageContent[];
	/** What to do while a run is going; without it such a prompt is refused. */
	readonly streamingBehavior?: 'steer' | 'followUp';
	/** Default true: skills and slash prompts are expanded. */
	readonly expandPromptTemplates?: boolean;
	/** Hears at once what became of the prompt. */
	preflightResult?(disposition: PromptDisposition): void;
};

type Parts = {
	readonly harness: Harness;
	readonly sessionManager: SessionManager;
	readonly settingsManager: SettingsManager;
	readonly modelRuntime: ModelRuntime;
	readonly resourceLoader: ResourceLoader;
	readonly scopedModels: readonly ScopedModel[];
};

/** A session that a program drives. `store` does the work. */
export class AgentSession extends AgentSessionState {
	readonly sessionManager: SessionManager;
	readonly settingsManager: SettingsManager;
	readonly modelRuntime: ModelRuntime;
	readonly resourceLoader: ResourceLoader;
	readonly #harness: Harness;
	#scoped: readonly ScopedModel[];

	constructor(parts: Parts) {
		super(parts.harness.session);
		this.sessionManager = parts.sessionManager;
		this.settingsManager = parts.settingsManager;
		this.modelRuntime = parts.modelRuntime;
		this.resourceLoader = parts.resourceLoader;
		this.#harness = parts.harness;
		this.#scoped = parts.scopedModels;
	}

	harness(): Harness {
		return this.#harness;
	}

	/** Returns what ends it. A listener that returns a promise holds the run back until it is done. */
	subscribe(listener: AgentSessionEventListener): () => void {
		return this.store.onEvent(event => {
			const told = toSessionEvent(event);
			return told && listener(told);
		});
	}

	/**
	 * Resolves when the run that this starts is over, with retries and compactions; at once when the text was queued.
	 * Rejects when it cannot be taken; a model that fails is an answer with an `errorMessage`.
	 */
	async prompt(text: string, options: PromptOptions = {}): Promise<void> {
		const {images = [], streamingBehavior, expandPromptTemplates: expand = true} = options;
		const disposition = await this.store.prompt(text, {
			...{images, expand},
			...(streamingBehavior ? {whileRunning: streamingBehavior} : {}),
		});
		options.preflightResult?.(disposition);
		if (disposition === 'started') await this.store.waitForIdle();
	}

	/** Delivered after the tool calls that are going. */
	steer(text: string, images: readonly ImageContent[] = []): Promise<PromptDisposition> {
		return this.store.queue(text, 'steer', images);
	}

	/** Delivered when the run would end. */
	followUp(text: string, images: readonly ImageContent[] = []): Promise<PromptDisposition> {
		return this.store.queue(text, 'followUp', images);
	}

	/** Takes everything that waits out of the queues. */
	clearQueue(): {readonly steering: readonly string[]; readonly followUp: readonly string[]} {
		const {steering, followUp} = this.store.clearQueue();
		return {steering: steering.map(({text}) => text), followUp: followUp.map(({text}) => text)};
	}

	abort(): Promise<void> {
		return this.store.abort();
	}

	waitForIdle(): Promise<void> {
		return this.store.waitForIdle();
	}

	/** Ends what runs and lets the file go. */
	async dispose(): Promise<void> {
		await this.store.dispose();
	}

	async setModel(model: Model): Promise<void> {
		await this.#harness.registry.authorise(model);
		this.store.setModel(model);
	}

	get scopedModels(): readonly ScopedModel[] {
		return this.#scoped;
	}

	setScopedModels(models: readonly ScopedModel[]): void {
		this.#scoped = models;
	}

	/** The next model of the scope, else of all that can be used. undefined: there is no other. */
	async cycleModel(direction: 'forward' | 'backward' = 'forward') {
		const isScoped = this.#scoped.length > 0;
		const all = isScoped
			? this.#scoped
			: (await this.modelRuntime.getAvailable()).map((model): ScopedModel => ({model}));
		const isCurrent = ({model}: ScopedModel) =>
			model.id === this.model?.id && model.provider === this.model.provider;
		const next = nextOf(all, isCurrent, direction);
		if (!next) return undefined;
		await this.setModel(next.model);
		if (next.thinkingLevel) this.setThinkingLevel(next.thinkingLevel);
		return {model: next.model, thinkingLevel: this.thinkingLevel, isScoped};
	}

	/** undefined: there is no other level. */
	cycleThinkingLevel(): ThinkingLevel | undefined {
		const next = nextOf(
			this.getAvailableThinkingLevels(),
			level => level === this.thinkingLevel,
			'forward',
		);
		if (next) this.setThinkingLevel(next);
		return next;
	}

	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.store.compact(customInstructions);
	}

	executeBash(
		command: string,
		onChunk?: (chunk: string) => void,
		{excludeFromContext = false}: {readonly excludeFromContext?: boolean} = {},
	): Promise<BashResult> {
		return this.store.runBash(command, {
			excludeFromContext,
			...(onChunk ? {onDelta: onChunk} : {}),
		});
	}

	abortBash(): void {
		this.store.abortBash();
	}

	/** Goes to another place of the tree. At something the user said, it is the place before, and the text comes back. */
	navigateTree(targetId: string, options: NavigateOptions = {}): Promise<NavigateResult> {
		return this.store.navigate(targetId, options);
	}

	/** Writes the session as a page that needs no network and no script. Resolves with its path. */
	async exportToHtml(outputPath?: string): Promise<string> {
		return exportHtml(this.store.tree(), this.store.getState().cwd, outputPath);
	}

	/** Writes the path to the leaf as a session of its own. Returns its path. */
	exportToJsonl(outputPath?: string): string {
		return exportJsonl(this.store.tree(), this.store.getState().cwd, outputPath);
	}

	get promptTemplates(): readonly PromptTemplate[] {
		return this.resourceLoader.getPrompts().prompts;
	}

	/** Reads settings, skills, slash prompts and instructions again. */
	async reload(): Promise<void> {
		await this.#harness.reload();
	}
}
